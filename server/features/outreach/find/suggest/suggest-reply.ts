import {
  type Intent,
  isAsking,
  wantsRecommendation,
} from '#server/features/outreach/find/intent/read-intent.ts';
import { termsOf } from '#server/features/outreach/find/phrases/tokenise.ts';
import type { FoundPost } from '#server/integrations/sources/port.ts';
import type { DraftCut, Product, SuggestionKind } from '#shared/contracts/outreach/opportunities.ts';
import { disclosureOf } from '#shared/rules/outreach/disclosure.ts';
import type { RuleCard } from '#shared/rules/outreach/places/rule-cards.ts';
import { linkMark, markMentions, nameMark } from '#shared/rules/outreach/product-mentions.ts';
import { productName } from '#shared/rules/product.ts';
import { cutAtWord } from '#shared/rules/text/plain-text.ts';
import { sentencesOf } from '#shared/rules/text/sentences.ts';
import type { CheckedDraft } from './check-draft.ts';
import { tameWords } from './post-words.ts';

export type SuggestionCase = {
  post: FoundPost;
  product: Product;
  card: RuleCard;
  /** The words that the post and the description share. */
  keywords: string[];
  /** The sentence that asks, word for word. */
  quote: string | null;
  /** Null where the post's language can't be read. */
  intent: Intent | null;
  /** Facts for a model to mention; only those in the description are used. */
  facts?: string[];
  /** A model's, only where `mayDraft` allows it. */
  draft?: CheckedDraft | undefined;
};

export type Suggestion = { kind: SuggestionKind; text: string; cuts: DraftCut[] };

/** True where a generated draft of a reply is welcome. */
export function mayDraft({ generatedText, replyWay }: RuleCard): boolean {
  return generatedText === 'allowed' && replyWay !== 'none';
}

/**
 * Suggested reply for a conversation (design 7.12; outreach reference 5, step 7): what is left of a model's draft once it
 * is checked, else an outline with `product.url` unchanged. The same input gives the same text.
 */
export function suggestReply(given: SuggestionCase): Suggestion {
  const { text = null, cuts = [] } = given.draft ?? {};
  if (text !== null) return { kind: 'draft', text, cuts };
  return { kind: 'briefing', text: composeBriefing({ ...given, facts: factsFor(given) }), cuts };
}

/** Longest fact in UTF-16 units. */
const longestFact = 220;

/**
 * Sentences of the product's description without its name, and none with a link: those that a model picked first, then
 * those closest to `keywords`.
 */
function factsFor({ product, keywords, facts = [] }: SuggestionCase): string[] {
  const wanted = new Set(keywords.flatMap(termsOf));
  const picked = facts.map(levelled).filter((fact) => fact !== '');
  const rankOf = (fact: string) =>
    picked.some((pick) => levelled(fact).includes(pick))
      ? Number.POSITIVE_INFINITY
      : termsOf(fact).filter((term) => wanted.has(term)).length;
  return factsOf(product)
    .map((fact) => ({ fact, rank: rankOf(fact) }))
    .sort((one, other) => (other.rank === one.rank ? 0 : other.rank - one.rank))
    .map(({ fact }) => fact);
}

const factsRead = new WeakMap<Product, string[]>();

/** Every fact of a description, read once for all posts of a search. */
function factsOf(product: Product): string[] {
  const known = factsRead.get(product);
  if (known) return known;
  const facts = sentencesOf(product.description).flatMap((sentence) => factOf(sentence, product) ?? []);
  factsRead.set(product, facts);
  return facts;
}

