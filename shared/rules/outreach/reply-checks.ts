import type { SourceName } from '#shared/contracts/outreach/conversation-sources.ts';
import type { SuggestionKind } from '#shared/contracts/outreach/opportunities.ts';
import type { MessageCode, MessageParams } from '#shared/messages/catalogue.ts';
import { preview } from '#shared/rules/text/plain-text.ts';
import { countMentions, discloses, disclosureOf, namingSentences } from './disclosure.ts';
import { compareReply } from './near-identical.ts';
import type { RuleCard } from './places/rule-cards.ts';
import { findPromotionBan, type ReplyLimits } from './places/server-rules.ts';
import { budgetAdvice, type PromotionBudget } from './promotion-budget.ts';
import { findFormProblem, type ReplyProblem } from './reply-form.ts';

export type ReplyCase = {
  reply: string;
  source: SourceName;
  product: { name: string; url: string; trackedLink: string };
  card: RuleCard;
  suggestion: { kind: SuggestionKind; text: string };
  /** Suggestions to this owner elsewhere: copying one is not writing one's own words either. */
  otherSuggestions: string[];
  /** Replies of this owner that were approved before. */
  earlierReplies: string[];
  budget: PromotionBudget;
  /** Those of the server that it is sent from, where they are known. */
  limits?: ReplyLimits | null;
  /** The content warning before it, where it is known. */
  warning?: string;
};

/**
 * Reason that keeps a reply from being approved, as a message code, or null (design 7.12). The browser checks while it
 * is written, the server decides.
 */
export function findReplyProblem(given: ReplyCase): ReplyProblem | null {
  const { card, reply, source, limits, warning } = given;
  if (card.replyWay === 'none') return problem('reply_not_welcome', { place: card.place });
  return (
    findForeignWords(given) ??
    findFormProblem(reply, source, limits, warning) ??
    findMentionProblem(given) ??
    findOverBudget(given)
  );
}

function findForeignWords(given: ReplyCase): ReplyProblem | null {
  const { reply, card, suggestion, otherSuggestions, earlierReplies } = given;
  const isOwnAsked = suggestion.kind === 'briefing' || card.generatedText === 'unwelcome';
  const suggestions = isOwnAsked ? [suggestion.text, ...otherSuggestions] : [];
  const isTakenFrom = compareReply(reply);
  if (suggestions.some(isTakenFrom))
    return card.generatedText === 'unwelcome'
      ? problem('reply_own_words', { place: card.place })
      : problem('reply_too_alike', {});
  return earlierReplies.some(isTakenFrom) ? problem('reply_too_alike', {}) : null;
}

function findMentionProblem({ reply, product, card }: ReplyCase): ReplyProblem | null {
  const mentions = countMentions(reply, product);
  const rule = mentions > 0 && findPromotionBan(card);
  if (rule) return problem('reply_promotion_banned', { place: card.place, rule: preview(rule, 160) });
  if (mentions > 1)
    return problem('reply_promotes_twice', { sentences: quoted(namingSentences(reply, product)) });
  if (mentions === 0 || discloses(reply, product)) return null;
  return problem('reply_without_disclosure', { disclosure: disclosureOf(product) });
}

function findOverBudget({ reply, product, budget }: ReplyCase): ReplyProblem | null {
  const isPromotion = countMentions(reply, product) > 0;
  if (budget.repliesLeftToday > 0 && (budget.promotionAllowed || !isPromotion)) return null;
  return problem('reply_over_budget', { advice: budgetAdvice(budget, product.name) });
}

function quoted(sentences: string[]): string {
  return sentences.map((sentence) => `“${preview(sentence, 80)}”`).join(', ');
}

function problem(code: MessageCode, params: MessageParams): ReplyProblem {
  return { code, params };
}
