import type { JobStatus } from '#shared/contracts/support-requests/support-requests.ts';

/** The wire's status words as people read them. */
export const statusLabels: Record<JobStatus, string> = {
  PENDING: 'Pending',
  UNDER_REVIEW: 'Under review',
  ACTIVE: 'Active',
};

/** Days in which an answer opens a resolved support request again. */
export const reopenDays = 14;

/** Until when an answer opens a request again that was resolved at `resolvedAt`, ISO 8601. */
export function reopenableUntil(resolvedAt: string): Date {
  return new Date(Date.parse(resolvedAt) + reopenDays * dayMs);
}

/** True when an answer can't open it again any more, as far as this clock knows; the server decides. */
export function isClosed(resolvedAt: string): boolean {
  return reopenableUntil(resolvedAt).getTime() < Date.now();
}

const dayMs = 86_400_000;
