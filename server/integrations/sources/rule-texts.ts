import { storable } from '#shared/rules/text/storable.ts';

/** Characters of a piece: what screens show in one line of a list. */
const longestPiece = 300;
const mostPieces = 100;
/** Of all texts together. */
const longestRules = 20_000;

/** Rules in pieces that screens show, nothing left out; empty where there are more than anybody would read. */
export function ruleTexts(texts: (string | null | undefined)[]): string[] {
  const whole = texts.filter((text) => typeof text === 'string').join('\n');
  if (whole.length > longestRules) return [];
  const pieces = whole
    .split(/[\r\n]+/)
    .map((line) => line.replace(/[\s\p{Cc}]+/gu, ' ').replace(/^[\s#>*_-]+|[\s*_]+$/g, ''))
    .flatMap((line) => line.match(new RegExp(`.{1,${longestPiece}}(?:\\s|$)|.{${longestPiece}}`, 'gu')) ?? [])
    .map((piece) => storable(piece.trim()))
    .filter((piece) => /[\p{L}\p{N}]/u.test(piece));
  const all = [...new Set(pieces)];
  return all.length > mostPieces ? [] : all;
}
