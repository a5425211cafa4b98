import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { type Campaign, listCampaigns } from '#shared/contracts/outreach/campaigns.ts';
import { pageLimit } from '#shared/contracts/paging.ts';
import { call } from '#web/api/call.ts';
import { orNothing } from '#web/api/or-nothing.ts';

/** Query key to invalidate when a campaign was started. */
export const outreachKey = (userId: string) => ['outreach', userId];

/** Query key to invalidate when a campaign or its conversations have changed. */
export const campaignsKey = (userId: string) => [...outreachKey(userId), 'campaigns'];

const refreshMs = 60_000;

/** The owner's campaigns, newest first, a page at a time. */
export function useCampaigns(userId: string) {
  const query = useInfiniteQuery({
    queryKey: campaignsKey(userId),
    queryFn: ({ pageParam, signal }) => {
      const before = pageParam === null ? {} : { before: pageParam };
      return orNothing<Campaign[]>(
        call(listCampaigns, { query: { limit: pageLimit, ...before }, signal }),
        [],
      );
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => {
      const last = page.at(-1);
      return last && page.length === pageLimit ? `${last.createdAt}~${last.id}` : null;
    },
    refetchInterval: refreshMs,
    refetchOnWindowFocus: 'always',
  });
  return { ...query, campaigns: query.data?.pages.flat() };
}

/** Replaces a campaign in the cached list by the server's response. */
export function useReplaceCampaign(userId: string) {
  const client = useQueryClient();
  return async (changed: Campaign) => {
    // A list requested before the change would bring back the earlier state.
    await client.cancelQueries({ queryKey: campaignsKey(userId) });
    const replace = (page: Campaign[]) => page.map((each) => (each.id === changed.id ? changed : each));
    client.setQueryData<InfiniteData<Campaign[]>>(
      campaignsKey(userId),
      (data) => data && { ...data, pages: data.pages.map(replace) },
    );
  };
}
