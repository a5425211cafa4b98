import { useInfiniteQuery } from '@tanstack/react-query';
import { type Campaign, listCampaigns } from '#shared/contracts/campaigns.ts';
import { pageLimit } from '#shared/contracts/paging.ts';
import { call } from '#web/api/call.ts';
import { orNothing } from '#web/api/or-nothing.ts';
import { outreachKey } from '#web/features/outreach/outreach-key.ts';

const refreshMs = 60_000;

/** The owner's campaigns, newest first, and whether there are more. */
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

/** Query key to invalidate when a campaign or its conversations have changed. */
export const campaignsKey = (userId: string) => [...outreachKey(userId), 'campaigns'];
