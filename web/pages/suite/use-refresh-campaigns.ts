import { useQueryClient } from '@tanstack/react-query';
import { outreachKey } from '#web/features/outreach/outreach-key.ts';
import { trailsKey } from '#web/features/trails/use-trails.ts';

/** Reads campaigns, conversations and trails anew once a campaign was started; done when they are there. */
export function useRefreshCampaigns(userId: string): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all(
      [outreachKey(userId), trailsKey(userId)].map((queryKey) => client.invalidateQueries({ queryKey })),
    );
  };
}
