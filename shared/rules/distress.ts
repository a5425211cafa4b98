import data from './distress.data.json' with { type: 'json' };

/** The parts of a post that show whether its author is in distress. */
export type DistressCase = {
  title: string;
  threadTitle: string | null;
  body: string;
  host: string;
  community: string | null;
};

/**
 * Whether a post may come from a minor or from a person in distress, by its place, hashtags and words, which are data.
 * Doubt counts as distress, whatever the product.
 */
export function isInDistress({ title, threadTitle, body, host, community }: DistressCase): boolean {
  const text = `${title}\n${threadTitle ?? ''}\n${body}`;
  const tags = [...text.matchAll(/#([\p{L}\p{N}_]+)/gu)].map(([, tag = '']) => tag);
  if ([host, community ?? '', ...tags].some(isPlaceOfDistress)) return true;
  const words = wordsOf(text);
  const joined = words.join(' ');
  return inside.some((part) => joined.includes(part)) || words.some((_, at) => isMatch(words, at));
}

type Phrase = string[];

const places = new Set(data.places.map(joinedWords));
const inside = data.inside.map(plain);
const phrases = phrasesByStart(Object.values(data.words).flat());
const pairs = data.near.map((pair) => ({
  words: phrasesByStart(pair.words),
  others: phrasesByStart(pair.with),
}));
/** Words between the two halves of a pair. */
const nearby = 6;

/** A community may carry its server's name, as in 'depression@lemmy.world'. */
function isPlaceOfDistress(name: string): boolean {
  return name
    .split('@')
    .map(joinedWords)
    .some((part) => places.has(part) || data.placeParts.some((stem) => part.includes(stem)));
}

function isMatch(words: string[], at: number): boolean {
  if (startsPhrase(phrases, words, at)) return true;
  return pairs.some((pair) => {
    if (!startsPhrase(pair.words, words, at)) return false;
    const from = Math.max(0, at - nearby);
    const around = words.slice(from, at + nearby + 1);
    return around.some((_, offset) => startsPhrase(pair.others, words, from + offset));
  });
}

/** Phrases by the beginning of their first word; `#` becomes each age below 18. */
function phrasesByStart(entries: string[]): Map<string, Phrase[]> {
  const spelled = entries.flatMap((entry) =>
    entry.includes('#') ? data.ages.map((age) => entry.replace('#', age)) : [entry],
  );
  return Map.groupBy(
    spelled.map((entry) => plain(entry).split(' ')),
    ([first = '']) => startOf(first),
  );
}

function startsPhrase(known: Map<string, Phrase[]>, words: string[], at: number): boolean {
  const candidates = known.get(startOf(words[at] ?? '')) ?? [];
  return candidates.some((phrase) => phrase.every((part, offset) => fits(words[at + offset], part)));
}

/** A part that ends with `*` is a stem; `*` alone is any word. */
function fits(word: string | undefined, part: string): boolean {
  if (word === undefined) return false;
  return part.endsWith('*') ? word.startsWith(part.slice(0, -1)) : word === part;
}

// A stem has at least two letters.
function startOf(word: string): string {
  return word.slice(0, 2);
}

function joinedWords(text: string): string {
  return wordsOf(text).join('');
}

function wordsOf(text: string): string[] {
  return plain(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Lower case without accents and apostrophes: "Don’t" becomes "dont". */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}|\p{Cf}|['’‘`´]/gu, '')
    .toLowerCase();
}
