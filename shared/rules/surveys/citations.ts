import type { AnswerEvidence } from '#shared/contracts/ai.ts';

/** Words that a text quotes from an answer; `quote` is '' where it gives only the answer's number. */
export type Citation = { answer: number; quote: string; kept: boolean };

/** What people said: citations can be checked against this much of a survey. */
export type Answers = Pick<AnswerEvidence, 'answers' | 'options'>;

/** The answers of no survey: no citation stands. */
export const noAnswers: Answers = { answers: [], options: [] };

/**
 * A text with the citations that stand, each written as `[#17 "in two parts"]` (design 7, decision 23): the quoted words
 * are in that answer, case, white space and the shapes of quotes and dashes aside, in any language. Every other citation
 * is dropped and its line stays; words quoted in a sentence with a number behind them then lose their marks alone.
 * Also gives all citations that were read, in their order.
 */
export function checkCitations(text: string, evidence: Answers): { text: string; citations: Citation[] } {
  const said = textsByAnswer(evidence);
  const citations: Citation[] = [];
  let checked = '';
  let at = 0;
  for (const { from, to, cited, spoken } of readCitations(text, new Set(said.keys()))) {
    const read = cited.map(({ answer, quote }) => {
      return { answer, quote: onOneLine(quote), kept: stands(quote, said.get(answer) ?? []) };
    });
    citations.push(...read);
    const kept = read.filter((citation) => citation.kept);
    checked += text.slice(at, from);
    at = to;
    if (spoken) checked += spokenText(spoken, kept);
    else if (kept.length > 0) checked += kept.map(citationText).join(' ');
    else {
      // One of the spaces around a dropped citation goes with it.
      const isBehindSpace = /[ \t]$/.test(checked) && /\S/.test(checked.slice(checked.lastIndexOf('\n') + 1));
      if (isBehindSpace) checked = checked.replace(/[ \t]+$/, '');
      else at += text.slice(at).match(/^[ \t]*/)?.[0].length ?? 0;
    }
  }
  return { text: checked + text.slice(at), citations };
}

/** A citation as texts hold it: `[#17 "in two parts"]`. */
export function citationText({ answer, quote }: Pick<Citation, 'answer' | 'quote'>): string {
  return `[#${answer} "${quote}"]`;
}

/** True when a quote stands in a text as a citation does in its answer. */
export function isQuoted(quote: string, text: string): boolean {
  return stands(quote, [comparable(text)]);
}

/** A part of a text for drawing: words, a citation, or a quote inside a sentence with the numbers of its answers. */
export type CitedPart =
  | { kind: 'text'; text: string }
  | { kind: 'citation'; answer: number; quote: string }
  | { kind: 'quote'; text: string; answers: number[] };

/** A text cut at its citations, as `checkCitations` leaves them and founders insert them. */
export function citedParts(text: string): CitedPart[] {
  const parts: CitedPart[] = [];
  let at = 0;
  for (const match of text.matchAll(written)) {
    const [whole, answer, quote = '', spoken, numbers = ''] = match;
    if (match.index > at) parts.push({ kind: 'text', text: text.slice(at, match.index) });
    if (spoken) parts.push({ kind: 'quote', text: spoken, answers: numbersIn(numbers) });
    else parts.push({ kind: 'citation', answer: Number(answer), quote });
    at = match.index + whole.length;
  }
  if (at < text.length) parts.push({ kind: 'text', text: text.slice(at) });
  return parts;
}

