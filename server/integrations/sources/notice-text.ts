import { storable } from '#shared/rules/text/storable.ts';
import { typedText } from './html-text.ts';

const longestNotice = 300;
/** Of markup and text together. */
const longestGiven = 2_000;

/** A source's notice: without markup, on one line, cut. */
export function noticeText(given: string): string {
  const short = given.slice(0, longestGiven);
  const text = /[<&]/.test(short) ? typedText(short) : short;
  // Screens quote the words, so quotes inside them must not end the quotation.
  const line = text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/[“”]/g, '"')
    .trim();
  const shown = line.length > longestNotice ? `${line.slice(0, longestNotice - 1).trimEnd()}…` : line;
  return storable(shown);
}
