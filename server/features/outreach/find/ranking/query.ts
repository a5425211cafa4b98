import { measureWords } from '#server/features/outreach/find/phrases/stop-words.data.ts';
import { isForeign, termOf, termReader, wordsOf } from '#server/features/outreach/find/phrases/tokenise.ts';
import type { WordWeights } from '#server/features/outreach/find/phrases/word-weights.ts';
import type { FoundPost } from '#server/integrations/sources/port.ts';

/** The words by which a post is compared. */
export type PostText = Pick<FoundPost, 'title' | 'threadTitle' | 'body'>;

/** The query that posts are compared with. */
export type Query = {
  /** Weight of each term. */
  weights: ReadonlyMap<string, number>;
  /** The sum of the weights, as if there were `fewestTerms` at least: a few words describe nothing well. */
  total: number;
  /** Terms that are side by side in the description: 'guest list'. */
  pairs: ReadonlySet<string>;
  /** Prefixes of the terms, by `startOf`: a word without one matches no term and needs no stemming. */
  starts: ReadonlySet<number>;
  /** The one term that carries a short description: a post without it is about something else. Null in longer ones. */
  needed: string | null;
  /** True when the weights say how rare the terms are: the word list is English. */
  isWeighed: boolean;
};

/** A term of a text, and the place of its word among all words. */
export type PlacedTerm = { term: string; place: number };

/** More terms than this only make chance matches likelier. */
const termLimit = 60;
const fewestTerms = 6;
/** A term of less weight is no subject: half of all posts hold one like it. */
const specificFrom = 4;
const leastWeight = 1;
const measureTerms = new Set([...measureWords].flatMap((word) => termOf(word) ?? []));

// One shared word is not enough: of such posts one in six is on topic.
const fewestShared = 2;
// Without word frequencies, two shared words may both be everyday ones.
const fewestUnweighed = 3;

/** The whole of a description as a query; of a long one its most telling terms. */
export function queryOf(description: string, given: WordWeights): Query {
  const termOf = termReader(description);
  const sequence = wordsOf(description).flatMap((word, place): PlacedTerm[] => {
    const term = termOf(word);
    return term === null ? [] : [{ term, place }];
  });
  const counts = new Map<string, number>();
  for (const { term } of sequence) counts.set(term, (counts.get(term) ?? 0) + 1);
  const weights = [...counts]
    .map(([term, count]) => ({
      term,
      weight: measureTerms.has(term) ? leastWeight : given.weigh(term),
      count,
    }))
    .toSorted((a, b) => b.weight * Math.log(1 + b.count) - a.weight * Math.log(1 + a.count))
    .slice(0, termLimit)
    .map(({ term, weight }) => [term, weight] as const);
  const sum = weights.reduce((total, [, weight]) => total + weight, 0);
  return {
    weights: new Map(weights),
    total: sum * Math.max(1, fewestTerms / weights.length),
    pairs: new Set(pairsOf(sequence)),
    starts: new Set(weights.map(([term]) => startOf(term))),
    needed: neededOf(weights, sum),
    isWeighed: isWeighable(description, given),
  };
}

// "ETF" is two fifths of "An ETF tracker. It shows what an ETF holds and costs."
const shareOfNeeded = 0.25;

function neededOf(weights: (readonly [string, number])[], sum: number): string | null {
  const [term, weight] = weights.toSorted(([, one], [, other]) => other - one)[0] ?? ['', 0];
  return weight > shareOfNeeded * sum ? term : null;
}

/** Number of telling terms that a post has to share with a query. */
export function leastShared({ isWeighed }: Query): number {
  return isWeighed ? fewestShared : fewestUnweighed;
}

/** True when a query has enough telling terms; with fewer it finds no post. */
export function canFind(query: Query): boolean {
  return [...query.weights.keys()].filter((term) => isSpecific(query, term)).length >= leastShared(query);
}

/** True when a term names a subject, not a measure or an everyday word. */
export function isSpecific(query: Query, term: string): boolean {
  return (query.weights.get(term) ?? 0) >= specificFrom;
}

// Of 66 posts that ask and share only such a word, in their title, all were on the subject: see decision 13.
const rareFrom = 22;

/** True when a term is so rare that a title which holds it is about it. */
export function isRare({ isWeighed, weights }: Query, term: string): boolean {
  return isWeighed && (weights.get(term) ?? 0) >= rareFrom;
}

/** Terms whose words are side by side. */
export function pairsOf(sequence: PlacedTerm[]): string[] {
  return sequence.flatMap(({ term, place }, index) => {
    const before = sequence[index - 1];
    return before && place - before.place === 1 ? `${before.term} ${term}` : [];
  });
}

/** A word's first two characters as a number; its stem has the same. */
export function startOf(word: string): number {
  return word.charCodeAt(0) * 65_536 + (word.length > 1 ? word.charCodeAt(1) : 0);
}

/**
 * True when the English word list covers the description. Of 52 English descriptions, with jargon, it knew at least two
 * thirds of the terms. Of German, Spanish, Italian, Dutch and Polish ones it knew a third, of French more.
 */
export function isWeighable(description: string, weights: WordWeights): boolean {
  const words = wordsOf(description);
  const terms = new Set(words.flatMap((word) => termOf(word) ?? []));
  const known = [...terms].filter((term) => weights.isKnown(term)).length;
  return known >= terms.size / 2 && !isForeign(words);
}