const written =
  /\[#(\d{1,6}) "([^\n]{1,400}?)"\]|(["“„«‘‚「][^"“”„«»\n]{1,400}["”“»’‘」]) \((#\d{1,6}(?:, #\d{1,6})*)\)/g;

/** A text of the same length with nothing in the place of its citations. */
export function withoutCitations(text: string): string {
  return text.replace(written, (whole) => '\u0000'.repeat(whole.length));
}

function spokenText({ open, words, close }: Spoken, kept: Citation[]): string {
  if (kept.length === 0) return words;
  return `${open}${words}${close} (${kept.map(({ answer }) => `#${answer}`).join(', ')})`;
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function numbersIn(text: string): number[] {
  return (text.match(/\d+/g) ?? []).map(Number);
}

type Cited = { answer: number; quote: string };
/** A quote inside a sentence, before its number. */
type Spoken = { open: string; words: string; close: string };
type Found = { from: number; to: number; cited: Cited[]; spoken?: Spoken };

const brackets = new Map(
  [...'[]()【】（）［］'.matchAll(/(.)(.)/gu)].map(([, open = '', close = '']) => [open, close]),
);

/** The marks that may close a quote, by the one that opens it. */
const quotes = new Map(
  [
    '""',
    `''`,
    '“”“',
    '„“”',
    '””',
    '‟”',
    '‘’',
    '‚‘’',
    '’’',
    '«»',
    '»«',
    '‹›',
    '›‹',
    '「」',
    '『』',
    '＂＂',
  ].map((marks) => [marks[0] ?? '', marks.slice(1)]),
);

const starts = new RegExp(
  `[${[...brackets.keys(), ...quotes.keys(), '#＃'].join('').replace(/[[\]]/g, '\\$&')}]`,
  'g',
);
/** Longest citation, in UTF-16 units. */
const longest = 500;

/** All citations of a text, in whatever form a model or a founder writes them. */
function readCitations(text: string, known: Set<number>): Found[] {
  const found: Found[] = [];
  for (const { 0: start, index } of text.matchAll(starts)) {
    if (index < (found.at(-1)?.to ?? 0)) continue;
    const read = brackets.has(start) ? readGroup : quotes.has(start) ? readSpoken : readBare;
    const citation = read(text, index, known);
    if (citation) found.push(citation);
  }
  return found;
}

/** `[#3 "x"; #7 "y"]`, `(#17: "…")`, `(“x”, #17)`, `[answers #3, #7]`; null for other words in brackets. */
function readGroup(text: string, from: number, known: Set<number>): Found | null {
  const closing = brackets.get(text[from] ?? '') ?? '';
  const items: (number | string)[] = [];
  let words = 0;
  let at = from + 1;
  while (text[at] !== closing) {
    const rest = text.slice(at, at + 40);
    const quote = quotes.has(rest[0] ?? '') ? readQuote(text, at, closing) : null;
    const [number] = rest.match(/^[#＃]?[ \t]?\d{1,6}(?![\p{L}\p{N}])/u) ?? [];
    const [word] = rest.match(/^\p{L}[\p{L}\p{M}’']*/u) ?? [];
    const isGap = /^(?:[ \t,;:&|.°\\–—-]|\r?\n(?!\s*\n))/.test(rest);
    if (at - from > longest || !(quote || number || word || isGap)) return unmarkedQuote(text, from);
    if (quote) items.push(quote.words);
    else if (number) items.push(numbersIn(number)[0] ?? 0);
    else if (word) words += 1;
    at = quote?.to ?? at + (number ?? word ?? ' ').length;
  }
  const group = text.slice(from, at);
  const isLink = text[at + 1] === '(' && closing === ']';
  if (isLink || !isCitation(group, items, words, known)) return null;
  return unmarkedQuote(text, from) ?? { from, to: at + 1, cited: paired(items) };
}

/** Brackets with a number, and beside it a quote or hardly a word. */
function isCitation(group: string, items: (number | string)[], words: number, known: Set<number>): boolean {
  const numbers = items.filter((item) => typeof item === 'number');
  const isSquare = !/^[(（]/.test(group);
  const isSigned = /[#＃]/.test(group);
  if (numbers.length === 0) return false;
  if (numbers.length < items.length) return isSigned ? words <= 6 : isSquare && words <= 2;
  const isKnown = numbers.some((number) => known.has(number));
  // "(#333)" and "(#204060)" are colours, unless so many people answered.
  const isColour = /^.[#＃](?:(\d)\1\1|0\d*|\d{6})$/.test(group) && !isKnown;
  return isSigned && !isColour && words <= 4 && (isSquare || words === 0 || isKnown);
}

/** `[#17: in two parts]`: the marks are forgotten. */
function unmarkedQuote(text: string, from: number): Found | null {
  const rest = text.slice(from, from + longest);
  const [whole, number = '', quote = ''] =
    rest.match(/^\[[#＃](\d{1,6})[:,–—-]?[ \t]+(?=\p{L}{2})([^[\]#"“”„«»\n]+)\](?!\()/u) ?? [];
  return whole ? { from, to: from + whole.length, cited: [{ answer: Number(number), quote }] } : null;
}

/** Each quote with the numbers before it, else with the one behind it; a number without a quote has ''. */
function paired(items: (number | string)[]): Cited[] {
  const cited: Cited[] = [];
  let unquoted: Cited[] = [];
  let waiting = '';
  for (const item of items) {
    if (typeof item === 'number') {
      const one = { answer: item, quote: waiting };
      cited.push(one);
      if (waiting === '') unquoted.push(one);
      waiting = '';
    } else if (unquoted.length > 0) {
      for (const one of unquoted) one.quote = item;
      unquoted = [];
    } else waiting = item;
  }
  return cited;
}

/** `#17 “in two parts”` and `#17: "…"` outside of brackets. */
function readBare(text: string, from: number): Found | null {
  const [start] = text.slice(from, from + 12).match(/^[#＃]\d{1,6}[ \t]?[:,–—-]?[ \t]?/) ?? [];
  const quote = start && readQuote(text, from + start.length, null);
  if (!quote) return null;
  return { from, to: quote.to, cited: [{ answer: numbersIn(start)[0] ?? 0, quote: quote.words }] };
}

/** `„nach Gefühl“ (#5)`: words quoted in a sentence, with the number of their answer behind them. */
function readSpoken(text: string, from: number, known: Set<number>): Found | null {
  const quote = isApostrophe(text, from, from - 1) ? null : readQuote(text, from, null);
  if (!quote) return null;
  const open = text[from] ?? '';
  const spoken = { open, words: quote.words, close: text[quote.to - 1] ?? '' };
  const [gap, bracket] =
    text.slice(quote.to, quote.to + 4).match(/^[ \t]?(?:([[(（［])|[–—-]?[ \t]?(?=[#＃]))/) ?? [];
  if (gap === undefined) return null;
  const at = quote.to + gap.length;
  if (bracket === undefined) {
    const [number] = text.slice(at, at + 8).match(/^[#＃]\d{1,6}(?![\p{L}\p{N}])/u) ?? [];
    if (!number || readBare(text, at)) return null;
    const cited = numbersIn(number).map((answer) => ({ answer, quote: quote.words }));
    return { from, to: at + number.length, cited, spoken };
  }
  const group = readGroup(text, at - 1, known);
  // “Log visit” [answers #3, #7]: those numbers are the line's.
  const isOfLine = group && group.cited.length > 1 && /\p{L}/u.test(text.slice(at, group.to));
  if (!group || isOfLine || group.cited.some((one) => one.quote !== '')) return null;
  const cited = group.cited.map(({ answer }) => ({ answer, quote: quote.words }));
  return { from, to: group.to, cited, spoken };
}

/**
 * The words from an opening mark to its closing one. Inside of brackets that is the first behind which the brackets end
 * or go on, since answers hold quotes themselves.
 */
function readQuote(text: string, from: number, closing: string | null): { words: string; to: number } | null {
  const closers = quotes.get(text[from] ?? '');
  if (!closers) return null;
  let last = from;
  for (let at = from + 1; at < text.length && at - from < longest; at += 1) {
    const character = text[at] ?? '';
    if (character === '\n' && /^\s*\n/.test(text.slice(at + 1, at + 40))) break;
    if (closers.includes(character)) {
      last = at;
      if (closing === null ? !isApostrophe(text, at, at + 1) : goesOn.test(text.slice(at + 1, at + 40)))
        break;
    } else if (character === closing && last > from) break;
  }
  return last > from ? { words: text.slice(from + 1, last).replace(/\\$/, ''), to: last + 1 } : null;
}

const goesOn = /^[\s.]*(?:[\])】）］]|[,;&|–—-]?\s*(?:\p{L}+\s+){0,2}(?:[#＃]\d|\d{1,6}[\])】）］]))/u;

/** An apostrophe between letters begins and closes nothing. */
function isApostrophe(text: string, at: number, beside: number): boolean {
  return /['’"]/.test(text[at] ?? '') && /[\p{L}\p{N}]/u.test(text[beside] ?? '');
}

/** A text as it is compared: its characters, and where words begin and end among them. */
type Comparable = { letters: string; starts: Set<number>; ends: Set<number> };

function textsByAnswer({ answers, options }: Answers): Map<number, Comparable[]> {
  const texts = new Map<number, Comparable[]>();
  const add = (number: number, text: string) =>
    texts.set(number, [...(texts.get(number) ?? []), comparable(text)]);
  for (const { number, text } of answers) add(number, text);
  for (const { name, numbers = [] } of options) for (const number of numbers) add(number, name);
  return texts;
}

/** True when all parts of a quote, which may be cut with "…", stand in one text of the answer in their order. */
function stands(quote: string, texts: Comparable[]): boolean {
  const parts = quote
    .split(/[([]?(?:…|\.{3,}|(?:\. ){2}\.)[)\]]?/)
    .map((part) => comparable(part.replace(/^[\s.,;:!?¿¡]+|[\s.,;:!?]+$/g, '')))
    .filter(({ letters }) => letters !== '');
  const isTelling = parts.some(({ letters }) => /\p{L}.*\p{L}/u.test(letters));
  return isTelling && texts.some((text) => holdsInOrder(text, parts));
}

function holdsInOrder(text: Comparable, parts: Comparable[]): boolean {
  let from = 0;
  for (const { letters } of parts) {
    const at = placeOf(letters, text, from);
    if (at === -1) return false;
    from = at + letters.length;
  }
  return true;
}

/** Where the letters stand as whole words; scripts without spaces have no ends of words. */
function placeOf(letters: string, text: Comparable, from: number): number {
  const isCut = (letter: string, edges: Set<number>, edge: number) => spaced.test(letter) && !edges.has(edge);
  for (let at = text.letters.indexOf(letters, from); at !== -1; at = text.letters.indexOf(letters, at + 1)) {
    const isWhole = !isCut(letters[0] ?? '', text.starts, at);
    if (isWhole && !isCut(letters.at(-1) ?? '', text.ends, at + letters.length)) return at;
  }
  return -1;
}

const spaced =
  /(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])[\p{L}\p{N}]/u;

/** Without case, white space, hidden characters, quotes and marks of Markdown, with one kind of dash. */
function comparable(text: string): Comparable {
  const plain = text
    .normalize('NFKC')
    // Twice, for "ß" and "SS".
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')
    .replace(/\p{Cf}|\ufe0f|(?<=i)\u0307/gu, '')
    .replaceAll('ς', 'σ')
    .replace(/\p{Pd}|−/gu, '-');
  const starts = new Set<number>();
  const ends = new Set<number>();
  let letters = '';
  let before = '';
  for (const character of plain) {
    if (isWord(character) && !isWord(before)) starts.add(letters.length);
    if (isWord(before) && !isWord(character)) ends.add(letters.length);
    if (!ignored.test(character)) letters += character;
    before = character;
  }
  return { letters, starts, ends: ends.add(letters.length) };
}

function isWord(character: string): boolean {
  return /[\p{L}\p{M}\p{N}]/u.test(character);
}

const ignored = /[\s\p{Pi}\p{Pf}"'`´‚„‟′″「」『』*_\\]/u;
