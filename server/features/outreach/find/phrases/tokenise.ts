import { stemmer } from 'stemmer';
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

const terms = new Map<string, string | null>();
const mostTerms = 100_000;
const longestWord = 40;

/** Term of a word of `wordsOf` in comparisons: its Porter stem, or null when it names no subject. */
export function termOf(word: string): string | null {
  const kept = terms.get(word);
  if (kept !== undefined) return kept;
  if (terms.size >= mostTerms) terms.clear();
  const term = findTerm(word);
  terms.set(word, term);
  return term;
}

function findTerm(word: string): string | null {
  if (word.length > longestWord || /^https?:/.test(word) || stopWords.has(word)) return null;
  const bare = word.replace(/'s$/, '');
  if (stopWords.has(bare) || /^\d+$/.test(bare) || /^[\p{Script=Latin}\p{N}]$/u.test(bare)) return null;
  return /^[a-z]+$/.test(bare) ? stemmer(bare) : bare;
}
