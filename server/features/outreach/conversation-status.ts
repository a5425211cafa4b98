import type { ConversationStatus } from '#shared/contracts/opportunities.ts';

/** How a sentence names each state. */
export const conversationStatusLabels: Record<ConversationStatus, string> = {
  AWAITING_REVIEW: 'awaiting review',
  APPROVED: 'approved',
  REJECTED: 'rejected',
  POSTING: 'being posted',
  POSTED: 'posted',
  FAILED: 'failed',
  READY: 'ready to be posted by you',
  UNCONFIRMED: 'not confirmed',
};

/** States of a reply that is expected at its place and not known to be there. */
export const expectedStatuses: ConversationStatus[] = ['APPROVED', 'POSTING', 'READY', 'UNCONFIRMED'];
