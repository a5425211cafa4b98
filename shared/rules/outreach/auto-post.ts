import type { HoldReason } from '#shared/contracts/outreach/hold-reasons.ts';
import type { SuggestionKind } from '#shared/contracts/outreach/opportunities.ts';
import { isRead, type RuleCard } from './places/rule-cards.ts';
import { findPromotionBan } from './places/server-rules.ts';
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
 * Reason to leave a suggested reply to its owner; null when it may be sent (design 7.12). Reasons of the place come
 * before those that the owner could change.
 */
export function autoPostBlockedBy(given: AutoPostCase): HoldReason | null {
  return (
    findForbidden(given.card, given.suggestionKind) ??
    findBanned(given.card, given.isPromotion) ??
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
 * Why every reply at a place is left for its owner, however sure we are of it; null when some may be sent (design 7.12).
 * `account` is the owner's that reaches `host`, or null.
 */
export function placeBlockedBy({ card, account, host, hasModel }: PlaceCase): HoldReason | null {
  return findForbidden(card, hasModel ? 'draft' : 'briefing') ?? findUnlinked(card, account, host);
}

function findForbidden(card: RuleCard, kind: SuggestionKind): HoldReason | null {
  const { place, readOn } = card;
  if (card.replyWay === 'none') return { code: 'read-only', place };
  if (card.expired) return { code: 'rules-outdated', place, readOn };
  if (!card.automatedPosting) return { code: isRead(card) ? 'not-automated' : 'rules-unknown', place };
  if (card.generatedText === 'unwelcome') return { code: 'own-words', place };
  if (card.replyWay === 'hand') return { code: 'by-hand', place };
  return kind === 'briefing' ? { code: 'no-model' } : null;
}

function findBanned(card: RuleCard, isPromotion: boolean): HoldReason | null {
  const rule = isPromotion ? findPromotionBan(card) : null;
  return rule === null ? null : { code: 'promotion-banned', place: card.place, rule };
}

function findUnsure(confidence: number, threshold: number): HoldReason | null {
  return confidence < threshold ? { code: 'unsure', confidence, threshold } : null;
}

function findUnlinked(card: RuleCard, account: AutoPostCase['account'], host: string): HoldReason | null {
  if (account === null) return { code: 'no-account', place: card.place };
  if (!account.canPost) return { code: 'account-unusable', place: card.place };
  // Only the rules of the server where they signed up are rules that its owner has agreed to.
  return account.host === host ? null : { code: 'other-server', host: account.host };
}

function findUnapproved(sentence: string | null): HoldReason | null {
  return sentence === null ? null : { code: 'unapproved', sentence };
}

function findOverspent(
  { place }: RuleCard,
  budget: PromotionBudget,
  isPromotion: boolean,
): HoldReason | null {
  if (budget.repliesLeftToday <= 0) return { code: 'day-used-up', place };
  return isPromotion && !budget.promotionAllowed ? { code: 'promotions-used-up', place } : null;
}
