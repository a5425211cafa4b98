import {
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
  type QueryKey,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Job } from '#shared/contracts/support-requests.ts';
import { message } from '#shared/messages/catalogue.ts';
import { showToast } from '#web/ui/overlays/toast.ts';
import {
  type ActivityFilter,
  type ActivityPage,
  isOutdated,
  joinPages,
  markChanged,
  missingKinds,
  openSession,
  readActivityPage,
  replaceJob,
} from './activity-page.ts';
import type { ActivityKind } from './activity-sources.ts';

const refreshMs = 60_000;

type Pages = InfiniteData<ActivityPage, string | null>;
export type ActivitiesWanted = { filter: ActivityFilter; search: string };

/** The account's activities, newest first, page by page; looked after while the page is open. */
export function useActivities(userId: string, { filter, search }: ActivitiesWanted) {
  const query = useInfiniteQuery({
    queryKey: [...pagesKey(userId), filter, search],
    queryFn: async ({ pageParam, signal, client, queryKey }) => {
      const known = knownPage(client, queryKey, pageParam);
      if (known && pageParam !== null && !isOutdated(known)) return known;
      const mayMiss = mayMissBeside(client.getQueryData<Pages>(queryKey));
      const fresh = await readActivityPage({ before: pageParam, filter, search, mayMiss }, signal);
      return known ? joinPages(fresh, known) : fresh;
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
    refetchOnWindowFocus: 'always',
  });
  const { isError, data, isPlaceholderData } = query;
  const missing = isPlaceholderData ? [] : missingKinds(data?.pages ?? []);
  const hasFailed = isError || missing.length > 0;
  useEffect(() => {
    if (hasFailed) showToast(message('activities_failed'));
  }, [hasFailed]);
  return { ...query, missing };
}

/** Keeps complete what is on screen: a kind may be missing only where it was from the start. */
function mayMissBeside(shown: Pages | undefined): (kind: ActivityKind) => boolean {
  return (kind) => shown === undefined || missingKinds(shown.pages).includes(kind);
}

/** Query key to invalidate when something was made or changed. */
export const activitiesKey = (userId: string) => ['activities', userId];

/** Lists again: what was made is first, and the coach's sessions with these ids may have changed where they stand. */
export function refreshActivities(client: QueryClient, userId: string, sessionIds: ReadonlySet<string>) {
  client.setQueriesData<Pages>(
    { queryKey: pagesKey(userId) },
    (data) => data && { ...data, pages: data.pages.map((page) => markChanged(page, sessionIds)) },
  );
  return client.invalidateQueries({ queryKey: activitiesKey(userId) });
}

/** Lists a support request as the server holds it now, wherever it is. */
export function refreshJob(client: QueryClient, userId: string, job: Job): void {
  client.setQueriesData<Pages>(
    { queryKey: pagesKey(userId) },
    (data) => data && { ...data, pages: data.pages.map((page) => replaceJob(page, job)) },
  );
}

/** The session on which the coach goes on by itself, if it is listed. */
export function listedOpenSession(client: QueryClient, userId: string): string | null {
  const lists = client.getQueriesData<Pages>({ queryKey: pagesKey(userId) });
  return openSession(lists.flatMap(([, data]) => data?.pages ?? []));
}

const pagesKey = (userId: string) => [...activitiesKey(userId), 'pages'];

/** A page as it was read before: what happens is listed first, so the first page is the one to read again and again. */
function knownPage(client: QueryClient, queryKey: QueryKey, before: string | null): ActivityPage | undefined {
  const data = client.getQueryData<Pages>(queryKey);
  return data?.pages[data.pageParams.indexOf(before)];
}