function levelled(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

/** The sentence with 'it' in place of the product's name: text after a colon needs no second one. Null with a link. */
function factOf(sentence: string, product: Product): string | null {
  const marked = markMentions(sentence, product);
  if (marked.includes(linkMark) || /https?:\/\/|www\./i.test(marked)) return null;
  const fact = marked
    .replaceAll(`${nameMark}'s`, 'its')
    .replaceAll(nameMark, 'it')
    .replace(/[\p{Cc}\p{Cf}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s*•–—:,-]+|[\s:,;–—-]+$/g, '');
  return /\p{L}.*\p{L}/u.test(fact) ? cutAtWord(fact, longestFact) : null;
}

type BriefingCase = Omit<SuggestionCase, 'facts' | 'draft'> & { facts: string[] };

/**
 * Notes to write a reply, labelled as not for posting (outreach reference 5, step 7): an outline first, as lists show the
 * beginning; then the match in the post's own words, and the place's rule. Without the outline where the owner can't reply.
 */
function composeBriefing(given: BriefingCase): string {
  const { card } = given;
  if (card.replyWay === 'none')
    return [readingNote(card), fitPart(given), rulePart(card)].filter(Boolean).join('\n\n');
  return ['Notes, not for posting.', outlineOf(given), fitPart(given), rulePart(card)]
    .filter(Boolean)
    .join('\n\n');
}

function readingNote({ place }: RuleCard): string {
  return `Notes. ${place} is for reading here: nothing about your product is posted there.`;
}

function fitPart({ post, quote, keywords }: BriefingCase): string {
  const lines = tellingQuotes(post, quote, keywords).map((words) => `- “${words}”`);
  return lines.length === 0 ? '' : ['Why this fits:', ...lines].join('\n');
}

type Kind = 'comparison' | 'question' | 'complaint';

const answers: Record<Kind, string> = {
  comparison: 'Say what you have used yourself, and whom it suits',
  question: 'Answer what they asked, from your own experience',
  complaint: 'Answer what troubles them, from your own experience',
};

function outlineOf({ intent, product, facts }: BriefingCase): string {
  const name = product.name.trim();
  const says = factsPart(facts);
  return [
    `1. ${answers[kindOf(intent)]}.`,
    `2. Say one thing that helps even without ${name}.`,
    `3. Only if it fits, one sentence on ${name}.`,
    ...(says === '' ? [] : [`   Your description says: ${says}`]),
    `   Then: ${disclosureOf(product)} ${product.url}`,
  ].join('\n');
}

function kindOf(intent: Intent | null): Kind {
  if (intent && wantsRecommendation(intent)) return 'comparison';
  return intent && !isAsking(intent) ? 'complaint' : 'question';
}

const mostOfFacts = 240;

/** The first fact, and the second where both are short. */
function factsPart([first = '', second = '']: string[]): string {
  const both = [first, second].filter(Boolean).map(ended).join(' ');
  return both.length <= mostOfFacts ? both : cutAtWord(ended(first), mostOfFacts);
}

function ended(fact: string): string {
  const capital = fact.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
  return /[.!?…。！？]$/.test(capital) ? capital : `${capital}.`;
}

function rulePart(card: RuleCard): string {
  const [rule] = card.rules;
  if (!rule) return '';
  const age = card.expired ? ', too long ago to rely on, so the strictest reading holds' : '';
  const words = cutAtWord(rule.text.replace(/\s+/g, ' '), 180);
  // Never present our own rule as the place's words.
  if (rule.source === productName) return `About ${card.place}: ${words} (As of ${card.readOn}${age}.)`;
  return `What ${card.place} asks: “${words}” (${rule.source}, read on ${card.readOn}${age})`;
}

const mostQuotes = 2;
const longestQuote = 150;
// A post names its subject before this.
const read = 3_000;
// "Any ideas?" carries no problem.
const fewestWords = 4;

/**
 * One or two short quotes of a post that carry its problem: the sentence that asks, and what else it says of `keywords`;
 * none where nothing says enough.
 */
function tellingQuotes(
  { title, body }: Pick<FoundPost, 'title' | 'body'>,
  quote: string | null,
  keywords: string[],
): string[] {
  const wanted = new Set(keywords.flatMap(termsOf));
  const asking = tameWords(quote ?? '', longestQuote);
  const sentences = [title, ...sentencesOf(body.slice(0, read))]
    .map((sentence) => tameWords(sentence, longestQuote))
    .filter((sentence) => sentence !== asking && saysEnough(sentence))
    .map((sentence) => ({
      sentence,
      shared: new Set(termsOf(sentence).filter((term) => wanted.has(term))).size,
    }))
    .toSorted((a, b) => b.shared - a.shared);
  const telling = sentences.filter(({ shared }) => shared > 0).map(({ sentence }) => sentence);
  const chosen = [...(saysEnough(asking) ? [asking] : []), ...telling].slice(0, mostQuotes);
  return chosen.length > 0 ? chosen : sentences.slice(0, 1).map(({ sentence }) => sentence);
}

function saysEnough(sentence: string): boolean {
  return (sentence.match(/\p{L}+/gu) ?? []).length >= fewestWords || unspaced.test(sentence);
}

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{4}/u;
