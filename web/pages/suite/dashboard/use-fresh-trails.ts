import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useCampaigns } from '#web/features/outreach/campaigns/use-campaigns.ts';
import { trailsKey } from '#web/features/trails/use-trails.ts';

/** Reads the trails again once a campaign is otherwise: approved, rejected, paused, posted, here or by the server. */
export function useFreshTrails(userId: string): void {
  const client = useQueryClient();
  const { campaigns } = useCampaigns(userId);
  const snapshot = campaigns?.map(({ id, active, conversations }) => [id, active, conversations]);
  const now = snapshot && JSON.stringify(snapshot);
  const known = useRef(now);
  useEffect(() => {
    const before = known.current;
    known.current = now;
    if (before === undefined || now === undefined || before === now) return;
    void client.invalidateQueries({ queryKey: trailsKey(userId) });
  }, [client, userId, now]);
}
