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
