import type { SuggestionKind } from '#shared/contracts/opportunities.ts';
import { preview } from '#shared/rules/text/plain-text.ts';
import { isRead, type RuleCard } from './places/rule-cards.ts';
import type { PromotionBudget } from './promotion-budget.ts';

export type AutoPostCase = {
  /** 50 to 100. */
  threshold: number;
  /** 0 to 100. */
  confidence: number;
  /** Host at which the reply would be posted. */
  host: string;
  card: RuleCard;
  suggestionKind: SuggestionKind;
  /** The owner's linked account that would send it, and where it lives; null without one. */
  account: { canPost: boolean; host: string } | null;
  budget: PromotionBudget;
  /** True when the suggested reply names the product. */
  isPromotion: boolean;
  /** A sentence of the suggested reply that its owner has approved in no earlier reply; null without one. */
  unapproved: string | null;
};

/**
 * Reason to leave a suggested reply to its owner, in one sentence; null when it may be sent (design 7.12). Reasons of
 * the place come before those that the owner could change.
 */
export function autoPostBlockedBy(given: AutoPostCase): string | null {
  return (
    findForbidden(given.card, given.suggestionKind, 'this reply is') ??
    findUnsure(given.confidence, given.threshold) ??
    findUnlinked(given.card, given.account, given.host) ??
    findUnapproved(given.unapproved) ??
    findOverspent(given.card, given.budget, given.isPromotion)
  );
}

type PlaceCase = Pick<AutoPostCase, 'card' | 'account' | 'host'> & {
  /** True when a model writes replies here at all. */
  hasModel: boolean;
};

/**
 * Why every reply at a place is left for its owner, however sure we are of it, in one sentence; null when some may be
 * sent (design 7.12). `account` is the owner's that reaches `host`, or null.
 */
export function placeBlockedBy({ card, account, host, hasModel }: PlaceCase): string | null {
  const kind = hasModel ? 'draft' : 'briefing';
  return findForbidden(card, kind, 'replies there are') ?? findUnlinked(card, account, host);
}

function findForbidden(card: RuleCard, kind: SuggestionKind, what: string): string | null {
  if (card.replyWay === 'none') return `${card.place} is for reading here, so nothing is sent there.`;
  if (card.expired)
    return `The rules of ${card.place} were read on ${card.readOn}, too long ago to rely on, so ${what} left for you.`;
  if (!card.automatedPosting)
    return isRead(card)
      ? `Automated posting is not allowed on ${card.place}, so ${what} left for you.`
      : `We don't know the rules of ${card.place}, so ${what} left for you.`;
  if (card.generatedText === 'unwelcome')
    return `${card.place} needs your own words, so ${what} left for you.`;
  if (card.replyWay === 'hand') return `Replies on ${card.place} are posted by hand.`;
  return kind === 'briefing' ? `Without a model there are only outlines, so ${what} left for you.` : null;
}

function findUnsure(confidence: number, threshold: number): string | null {
  if (confidence >= threshold) return null;
  return `Its confidence of ${confidence} is below your threshold of ${threshold}.`;
}

function findUnlinked(card: RuleCard, account: AutoPostCase['account'], host: string): string | null {
  if (account === null) return `No account on ${card.place} is linked.`;
  if (!account.canPost)
    return `Your linked account on ${card.place} can not post: sign in again or reply by hand.`;
  // Only the rules of the server where they signed up are rules that its owner has agreed to.
  return account.host === host
    ? null
    : `Your account is on ${account.host}, and nothing is sent to other servers without you.`;
}

function findUnapproved(sentence: string | null): string | null {
  return sentence === null
    ? null
    : `You have not approved this sentence before: “${preview(sentence, 80)}” Read it first.`;
}

function findOverspent(card: RuleCard, budget: PromotionBudget, isPromotion: boolean): string | null {
  if (budget.repliesLeftToday <= 0) return `The replies of the last 24 hours on ${card.place} are used up.`;
  if (isPromotion && !budget.promotionAllowed)
    return `Naming your product on ${card.place} again would go over its promotion budget.`;
  return null;
}
