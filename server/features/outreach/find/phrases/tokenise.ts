import { stemmer } from 'stemmer';
import { CappedMap } from '#shared/rules/capped-map.ts';
import { otherStopWords } from '#shared/rules/text/stop-words.data.ts';
import { stopWords } from './stop-words.data.ts';

// An address is one match, so that its parts are no words; c#, c++, .net and node.js stay whole.
const asciiWord = /https?:\/\/\S+|\.net\b|c\+\+|[cf]#|[a-z0-9]+(?:\.(?:js|io|ai|py|rb)\b|'[a-z]+)*/g;
const anyWord =
  /https?:\/\/\S+|\.net\b|c\+\+|[cf]#|[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:\.(?:js|io|ai|py|rb)\b|'\p{L}+)*/gu;
const beyondAscii = /[\u0080-\uffff]/;

/**
 * The words of a text in its order, in lower case (NFKC), an address as one of them. English takes a pattern of its
 * own: it is read four times as fast.
 */
export function wordsOf(text: string): string[] {
  if (!beyondAscii.test(text)) return text.toLowerCase().match(asciiWord) ?? [];
  return text.normalize('NFKC').toLowerCase().replaceAll('’', "'").match(anyWord) ?? [];
}

const terms = new CappedMap<string, string | null>(100_000);
const longestWord = 40;

/** Term of a word of `wordsOf` in comparisons: its Porter stem, or null when it names no subject. */
export function termOf(word: string): string | null {
  const known = terms.get(word);
  if (known !== undefined) return known;
  const term = findTerm(word);
  terms.set(word, term);
  return term;
}

/** Terms of a text, each as often as it is used. */
export function termsOf(text: string): string[] {
  return wordsOf(text).flatMap((word) => termOf(word) ?? []);
}

/** Reads a description's words in its language: in German 'die' tells nothing, in English it does. */
export function termReader(description: string): (word: string) => string | null {
  return isForeign(wordsOf(description))
    ? (word) => (otherStopWords.has(word) ? null : termOf(word))
    : termOf;
}

// Some words are common in one language and telling in another: one of them alone is no sign.
const fewestForeign = 2;

/** True when more of the words are stop words of another language than of English. */
export function isForeign(words: string[]): boolean {
  const foreign = words.filter((word) => otherStopWords.has(word) && !stopWords.has(word)).length;
  return foreign >= fewestForeign && foreign > words.filter((word) => stopWords.has(word)).length;
}

function findTerm(word: string): string | null {
  if (word.length > longestWord || /^https?:/.test(word) || stopWords.has(word)) return null;
  const bare = word.replace(/'s$/, '');
  if (stopWords.has(bare) || /^\d+$/.test(bare) || /^[\p{Script=Latin}\p{N}]$/u.test(bare)) return null;
  return /^[a-z]+$/.test(bare) ? stemmer(bare) : bare;
}
