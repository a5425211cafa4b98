import { useQuery } from '@tanstack/react-query';
import type { Campaign } from '#shared/contracts/campaigns.ts';
import { listConversations } from '#shared/contracts/conversations.ts';
import { pageLimit } from '#shared/contracts/paging.ts';
import { call } from '#web/api/call.ts';
import { outreachKey } from '#web/features/outreach/outreach-key.ts';
import type { Place } from './auto-post-places.ts';

/** Where a campaign's conversations are, for the hours before it has listened and knows its sources. */
export function useSeenPlaces(userId: string, { id, sources }: Campaign): Place[] {
  const { data } = useQuery({
    queryKey: [...outreachKey(userId), 'seen-places', id],
    queryFn: async ({ signal }) => {
      const query = { campaign: id, limit: pageLimit };
      const conversations = await call(listConversations, { query, signal });
      return conversations.map(({ source, host }): Place => ({ source, host }));
    },
    enabled: sources.length === 0,
  });
  return data ?? [];
}
