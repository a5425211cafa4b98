import { plainLetters, plainWordsOf, readPhrases, startsPhrase } from '#shared/rules/text/phrases.ts';
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
 * True for a post that may come from a minor or a person in distress, by its place, hashtags and words, which are data.
 * Doubt counts as distress, whatever the product.
 */
export function isInDistress({ title, threadTitle, body, host, community }: DistressCase): boolean {
  const text = `${title}\n${threadTitle ?? ''}\n${body}`;
  const tags = [...text.matchAll(/#([\p{L}\p{N}_]+)/gu)].map(([, tag = '']) => tag);
  if ([host, community ?? '', ...tags].some(isPlaceOfDistress)) return true;
  const words = plainWordsOf(text);
  const joined = words.join(' ');
  return inside.some((part) => joined.includes(part)) || words.some((_, at) => isMatch(words, at));
}

const places = new Set(data.places.map(joinedWords));
const inside = data.inside.map(plainLetters);
const phrases = readPhrases(withAges(Object.values(data.words).flat()));
const pairs = data.near.map((pair) => ({
  words: readPhrases(pair.words),
  others: readPhrases(withAges(pair.with)),
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

/** `#` becomes each age below 18. */
function withAges(entries: string[]): string[] {
  return entries.flatMap((entry) =>
    entry.includes('#') ? data.ages.map((age) => entry.replace('#', age)) : [entry],
  );
}

function joinedWords(text: string): string {
  return plainWordsOf(text).join('');
}
