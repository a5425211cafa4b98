import {
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
  type QueryKey,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import { message } from '#shared/messages/catalogue.ts';
import { showToast } from '#web/ui/toast.ts';
import { type ActivityFilter, type ActivityPage, joinPages, readActivityPage } from './activity-page.ts';

const refreshMs = 60_000;

export type ActivitiesWanted = { filter: ActivityFilter; search: string };

/** The account's activities, newest first, page by page; looked after while the page is open. */
export function useActivities(userId: string, { filter, search }: ActivitiesWanted) {
  const query = useInfiniteQuery({
    queryKey: [...activitiesKey(userId), filter, search],
    queryFn: async ({ pageParam, signal, client, queryKey }) => {
      const known = knownPage(client, queryKey, pageParam);
      if (known && pageParam !== null) return known;
      const fresh = await readActivityPage({ before: pageParam, filter, search }, signal);
      return known ? joinPages(fresh, known) : fresh;
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
    refetchOnWindowFocus: 'always',
  });
  const { isError } = query;
  useEffect(() => {
    if (isError) showToast(message('activities_failed'));
  }, [isError]);
  return query;
}

/** What is cached under this is to be read anew when something was made or changed. */
export const activitiesKey = (userId: string) => ['activities', userId];

/**
 * A page as it was read before, unless something was changed since. What happens is listed first, so without a change
 * of our own only the first page has to be read again and again.
 */
function knownPage(client: QueryClient, queryKey: QueryKey, before: string | null): ActivityPage | undefined {
  const state = client.getQueryState<InfiniteData<ActivityPage, string | null>>(queryKey);
  if (!state?.data || state.isInvalidated) return;
  return state.data.pages[state.data.pageParams.indexOf(before)];
}
