/** A citation as texts hold it: `[#17 "in two parts"]`. */
export function citationText({ answer, quote }: { answer: number; quote: string }): string {
  return `[#${answer} "${quote}"]`;
}

/** A part of a text, `text` as it stands there: words, a citation, or a quote in a sentence with its answers. */
export type CitedPart =
  | { kind: 'text'; text: string }
  | { kind: 'citation'; text: string; answer: number; quote: string }
  | { kind: 'quote'; text: string; words: string; answers: number[] };

/** A text cut at its citations, as `checkCitations` leaves them and founders insert them. */
export function citedParts(text: string): CitedPart[] {
  const parts: CitedPart[] = [];
  let at = 0;
  for (const match of text.matchAll(written)) {
    const [whole, answer, quote = '', words, numbers = ''] = match;
    if (match.index > at) parts.push({ kind: 'text', text: text.slice(at, match.index) });
    if (words) parts.push({ kind: 'quote', text: whole, words, answers: numbersIn(numbers) });
    else parts.push({ kind: 'citation', text: whole, answer: Number(answer), quote });
    at = match.index + whole.length;
  }
  if (at < text.length) parts.push({ kind: 'text', text: text.slice(at) });
  return parts;
}

function numbersIn(text: string): number[] {
  return (text.match(/\d+/g) ?? []).map(Number);
}

/** Longest quote of a citation, in UTF-16 units: longer ones are no evidence. */
export const longestQuote = 1000;

const single = `['‘’‚‛‹›]`;
const double = String.raw`(?!${single})\p{QMark}`;

/** Quoted words in a line of any language: marks like “ ” hold all but others of their kind, marks like ‘ ’ apostrophes. */
export const quotedWords =
  String.raw`${double}(?:[^\p{QMark}\n]|${single}){1,${longestQuote}}${double}|` +
  String.raw`(?<![\p{L}\p{N}])${single}(?:[^\p{QMark}\n]|(?<=\p{L})['’](?=\p{L})){1,${longestQuote}}${single}`;

const written = new RegExp(
  String.raw`\[#([1-9]\d{0,5}) ["“]((?:[^[\]\n]|\[[^[\]\n]*\]){1,${longestQuote}}?)["”]\]|` +
    String.raw`(${quotedWords})[ \t]?\((#[1-9]\d{0,5}(?:, #[1-9]\d{0,5})*)\)`,
  'gu',
);
