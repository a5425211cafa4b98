import { intentOf } from '#server/features/opportunities/cues.ts';
import type { FoundPost } from '#server/integrations/conversations/port.ts';
import type { Product } from '#shared/contracts/opportunities.ts';
import { disclosureOf } from '#shared/rules/disclosure.ts';
import { productName } from '#shared/rules/product.ts';
import type { RuleCard } from '#shared/rules/rule-cards.ts';
import { cutAtWord, spokenSentences } from './own-words.ts';
import { tellingQuotes } from './telling-quotes.ts';

export type BriefingCase = {
  post: FoundPost;
  product: Product;
  card: RuleCard;
  why: string[];
  keywords: string[];
  facts: string[];
};

/**
 * What the owner needs to write a reply, labelled as not for posting (outreach reference 5, step 7): why the conversation
 * fits, in the post's own words; an outline to fill in; the place's rule. Where nobody of ours replies, no outline.
 */
export function composeBriefing(given: BriefingCase): string {
  const { card } = given;
  const outline = card.replyWay === 'none' ? '' : outlineOf(given);
  return [openingOf(card), fitPart(given), outline, rulePart(card)].filter(Boolean).join('\n\n');
}

function openingOf({ replyWay, generatedText, place }: RuleCard): string {
  if (replyWay === 'none')
    return `For your eyes only. ${place} is for reading here: nothing about your product is posted there.`;
  const opening = 'For your eyes only, not for posting: no model wrote a reply';
  return generatedText === 'unwelcome'
    ? `${opening}, and ${place} wants one in your own words.`
    : `${opening}.`;
}

function fitPart({ post, why, keywords }: BriefingCase): string {
  const quotes = tellingQuotes(post, keywords).map((quote) => `“${quote}”`);
  const reasons = why.slice(0, 2).map((reason) => cutAtWord(reason.replace(/\s+/g, ' ').trim(), 160));
  const lines = quotes.length > 0 ? quotes : reasons;
  return lines.length === 0 ? '' : ['Why this fits:', ...lines.map((line) => `- ${line}`)].join('\n');
}

type Kind = 'comparison' | 'question' | 'complaint';

const answers: Record<Kind, string> = {
  comparison: 'Say what you have used yourself, and whom it suits',
  question: 'Answer what they asked, from your own experience',
  complaint: 'Answer what troubles them, from your own experience',
};

function outlineOf({ post, product, facts }: BriefingCase): string {
  const name = product.name.trim();
  const says = factsPart(facts);
  return [
    'An outline to fill in:',
    `1. ${answers[kindOf(post)]}: ______`,
    `2. Say one thing that helps even without ${name}: ______`,
    `3. Only if it fits, one sentence on ${name}: ______`,
    ...(says === '' ? [] : [`   Your description says: ${says}`]),
    `   Then: ${disclosureOf(product)} ${product.url}`,
  ].join('\n');
}

function kindOf(post: FoundPost): Kind {
  const intent = intentOf({ title: '', threadTitle: null, body: spokenSentences(post).join('\n') });
  if (intent === 'seeks') return 'comparison';
  return intent === 'asks' ? 'question' : 'complaint';
}

const mostOfFacts = 240;

/** The first fact, and the second where both are short. */
function factsPart([first = '', second = '']: string[]): string {
  const both = [first, second].filter(Boolean).map(ended).join(' ');
  return both.length <= mostOfFacts ? both : cutAtWord(ended(first), mostOfFacts);
}

function ended(fact: string): string {
  const capital = fact.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
  return /[.!?…]$/.test(capital) ? capital : `${capital}.`;
}

function rulePart(card: RuleCard): string {
  const [rule] = card.rules;
  if (!rule) return '';
  const age = card.expired ? ', too long ago to rely on, so the strictest reading holds' : '';
  const words = cutAtWord(rule.text.replace(/\s+/g, ' '), 180);
  // Nothing of ours is put into the place's mouth.
  if (rule.source === productName) return `About ${card.place}: ${words} (As of ${card.readOn}${age}.)`;
  return `What ${card.place} asks: “${words}” (${rule.source}, read on ${card.readOn}${age})`;
}
