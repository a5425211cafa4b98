import { parse } from 'node-html-parser';

const longestWords = 300;

/** A source's own words: without markup, on one line, cut. */
export function plainWords(given: string): string {
  const text = /[<&]/.test(given) ? parse(given.slice(0, 20_000)).textContent : given;
  const words = text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  return words.length > longestWords ? `${words.slice(0, longestWords - 1).trimEnd()}…` : words;
}
