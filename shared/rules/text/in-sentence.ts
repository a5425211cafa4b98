import type { IdeaReading } from '#shared/contracts/reading.ts';

/**
 * A typed phrase as it stands inside a sentence: the capital that only began the box goes. Names with more capitals
 * keep theirs ("HR teams"), and so does German, whose nouns have one.
 */
export function inSentence(phrase: string, language: IdeaReading['language']): string {
  const text = phrase.trim();
  const first = text.match(/^[¿¡]?[\p{L}\p{M}'’-]+/u)?.[0] ?? '';
  const isName = first === 'I' || /^I['’]/.test(first) || /\p{L}.*\p{Lu}/u.test(first);
  if (language === 'de' || isName) return text;
  return first.toLowerCase() + text.slice(first.length);
}

/** The same phrase at the beginning of a sentence. */
export function asSentence(phrase: string): string {
  return phrase.trim().replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}
