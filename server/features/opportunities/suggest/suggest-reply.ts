import type { FoundPost } from '#server/integrations/conversations/port.ts';
import type { Product, SuggestionKind } from '#shared/contracts/opportunities.ts';
import type { RuleCard } from '#shared/rules/rule-cards.ts';
import { composeBriefing } from './compose-briefing.ts';
import { isUsableDraft, withAddress } from './model-draft.ts';
import { levelled, productFacts } from './product-facts.ts';

export type SuggestionCase = {
  post: FoundPost;
  product: Product;
  card: RuleCard;
  /** Why it matched, one sentence each. */
  why: string[];
  /** The words that the post and the description share. */
  keywords: string[];
  /** What a model would mention; only what the description says is taken. */
  facts?: string[];
  /** A model's reply, taken where generated text is welcome and it holds to the rules. */
  draft?: string | null;
};

/**
 * What is suggested for a conversation (design 7.12; outreach reference 5, step 7): a model's draft where generated text is
 * welcome and the draft helps, names the product at most once and says who made it; else an outline for the owner to
 * fill in, with `product.url` as it stands. The same input gives the same text.
 */
export function suggestReply(given: SuggestionCase): { kind: SuggestionKind; text: string } {
  const { post, product, card, draft } = given;
  const written = draft?.trim();
  const mayDraft = card.generatedText === 'allowed' && card.replyWay !== 'none';
  if (mayDraft && written && isUsableDraft(written, post, product))
    return { kind: 'draft', text: withAddress(written, post, product) };
  return { kind: 'briefing', text: composeBriefing({ ...given, facts: factsFor(given) }) };
}

/** The description's own facts, those that a model picked first. */
function factsFor({ product, keywords, facts = [] }: SuggestionCase): string[] {
  const own = productFacts(product, keywords);
  const picked = facts.map(levelled).filter((fact) => fact !== '');
  const isPicked = (fact: string) => picked.some((pick) => levelled(fact).includes(pick));
  return [...own.filter(isPicked), ...own.filter((fact) => !isPicked(fact))];
}
