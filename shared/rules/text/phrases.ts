import { groupBy } from '#shared/rules/lists.ts';

/** A phrase by words; one that ends with `*` is a stem, `*` alone is any word. */
type Phrase = string[];

/** Phrases by the first letters of their first word. */
export type Phrases = Map<string, Phrase[]>;

/** Reads phrases such as 'relaps*' or 'passed away' from data. A stem has at least two letters. */
export function readPhrases(entries: string[]): Phrases {
  return groupBy(
    entries.map((entry) => plainLetters(entry).split(' ')),
    ([first = '']) => startOf(first),
  );
}

export function startsPhrase(phrases: Phrases, words: string[], at: number): boolean {
  const candidates = phrases.get(startOf(words[at] ?? '')) ?? [];
  return candidates.some((phrase) => phrase.every((part, offset) => fits(words[at + offset], part)));
}

export function plainWordsOf(text: string): string[] {
  return plainLetters(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Lower case without accents and apostrophes: "Don’t" becomes "dont". */
export function plainLetters(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}|\p{Cf}|['’‘`´]/gu, '')
    .toLowerCase();
}

function fits(word: string | undefined, part: string): boolean {
  if (word === undefined) return false;
  return part.endsWith('*') ? word.startsWith(part.slice(0, -1)) : word === part;
}

function startOf(word: string): string {
  return word.slice(0, 2);
}
