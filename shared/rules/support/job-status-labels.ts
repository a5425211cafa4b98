import type { JobStatus } from '#shared/contracts/support-requests.ts';

/** The wire's status words as people read them. */
export const statusLabels: Record<JobStatus, string> = {
  PENDING: 'Pending',
  UNDER_REVIEW: 'Under review',
  ACTIVE: 'Active',
};
