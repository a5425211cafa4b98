import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { listedSessionOnDesk, refreshActivities } from '#web/features/activity/use-activities.ts';
import { oneTrailKey, trailsKey } from '#web/features/trails/use-trails.ts';
import type { DashboardDialog } from './use-dashboard-dialogs.ts';

// What was typed last is still on its way to the server when its dialog closes.
const underWayMs = 1_500;

/** Reads activities and trails anew once a tool's dialog has gone: something may have been made in it. */
export function useRefreshAfter(userId: string, dialog: DashboardDialog | null): void {
  const client = useQueryClient();
  // The coach's dialog stays on the page, and leads back to the sessions that were open before.
  const sessions = useRef(new Set<string>());
  useEffect(() => {
    if (dialog === null) return;
    const change = changeOf(dialog);
    if (change === 'nothing') return;
    const noteSession = () => {
      const opened = sessionOf(dialog) ?? listedSessionOnDesk(client, userId);
      if (opened && dialog.name === 'ideation') sessions.current.add(opened);
    };
    noteSession();
    const refresh = () => {
      if (change === 'sharing') return void client.invalidateQueries({ queryKey: oneTrailKey(userId) });
      void refreshActivities(client, userId, sessions.current);
      void client.invalidateQueries({ queryKey: trailsKey(userId) });
    };
    return () => {
      // The list may not have been there yet when the dialog was opened.
      noteSession();
      setTimeout(refresh, underWayMs);
    };
  }, [client, userId, dialog]);
}

/** The session that the coach was asked to open. */
function sessionOf(dialog: DashboardDialog): string | null {
  if (dialog.name !== 'ideation' || !dialog.start) return null;
  return 'sessionId' in dialog.start ? dialog.start.sessionId : null;
}

/** What a founder may have changed in the dialog. */
function changeOf({ name }: DashboardDialog): 'things' | 'sharing' | 'nothing' {
  if (name === 'ideation' || name === 'validation' || name === 'proof-of-concept') return 'things';
  return name === 'share' ? 'sharing' : 'nothing';
}
