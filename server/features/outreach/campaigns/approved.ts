import type { ReplyWay } from '#shared/contracts/opportunities.ts';
import type { ConversationRow } from './conversation-repository.ts';
import type { OwnAccount } from './deps.ts';

/** Change on approval: a reply that we send waits for its task, others for their owner (design 7.15). */
export function approved(
  words: { reply: string; isPromotion: boolean },
  way: ReplyWay,
  account: OwnAccount | null,
  now: Date,
): Partial<ConversationRow> {
  return {
    ...words,
    status: way === 'account' ? 'APPROVED' : 'READY',
    replyWay: way,
    approvedAt: now,
    accountId: account?.id ?? null,
    heldBecause: null,
    outcome: null,
    outcomeText: null,
    updatedAt: now,
  };
}
