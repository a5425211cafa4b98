import { storable } from '#shared/rules/storable.ts';
import { typedText } from './html-text.ts';

const longestWords = 300;
/** Of markup and text together. */
const longestGiven = 2_000;

/** A source's own words: without markup, on one line, cut. */
export function plainWords(given: string): string {
  const short = given.slice(0, longestGiven);
  const text = /[<&]/.test(short) ? typedText(short) : short;
  // Screens quote the words, so quotes inside them must not end the quotation.
  const words = text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/[“”]/g, '"')
    .trim();
  const shown = words.length > longestWords ? `${words.slice(0, longestWords - 1).trimEnd()}…` : words;
  return storable(shown);
}
