import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { SourceName } from '#shared/contracts/conversation-sources.ts';
import { type Conversation, listConversations } from '#shared/contracts/conversations.ts';
import type { ConversationStatus } from '#shared/contracts/opportunities.ts';
import { call } from '#web/api/call.ts';
import { orNothing } from '#web/api/or-nothing.ts';
import { outreachKey } from '#web/features/outreach/outreach-key.ts';

export type HistoryFilter = {
  campaign?: string;
  status?: ConversationStatus;
  source?: SourceName;
  search?: string;
};

const pageSize = 20;

/** The owner's conversations that pass the filter, newest first, a page at a time. */
export function useConversations(userId: string, filter: HistoryFilter) {
  return useInfiniteQuery({
    queryKey: [...conversationsKey(userId), filter],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...filter, limit: pageSize, ...(pageParam === null ? {} : { before: pageParam }) };
      return orNothing<Conversation[]>(call(listConversations, { query, signal }), []);
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => {
      const last = page.at(-1);
      return last && page.length === pageSize ? placeOf(last) : null;
    },
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: 'always',
  });
}

export const conversationsKey = (userId: string) => [...outreachKey(userId), 'conversations'];

/** Cursor of the list behind a conversation. */
export function placeOf({ createdAt, id }: Conversation): string {
  return `${createdAt}~${id}`;
}

/** Each conversation once: one that came in between two readings is on two pages. */
export function withoutRepeats(pages: Conversation[][]): Conversation[] {
  return [...new Map(pages.flat().map((conversation) => [conversation.id, conversation])).values()];
}
