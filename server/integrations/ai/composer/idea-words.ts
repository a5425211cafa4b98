import { singularOf } from './nouns.ts';

/** A text's words in small letters and the singular, apostrophe endings cut, in order. */
export function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+(?:[-’'][\p{L}\p{N}]+)*/gu) ?? [];
  return words.map((word) => singularOf(word.replace(/[’']s?$/, '')));
}

/**
 * A list of words in one string, made ready for `countMatches`: `_` joins the words of a phrase, `~` marks words of
 * many meanings, which count only beside others of the list.
 */
type WordList = { words: Set<string>; phrases: string[]; weak: Set<string> };

export function wordList(text: string): WordList {
  const entries = text.split(/\s+/).filter((entry) => entry !== '');
  const phrases = entries.filter((entry) => entry.includes('_')).map((entry) => entry.replaceAll('_', ' '));
  const single = entries.filter((entry) => !entry.includes('_'));
  return {
    words: new Set(single.filter((entry) => !entry.startsWith('~'))),
    phrases,
    weak: new Set(single.filter((entry) => entry.startsWith('~')).map((entry) => entry.slice(1))),
  };
}

/** The list with its weak words as strong as the others, for words that stand beside others of the list. */
export function inCompany(list: WordList): WordList {
  return { ...list, words: new Set([...list.words, ...list.weak]) };
}

/** How many of the list's entries the words hold; a phrase counts double, since it says more. */
export function countMatches(words: string[], list: WordList): number {
  const single = new Set(words.filter((word) => list.words.has(word))).size;
  return single + phraseMatches(words, list);
}

/** Twice the number of the list's phrases that stand in the words. */
export function phraseMatches(words: string[], list: WordList): number {
  const joined = ` ${words.join(' ')} `;
  return 2 * list.phrases.filter((phrase) => joined.includes(` ${phrase} `)).length;
}

/** A number that depends on the text alone (FNV-1a), to choose among equals the same way every time. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  return hash;
}

/** A table's own entry; words such as "constructor" must not reach what objects inherit. */
export function lookUp<T>(table: Record<string, T>, word: string): T | undefined {
  return Object.hasOwn(table, word) ? table[word] : undefined;
}
