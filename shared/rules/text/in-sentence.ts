import type { IdeaReading } from '#shared/contracts/reading.ts';

/**
 * A typed phrase as it stands inside a sentence: the capital that only began the box goes. Names keep theirs: words with
 * more capitals ("HR teams"), of a nation, and with a capital inside the idea's sentences. So does German.
 */
export function inSentence(phrase: string, language: IdeaReading['language'], idea = ''): string {
  const text = unclosed(phrase);
  const first = text.match(/^[¿¡]?[\p{L}\p{M}'’-]+/u)?.[0] ?? '';
  const isI = first === 'I' || /^I['’]/.test(first);
  const isName = /\p{L}.*\p{Lu}/u.test(first) || isInside(first, idea) || nations.has(first);
  if (language === 'de' || isI || isName) return text;
  return first.toLowerCase() + text.slice(first.length);
}

/** The same phrase at the beginning of a sentence; a name such as "iPhone" stays as it is. */
export function asSentence(phrase: string): string {
  return unclosed(phrase).replace(/^\p{Ll}(?!\p{Lu})/u, (letter) => letter.toUpperCase());
}

/** The phrase without the full stop that closed its box; that of "the U.S." is the word's own. */
export function unclosed(phrase: string): string {
  const text = phrase.trim();
  return /(?:^|\P{L})\p{L}\.$/u.test(text) ? text : text.replace(/[\s.,;:!…]+$/u, '') || text;
}

/** True for a word that stands in the idea as it is, and not only where a sentence begins. */
function isInside(word: string, idea: string): boolean {
  const words = idea.trim().split(/\s+/);
  return words.some((one, index) => {
    const isBegun = index > 0 && !/[.!?:…–—-]$/.test(words[index - 1] ?? '');
    return isBegun && one.replace(/[^\p{L}\p{M}]+$/u, '') === word;
  });
}

/** English names of languages, which are those of nations: "German", "British". */
const nations = new Set(languageNames());

function languageNames(): string[] {
  const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  const codes = letters.flatMap((one) => letters.map((two) => one + two));
  const own = codes.map((code) => names.of(code) ?? '').filter((name) => !/[ (]/.test(name));
  const kinds = ['en-US', 'en-GB', 'en-AU', 'en-CA', 'es-MX'].map((code) => names.of(code)?.split(' ')[0]);
  return [...own, ...kinds.filter((name) => name !== undefined)];
}
