import type { AnswerEvidence } from '#shared/contracts/ai.ts';
import { type CitedPart, citationText, citedParts, longestQuote, quotedWords } from './cited-parts.ts';
import { type Comparable, comparable, standsIn } from './quoted-words.ts';

/** Words that a text quotes from an answer; `quote` is '' where it gives only the answer's number. */
export type Citation = { answer: number; quote: string; kept: boolean };

/** What people said: citations can be checked against this much of a survey. */
export type Answers = Pick<AnswerEvidence, 'answers' | 'options'>;

/** The answers of no survey: no citation stands. */
export const noAnswers: Answers = { answers: [], options: [] };

/**
 * A text with the citations that stand, each written as `[#17 "in two parts"]` (design 7, decision 23): the quoted words
 * are in that answer. Every other citation is dropped, and its line stays. Also gives all citations, in their order.
 *
 * A citation is a pair of brackets in one line that gives the number of an answer with its sign, or such a number with
 * quoted words directly behind it. Its quote is the words in quotation marks inside of the brackets, else the quoted
 * words directly before them: these stay in their sentence, without marks where no answer holds them.
 */
export function checkCitations(text: string, evidence: Answers): { text: string; citations: Citation[] } {
  const said = textsByAnswer(evidence);
  const citations: Citation[] = [];
  const check = (answers: number[], quote: string): Citation[] => {
    const read = answers.flatMap((answer) => checkQuote(answer, quote, said.get(answer) ?? []));
    citations.push(...read);
    return read.filter(({ kept }) => kept);
  };
  const checked = (part: CitedPart): string => {
    if (part.kind === 'text')
      return part.text.replace(withoutQuote, (_, numbers: string) => {
        check(numbersIn(numbers), '');
        return dropped;
      });
    if (part.kind === 'citation')
      return check([part.answer], part.quote).map(citationText).join(' ') || dropped;
    const words = part.words.slice(1, -1);
    const kept = check(part.answers, words);
    if (kept.length > 0) return `${part.words} ${numbersText(kept)}`;
    return citedParts(words).map(checked).join('') + dropped;
  };
  const isAnswer = (number: number) => said.has(number);
  const checkLine = (line: string) => tidied(citedParts(inOneForm(line, isAnswer)).map(checked).join(''));
  const lines = text.replaceAll(dropped, '').replace(cutOff, '').split('\n');
  return { text: lines.map((line) => (sign.test(line) ? checkLine(line) : line)).join('\n'), citations };
}

function textsByAnswer({ answers, options }: Answers): Map<number, Comparable[]> {
  const texts = new Map<number, Comparable[]>();
  const add = (number: number, text: string) =>
    texts.set(number, [...(texts.get(number) ?? []), comparable(text)]);
  for (const { number, text } of answers) add(number, text);
  for (const { name, numbers = [] } of options) for (const number of numbers) add(number, name);
  return texts;
}

/** Several quotes of one answer, "in two parts"; "lost one", are checked one by one where they do not stand together. */
function checkQuote(answer: number, quote: string, texts: Comparable[]): Citation[] {
  const isKept = (words: string) => texts.some((text) => standsIn(words, text));
  const quotes = isKept(quote) ? [quote] : quote.split(/\p{QMark}[^\p{QMark}]{0,7}\p{QMark}/u);
  return quotes.map((one) => ({ answer, quote: one.replace(/\s+/g, ' ').trim(), kept: isKept(one) }));
}

/** Stands where a citation was dropped, until its line is tidied. */
const dropped = '\u0000';

