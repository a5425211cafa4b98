import type { campaigns, conversations, postingAttempts } from '#server/database/tables.ts';
import type { PostingTarget } from '#server/integrations/sources/port.ts';
import type { PostingOutcome } from '#shared/contracts/conversations.ts';

export type ConversationRow = typeof conversations.$inferSelect;
export type CampaignRow = typeof campaigns.$inferSelect;
export type AttemptRow = typeof postingAttempts.$inferSelect;

/** Columns that a step may change; the lease columns are set elsewhere. */
export type ConversationChange = Partial<ConversationRow>;
export type AttemptChange = Partial<
  Omit<AttemptRow, 'conversationId' | 'holder' | 'heldUntil' | 'updatedAt'>
>;
export type Change = { conversation?: ConversationChange; attempt?: AttemptChange };

/** A conversation whose attempt this worker holds. */
export type LeasedReply = {
  row: ConversationRow;
  campaign: CampaignRow;
  attempt: AttemptRow;
  holder: string;
};

export function targetOf({ host, threadId, externalId, url }: ConversationRow): PostingTarget {
  return { host, threadId, externalId, url };
}

export const noProblem = {
  outcome: null,
  outcomeText: null,
  heldBecause: null,
} satisfies ConversationChange;

export const problem = (outcome: PostingOutcome, outcomeText: string): ConversationChange => ({
  outcome,
  outcomeText,
});
