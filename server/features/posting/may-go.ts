import { communityKeyOf } from '#shared/rules/budget-place.ts';
import { compareReply } from '#shared/rules/near-identical.ts';
import { type EarlierReply, promotionBudget } from '#shared/rules/promotion-budget.ts';
import type { RuleCard } from '#shared/rules/rule-cards.ts';
import { isUnderKnownRules } from '#shared/rules/server-rules.ts';
import type { CampaignRow, ConversationRow } from './rows.ts';
import { isApprovalOver, planLook, signInLook } from './schedule.ts';
import type { OwnAccount } from './settings.ts';
import { held, tooFast } from './words.ts';

export type Facts = {
  row: ConversationRow;
  campaign: Pick<CampaignRow, 'active'>;
  mayPost: boolean;
  account: OwnAccount | null;
  /** Whether replies may be sent to the host at all. */
  isSentTo: boolean;
  card: RuleCard;
  /** The other replies that use up the same budget. */
  history: EarlierReply[];
  /** The account was too fast and is left alone until then. */
  quietUntil: Date | null;
  now: Date;
};

/** `over`: it was taken back, or somebody else has sent it. `wait` without `until` is for as long as the campaign pauses. */
export type Verdict =
  | { may: 'go'; account: OwnAccount }
  | { may: 'wait'; until: Date | null; because: { heldBecause: string } | { tooFast: string } | null }
  | { may: 'hand'; because: string }
  | { may: 'review'; because: string }
  | { may: 'over' };

/**
 * Whether an approved reply may be sent now (design 7.12 and 7.15): asked before anything is sent, and again in the
 * transaction after which it is sent.
 */
export function decide(facts: Facts): Verdict {
  const { row, campaign, mayPost, account, isSentTo, card, quietUntil, now } = facts;
  if (row.status !== 'APPROVED' || row.reply === null) return { may: 'over' };
  if (!campaign.active) return { may: 'wait', until: null, because: null };
  if (!mayPost) return { may: 'wait', until: planLook(now), because: { heldBecause: held.plan } };
  if (!isSentTo || card.replyWay !== 'account') return { may: 'hand', because: held.notSent(card.place) };
  if (row.autoApproved && !card.automatedPosting)
    return { may: 'hand', because: held.notAutomatic(card.place) };
  const reviewBecause = findReview(facts);
  if (reviewBecause) return { may: 'review', because: reviewBecause };
  if (account?.needsLink)
    return { may: 'wait', until: signInLook(now), because: { heldBecause: held.signIn(row.host) } };
  if (account?.session && !isUnderKnownRules(row, account))
    return { may: 'hand', because: held.unknownRules };
  if (card.generatedText === 'unwelcome' && compareReply(row.reply)(row.suggestedReply))
    return { may: 'hand', because: held.ownWords(card.place) };
  if (!account?.canPost) return { may: 'hand', because: held.noAccount(row.host) };
  const overBudget = findOverBudget(facts);
  if (overBudget) return { may: 'hand', because: overBudget };
  if (quietUntil && quietUntil > now)
    return { may: 'wait', until: quietUntil, because: { tooFast: tooFast(row.host, quietUntil) } };
  return { may: 'go', account };
}

/** Why a reply that waits for a sign-in needs another approval; null when it does not. */
function findReview({ row, account, now }: Facts): string | null {
  if (row.outcome !== 'logged-out' && row.heldBecause !== held.signIn(row.host)) return null;
  if (isApprovalOver(row.approvedAt ?? row.createdAt, now)) return held.oldApproval;
  return account && account.id !== row.accountId ? held.otherAccount(row.host) : null;
}

function findOverBudget({ row, card, history, now }: Facts): string | null {
  const budget = promotionBudget(history, communityKeyOf(row), card, now);
  const allowed = budget.repliesLeftToday > 0 && (!row.isPromotion || budget.promotionAllowed);
  return allowed ? null : budget.arithmetic.join(' ');
}
