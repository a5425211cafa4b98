import { termOf, wordsOf } from '#server/features/outreach/find/phrases/tokenise.ts';
import type { Product } from '#shared/contracts/opportunities.ts';
import { linkMark, markMentions, nameMark } from '#shared/rules/outreach/product-mentions.ts';
import { cutAtWord } from './own-words.ts';

/** Longest fact in UTF-16 units. */
const longestFact = 220;

/**
 * Facts from a product's own description, those closest to `keywords` first. They are its sentences without the
 * product's name and addresses. Boasts are left out; nothing is added.
 */
export function productFacts(product: Product, keywords: string[]): string[] {
  const wanted = new Set(keywords.flatMap(termsOf));
  return factsOf(product)
    .map((fact) => ({ ...fact, shared: fact.terms.filter((term) => wanted.has(term)).length }))
    .sort((one, other) => other.shared - one.shared)
    .map(({ text }) => text);
}

type Fact = { text: string; terms: string[] };

// A search needs the facts of one product once a post.
const read = new WeakMap<Product, Fact[]>();

function factsOf(product: Product): Fact[] {
  const known = read.get(product);
  if (known) return known;
  const facts = product.description
    .split(/(?<=[.!?…])\s+|[。！？\n\r]+/u)
    .flatMap((sentence) => factOf(sentence, product) ?? [])
    .map((text) => ({ text, terms: termsOf(text) }));
  read.set(product, facts);
  return facts;
}

/** Parts that look alike in any script, to compare a claim with its source. */
export function levelled(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

function factOf(sentence: string, product: Product): string | null {
  const marked = markMentions(sentence, product).replace(otherLinks, linkMark);
  if (boasts.test(marked)) return null;
  const unlinked = marked.replace(new RegExp(`[(\\[]?${linkMark}[)\\]]?`, 'g'), '');
  // "QuietDesk is an app": text after a colon needs no second name.
  const fact = unlinked
    .replace(new RegExp(`(^|[\\s(])${nameMark}(?='s\\b)`, 'g'), '$1it')
    .replace(new RegExp(nameMark, 'g'), 'it')
    .replace(/\bit's (?=\p{Ll})/gu, 'its ')
    .replace(/[\p{Cc}\p{Cf}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s*•–—:,-]+|[\s:,;–—-]+$/g, '');
  return /\p{L}.*\p{L}/u.test(fact) ? cutAtWord(fact, longestFact) : null;
}

function termsOf(text: string): string[] {
  return wordsOf(text).flatMap((word) => termOf(word) ?? []);
}

const otherLinks = /(?:https?:\/\/|www\.)\S+/gi;

const boasts =
  /\b(?:best|world[- ]class|revolutionary|game[- ]chang\w+|unique|leading|guarantee[ds]?|amazing|incredible|perfect|ultimate|unbeatable|number one|everyone loves?|sign up|buy now|try it (?:now|free|today)|download (?:now|today))\b|#\s?1\b/i;
