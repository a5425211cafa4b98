/**
 * True when the words of a quote stand in a text, in any language: case, white space, quotation marks and the shapes of
 * dashes aside. A quote that is cut with "…" has its parts in their order.
 */
export function isQuoted(quote: string, text: string): boolean {
  return standsIn(quote, comparable(text));
}

/** As `isQuoted`, for a text that is compared with many quotes. */
export function standsIn(quote: string, text: Comparable): boolean {
  const parts = quote.split(cut).map((part) => comparable(part.replace(edges, '')));
  let from = 0;
  const isInOrder = parts.every((part) => {
    const at = part.trim() === '' ? from : text.indexOf(part, from);
    from = at + Math.max(part.length - 1, 0);
    return at !== -1;
  });
  return isInOrder && parts.some((part) => telling.test(part));
}

/** A text's words and marks, each between spaces. */
export type Comparable = string;

export function comparable(text: string): Comparable {
  const plain = text
    .normalize('NFKC')
    // Twice, for "ß" and "SS".
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')
    .replace(ignored, '')
    .replace(/\p{Pd}|−/gu, '-');
  return ` ${(plain.match(wordsAndMarks) ?? []).join(' ')} `;
}

const cut = /[([]?(?:…|\.{3,})[)\]]?/;
const edges = /^[\s\p{Term}\p{QMark}¿¡]+|[\s\p{Term}\p{QMark}]+$/gu;

/** Two letters or digits, or a price. */
const telling = /[\p{L}\p{N}\p{Sc}].*[\p{L}\p{N}\p{Sc}]/u;

/** Hidden characters, the dot of "İ", quotation marks and marks of Markdown. */
const ignored = /[\p{Cf}\p{QMark}`´′″*_\\]|\ufe0f|(?<=i)\u0307/gu;

/** Scripts without spaces, read character by character. */
const unspaced = String.raw`[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]`;

// "200" is no part of "1,200".
const wordsAndMarks = new RegExp(
  String.raw`${unspaced}|(?:(?!${unspaced})[\p{L}\p{M}\p{N}]|(?<=\p{N})[.,](?=\p{N}))+|\S`,
  'gu',
);
