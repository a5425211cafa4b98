import { compareReply } from '#shared/rules/outreach/near-identical.ts';
import { type EarlierReply, promotionBudget } from '#shared/rules/outreach/promotion-budget.ts';
import type { RuleCard } from '#shared/rules/outreach/rule-cards.ts';
import { isUnderKnownRules } from '#shared/rules/outreach/server-rules.ts';
import { communityKeyOf } from './budget-place.ts';
import type { OwnAccount } from './deps.ts';
import { holdReasons, tooFast } from './labels.ts';
import type { CampaignRow, ConversationRow } from './rows.ts';
import { isApprovalOver, nextPlanCheck, nextSignInCheck } from './schedule.ts';

export type SendFacts = {
  row: ConversationRow;
  campaign: Pick<CampaignRow, 'active'>;
  mayPost: boolean;
  account: OwnAccount | null;
  /** True when replies may be sent to the host. */
  isSentTo: boolean;
  card: RuleCard;
  /** The other replies that use up the same budget. */
  history: EarlierReply[];
  /** The account was too fast and is left alone until then. */
  quietUntil: Date | null;
  now: Date;
};

/** `over`: withdrawn, or sent by another worker. `wait` without `until` lasts as long as the campaign pauses. */
export type SendDecision =
  | { may: 'go'; account: OwnAccount }
  | { may: 'wait'; until: Date | null; because: { heldBecause: string } | { tooFast: string } | null }
  | { may: 'hand'; because: string }
  | { may: 'review'; because: string }
  | { may: 'over' };

/**
 * Decides if an approved reply may be sent (design 7.12 and 7.15). Runs before sending, and again in the transaction
 * that marks it as sending.
 */
export function decideSend(facts: SendFacts): SendDecision {
  const { row, campaign, mayPost, account, isSentTo, card, quietUntil, now } = facts;
  if (row.status !== 'APPROVED' || row.reply === null) return { may: 'over' };
  if (!campaign.active) return { may: 'wait', until: null, because: null };
  if (!mayPost) return { may: 'wait', until: nextPlanCheck(now), because: { heldBecause: holdReasons.plan } };
  if (!isSentTo || card.replyWay !== 'account')
    return { may: 'hand', because: holdReasons.notSent(card.place) };
  if (row.autoApproved && !card.automatedPosting)
    return { may: 'hand', because: holdReasons.notAutomatic(card.place) };
  const reviewBecause = findReview(facts);
  if (reviewBecause) return { may: 'review', because: reviewBecause };
  if (account?.needsLink)
    return {
      may: 'wait',
      until: nextSignInCheck(now),
      because: { heldBecause: holdReasons.signIn(row.host) },
    };
  if (account?.session && !isUnderKnownRules(row, account))
    return { may: 'hand', because: holdReasons.unknownRules };
  if (card.generatedText === 'unwelcome' && compareReply(row.reply)(row.suggestedReply))
    return { may: 'hand', because: holdReasons.ownWords(card.place) };
  if (!account?.canPost) return { may: 'hand', because: holdReasons.noAccount(row.host) };
  const overBudget = findOverBudget(facts);
  if (overBudget) return { may: 'hand', because: overBudget };
  if (quietUntil && quietUntil > now)
    return { may: 'wait', until: quietUntil, because: { tooFast: tooFast(row.host, quietUntil) } };
  return { may: 'go', account };
}

/** Why a reply that waits for a sign-in needs another approval; null when it does not. */
function findReview({ row, account, now }: SendFacts): string | null {
  if (row.outcome !== 'logged-out' && row.heldBecause !== holdReasons.signIn(row.host)) return null;
  if (isApprovalOver(row.approvedAt ?? row.createdAt, now)) return holdReasons.oldApproval;
  return account && account.id !== row.accountId ? holdReasons.otherAccount(row.host) : null;
}

function findOverBudget({ row, card, history, now }: SendFacts): string | null {
  const budget = promotionBudget(history, communityKeyOf(row), card, now);
  const allowed = budget.repliesLeftToday > 0 && (!row.isPromotion || budget.promotionAllowed);
  return allowed ? null : budget.arithmetic.join(' ');
}
