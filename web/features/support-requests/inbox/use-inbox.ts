import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { type InboxEntry, type InboxQueue, listInbox } from '#shared/contracts/support-inbox.ts';
import { call } from '#web/api/call.ts';

type InboxWanted = { queue: InboxQueue; search: string };

const refreshMs = 30_000;

/** One queue in the server's order, a page at a time; reads itself again. */
export function useInbox(userId: string, { queue, search }: InboxWanted) {
  return useInfiniteQuery({
    queryKey: [...inboxKey(userId), 'queue', queue, search],
    queryFn: ({ pageParam, signal }) => {
      const query = { queue, ...(search ? { search } : {}), ...(pageParam > 0 ? { offset: pageParam } : {}) };
      return call(listInbox, { query, signal });
    },
    initialPageParam: 0,
    getNextPageParam: ({ hasMore }, pages) =>
      hasMore ? pages.reduce((sum, { entries }) => sum + entries.length, 0) : null,
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
    refetchOnWindowFocus: 'always',
  });
}

/** Each request once: one that moved between two pages is on both. */
export function withoutRepeats(pages: { entries: InboxEntry[] }[]): InboxEntry[] {
  return [...new Map(pages.flatMap(({ entries }) => entries).map((entry) => [entry.id, entry])).values()];
}

/** Query key to invalidate when a request was worked on. */
export const inboxKey = (userId: string) => ['inbox', userId];
