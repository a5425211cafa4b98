import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { activitiesKey } from '#web/features/activity/use-activities.ts';
import { trailsKey } from '#web/features/trails/use-trails.ts';

// What was typed last is still on its way to the server when its dialog closes.
const underWayMs = 1_500;

/** Reads activities and trails anew whenever a dialog goes: something may have been made in it. */
export function useRefreshAfter(userId: string, dialog: string | null): void {
  const client = useQueryClient();
  useEffect(() => {
    if (dialog === null) return;
    const refresh = () => {
      for (const queryKey of [activitiesKey(userId), trailsKey(userId)])
        void client.invalidateQueries({ queryKey });
    };
    return () => {
      refresh();
      setTimeout(refresh, underWayMs);
    };
  }, [client, userId, dialog]);
}
