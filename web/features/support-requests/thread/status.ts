import type { HistoryEntry, JobThread } from '#shared/contracts/support-requests.ts';
import { statusLabels } from '#shared/rules/support/job-status-labels.ts';
import { reopenableUntil } from '#shared/rules/support/reopening.ts';

/** True when an answer can't open it again any more, as far as this clock knows; the server decides. */
export function isClosed({ resolvedAt }: Pick<JobThread, 'resolvedAt'>): boolean {
  return resolvedAt !== null && reopenableUntil(resolvedAt).getTime() < Date.now();
}

/** The agent who works on it, by the history; null when there is none. */
export function agentOf({ claimed, history }: JobThread): string | null {
  if (!claimed) return null;
  const isTaking = ({ action }: HistoryEntry) => action === 'claimed' || action === 'taken_over';
  return history.findLast(isTaking)?.actorName || 'An agent';
}

/** Label while it is unclaimed: its owner may have set a status that says otherwise. */
export function unclaimedLabel({ status, history }: Pick<JobThread, 'status' | 'history'>): string {
  const changed = history.findLast(({ action }) => action === 'status_changed');
  if (changed?.actor === 'customer' && status !== 'PENDING')
    return `You set this to ${statusLabels[status]}; nobody has claimed it yet`;
  const wasClaimed = history.some(({ action }) => action === 'claimed');
  return wasClaimed ? 'Nobody works on it at the moment' : 'Nobody has begun to work on it yet';
}

/** True when it was resolved and is open again. */
export function isReopened({ resolvedAt, history }: Pick<JobThread, 'resolvedAt' | 'history'>): boolean {
  return resolvedAt === null && history.some(({ action }) => action === 'reopened');
}
