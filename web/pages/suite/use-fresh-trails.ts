import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useCampaigns } from '#web/features/outreach/campaigns/use-campaigns.ts';
import { trailsKey } from '#web/features/trails/use-trails.ts';

/** Reads the trails anew once a campaign stands otherwise: approved, rejected, paused, posted, here or by the server. */
export function useFreshTrails(userId: string): void {
  const client = useQueryClient();
  const { campaigns } = useCampaigns(userId);
  const standing = campaigns?.map(({ id, active, conversations }) => [id, active, conversations]);
  const now = standing && JSON.stringify(standing);
  const known = useRef(now);
  useEffect(() => {
    const before = known.current;
    known.current = now;
    if (before === undefined || now === undefined || before === now) return;
    void client.invalidateQueries({ queryKey: trailsKey(userId) });
  }, [client, userId, now]);
}