/** A line without dropped citations, the marks around and between them, and one space before each. */
function tidied(line: string): string {
  return line
    .replace(/\0(?:[ \t]*[,;&]?[ \t]*\0)+/g, dropped)
    .replace(/\0[ \t]*[,;&][ \t]*(?=\[#)/g, `${dropped} `)
    .replace(/(?<=\])[ \t]*[,;&][ \t]*\0/g, dropped)
    .replace(/[[(（]\0[\])）](?:\(#[^()\s]*\))?/g, dropped)
    .replace(/([*_~`]+)\0\1/g, dropped)
    .replace(/(^|[[(（])\0[,;:]?[ \t]*/g, '$1')
    .replace(/[ \t]?\0/g, '');
}

const sign = /[#＃№]/;
const number = String.raw`(?:[#＃]|№[ \u00a0]?)(?!0)(\p{Nd}{1,6})(?![\p{L}\p{N}])`;

/** A citation that the text ends in. */
const cutOff = new RegExp(
  String.raw`[ \t]?\[${number}[ \t:,]*(?:\p{QMark}[^\]\n]{0,${longestQuote}})?$`,
  'u',
);
/** `#17: “in two parts”` */
const bare = new RegExp(
  String.raw`(?<![[/&\p{L}\p{N}])${number}[ \t]?[:,\p{Pd}]?[ \t]?(${quotedWords})`,
  'gu',
);
/** Brackets, each closing one with the target of its link. */
const brackets = /([[(【（［]|[\])】）］](?:(?<=\])\([^()\s]*\))?)/;
const closers = new Map(['[]', '()', '【】', '（）', '［］'].map(([open = '', close = '']) => [open, close]));
const isRound = (bracket: string) => /^[(（]/.test(bracket);

type IsAnswer = (number: number) => boolean;

/** A line with every citation as `[#17 "in two parts"]`, or as `withoutQuote`; the innermost brackets are read first. */
function inOneForm(line: string, isAnswer: IsAnswer): string {
  const outer: string[] = [];
  let text = '';
  for (const piece of line.split(brackets)) {
    if (closers.has(piece)) {
      outer.push(text);
      text = piece;
      continue;
    }
    // In square brackets, ":(" is a word.
    while (/^[\]】］]/.test(piece) && outer.length > 0 && isRound(text)) text = (outer.pop() ?? '') + text;
    if (outer.length > 0 && closers.get(text.charAt(0)) === piece.charAt(0))
      text = (outer.pop() ?? '') + (bracketInOneForm(text, piece, isAnswer) ?? text + piece);
    else text += piece;
  }
  return (outer.join('') + text).replace(bare, (_, digits: string, quote: string) =>
    citationText({ answer: numberOf(digits), quote: quote.slice(1, -1) }),
  );
}

/**
 * Each number of a bracket with the quote behind it, or the one before it where a quote comes first. Other words stand
 * only before a number, two at most; in square brackets all that follows a first number is its quote where no marks are.
 * Null for other brackets, such as links, "(#333)" and "(order #1024)".
 */
function bracketInOneForm(bracket: string, closing: string, isAnswer: IsAnswer): string | null {
  const inside = bracket.slice(1);
  if (inside.length > longestQuote + 20 || !sign.test(inside)) return null;
  const [before = '', ...rest] = inside.split(ownNumber);
  const numbers = rest.filter((_, at) => at % 2 === 0).map(numberOf);
  const behind = rest.filter((_, at) => at % 2 === 1);
  const isFirst = before.trim() === '' && !isRound(bracket);
  const beside = inside.replace(/\p{QMark}.*\p{QMark}/u, '');
  if (numbers.length === 0 || !(isFirst || listed.test(beside))) return null;

  const hasWords = /\p{L}/u.test(beside);
  const quotes = (quoteIn(before) ? [before, ...behind] : behind).map(quoteIn);
  if (!quotes.some(Boolean)) {
    const isLink = closing.length > 1 && !closing.startsWith('](#');
    const isOther = numbers.every(isColour) || (hasWords && isRound(bracket) && numbers.length === 1);
    if (isLink || (isOther && !numbers.some(isAnswer))) return null;
    if (isFirst && numbers.length === 1)
      quotes[0] = rest.at(-1)?.replace(/^[\s\p{P}`]+|[\s\p{P}`]+$/gu, '') ?? '';
  }
  // Both numbers of `[#3, #17 "in two parts"]` have the quote.
  const cited = numbers.map((answer, at) => ({ answer, quote: quotes.slice(at).find(Boolean) ?? '' }));
  const others = cited.filter(({ quote }) => quote === '');
  const written = cited.filter(({ quote }) => quote !== '').map(citationText);
  // The words before “Log visit” [answers #3, #7] are no quote of theirs.
  if (others.length > 0) written.push((hasWords ? dropped : '') + numbersText(others) + dropped);
  return written.join(' ');
}

/** Numbers of inner brackets are read already. */
const ownNumber = new RegExp(`(?<![[(])${number}`, 'u');
const gap = String.raw`[^\p{L}\p{N}#＃№]`;
const listed = new RegExp(String.raw`^(?:${gap}*(?:\p{L}+${gap}+){0,2}${number})+[^\p{L}\p{N}]*$`, 'u');
/** `(#3, #17)` */
const withoutQuote = /\((#[\d, #]+)\)\0/g;

function numbersText(cited: { answer: number }[]): string {
  return `(${cited.map(({ answer }) => `#${answer}`).join(', ')})`;
}

function numbersIn(text: string): number[] {
  return (text.match(/\d+/g) ?? []).map(Number);
}

function quoteIn(text: string): string {
  return text.match(/(?<![\p{L}\p{N}])\p{QMark}(.*)\p{QMark}/u)?.[1]?.replace(/\\$/, '') ?? '';
}

/** "#333" and "#204060". */
function isColour(digits: number): boolean {
  return /^(?:(\d)\1\1|\d{6})$/.test(String(digits));
}

/** Digits of a script follow each other, from its zero on. */
function numberOf(digits: string): number {
  const values = [...digits].map((digit) => {
    const code = digit.codePointAt(0) ?? 0;
    let zero = code;
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
    return (code - zero) % 10;
  });
  return Number(values.join(''));
}
