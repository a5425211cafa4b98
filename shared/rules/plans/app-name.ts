import { preview } from '#shared/rules/text/plain-text.ts';

/**
 * The app's name in a session's content or in its beginning, as the first stage writes it, and what is behind it; null
 * when no app is named.
 */
export function readAppName(content: string): { name: string; rest: string } | null {
  const found = content.match(/^\*\*App name:\*\*[ \t]+(\S[^\n]{0,79})$/im);
  const name = found?.[1]?.trim();
  if (!found || !name || name === 'N/A') return null;
  return { name, rest: content.slice((found.index ?? 0) + found[0].length).trim() };
}

type NamedIdea = { name?: string | undefined; appName: string | null; idea: string };

/** Longest wording of an idea that stands as its name. */
const wordingLength = 60;

/** The one name of an idea on every screen: its owner's, else its app's, else its first words. */
export function ideaName({ name, appName, idea }: NamedIdea): string {
  return name ?? appName ?? preview(idea, wordingLength);
}

/** The sentence of a session's concept that says whom the named app helps with what; null when there is none. */
export function readPitch(content: string, name: string): string | null {
  const concept =
    content.match(/^\*\*Concept:\*\*([\s\S]*?)(?=^\*\*[^*\n]+:\*\*|^#|$(?![\s\S]))/im)?.[1] ?? '';
  const sentence = new RegExp(
    `(?:^|[\\s"“(])(${literally(name)} helps\\s[^\\n]*?(?:[.!?](?=\\s|$)|$))`,
    'mu',
  );
  return concept.match(sentence)?.[1]?.trim() ?? null;
}

/** A text that calls the app by another name, as a whole word. */
export function rename(text: string, from: string, to: string): string {
  if (from.trim() === '') return text;
  const word = new RegExp(`([\\p{L}\\p{N}])?${literally(from.trim())}(?![\\p{L}\\p{N}])`, 'gu');
  return text.replace(word, (whole, before) => (before ? whole : to));
}

function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
