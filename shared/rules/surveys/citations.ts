import type { AnswerEvidence } from '#shared/contracts/ai.ts';
import { citationText, longestCitation, numbersIn } from './cited-parts.ts';

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
  let checked = text;
  let before: string;
  let times = 0;
  do {
    before = checked;
    const once = checkOnce(before, said);
    checked = once.text;
    const isNew = (one: Citation) => !citations.some((other) => isSame(one, other));
    citations.push(...(times === 0 ? once.citations : once.citations.filter(isNew)));
    times += 1;
    // A citation that is dropped may have held another one.
  } while (checked !== before && times < mostNested);
  return { text: checked, citations };
}

const mostNested = 8;

function isSame(one: Citation, other: Citation): boolean {
  return one.answer === other.answer && one.quote === other.quote && one.kept === other.kept;
}

function checkOnce(given: string, said: Map<number, Comparable[]>): { text: string; citations: Citation[] } {
  const text = withoutPlaces(given);
  const citations: Citation[] = [];
  let checked = '';
  let at = 0;
  let wasDropped = false;
  for (const { from, to, cited, spoken } of readCitations(text, new Set(said.keys()))) {
    const read = cited.flatMap((one) => checkQuote(one, said.get(one.answer) ?? []));
    citations.push(...read);
    const kept = read.filter((citation) => citation.kept);
    const isDropped = kept.length === 0 && !spoken;
    const gap = text.slice(at, from);
    const isBetween = at > 0 && /^[ \t]*[,;&]?[ \t]*$/.test(gap) && (isDropped || wasDropped);
    if (!isBetween) checked += gap;
    else if (!isDropped && !beginning.test(checked.slice(-1))) checked += ' ';
    at = to;
    wasDropped = isDropped;
    if (spoken) {
      checked += spokenText(text.slice(from, from + spoken), kept);
      continue;
    }
    while (isOnlyIn(checked, text.slice(at, at + 2))) {
      checked = checked.slice(0, -1);
      at += 1;
    }
    if (kept.length > 0) checked += kept.map(citationText).join(' ');
    // One of the spaces around a dropped citation goes with it.
    else if (isBehindSpace(checked)) checked = checked.replace(/[ \t]+$/, '');
    else if (beginning.test(checked.slice(-1))) at += text.slice(at).match(/^[,;:]?[ \t]*/)?.[0].length ?? 0;
  }
  return { text: checked + text.slice(at), citations };
}

/** Nothing, or a mark that a sentence may begin behind. */
const beginning = /^$|[\s([{*_~`]/;

function isBehindSpace(text: string): boolean {
  return /[ \t]$/.test(text.slice(-1)) && /\S/.test(text.slice(text.lastIndexOf('\n') + 1));
}

/** Brackets or marks of Markdown that hold only a citation; the words of a link stay. */
function isOnlyIn(before: string, after: string): boolean {
  const open = before.at(-1) ?? '';
  const close = /(?:^|[\s([])[*_~`]+$/.test(before.slice(-8)) ? open : brackets.get(open);
  return close !== undefined && after[0] === close && after !== '](';
}

/** Several quotes of one answer, "in two parts"; "lost one", are checked one by one where they do not stand together. */
function checkQuote({ answer, quote }: Cited, texts: Comparable[]): Citation[] {
  const kept = stands(quote, texts);
  const quotes = kept ? [quote] : quote.split(betweenQuotes);
  return quotes.map((one) => ({ answer, quote: onOneLine(one), kept: kept || stands(one, texts) }));
}

const betweenQuotes = /["“”»«’‘](?:\s*[,;&|/+·•–—-]\s*|\s+(?:\p{L}{1,5}\s+)?)["“„«»‘‚]/u;

/** True when a quote stands in a text as a citation does in its answer. */
export function isQuoted(quote: string, text: string): boolean {
  return stands(quote, [comparable(text)]);
}

/** Words in their marks, with the answers that hold them; without marks where none does. */
function spokenText(marked: string, kept: Citation[]): string {
  if (kept.length === 0) return marked.slice(1, -1);
  return `${marked} (${kept.map(({ answer }) => `#${answer}`).join(', ')})`;
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

type Cited = { answer: number; quote: string };
/** `spoken` is the length of a quote inside a sentence, before its number. */
type Found = { from: number; to: number; cited: Cited[]; spoken?: number };

const brackets = new Map(
  [...'[](){}【】（）［］｛｝'.matchAll(/(.)(.)/gu)].map(([, open = '', close = '']) => [open, close]),
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
  `[${[...brackets.keys(), ...quotes.keys(), '#'].join('').replace(/[[\]]/g, '\\$&')}]`,
  'g',
);

/** All citations of a text, in whatever form a model or a founder writes them. */
function readCitations(given: string, known: Set<number>): Found[] {
  const text = withPlainNumbers(given);
  const found: Found[] = [];
  for (const { 0: start, index } of text.matchAll(starts)) {
    if (index < (found.at(-1)?.to ?? 0)) continue;
    const read = brackets.has(start) ? readBracket : quotes.has(start) ? readSpoken : readBare;
    const citation = read(text, index, known);
    if (citation) found.push(citation);
  }
  return found;
}

/** The text with each answer's number in the digits 0 to 9, behind "#"; no length changes. */
function withPlainNumbers(text: string): string {
  return text
    .replace(/[№＃](?=[ \t]?\p{Nd})/gu, '#')
    .replace(/(?<=#[ \t]?)[^\P{Nd}\d]+/gu, (digits) =>
      [...digits].map((digit) => (digit.length === 1 ? digitOf(digit) : digit)).join(''),
    );
}

/** The text with citations that point to a place written without it: `[#17](#17)` and `【4:17†source】`. */
function withoutPlaces(text: string): string {
  return text
    .replace(/(?<=[[【])(?:\d{1,4}:)?[#＃№]?(\d{1,6})†/g, '#$1: ')
    .replace(/\[(\d{1,6})\]\(#\1\)/g, '[#$1]')
    .replace(linked, '$1')
    .replace(/(?<=\])\(#\d{1,6}\)/g, '');
}

/** A citation that is a link inside of the text, or one with its words to any address. */
const linked =
  /(\[[#＃№][ \t]?\d{1,6}(?:[^[\]\n]|\[[^[\]\n]*\])*\])\((?:#|(?<=["”“»’」]\]\()https?:)[^()\s]*\)/g;

/** Digits of a script follow each other, from its zero on. */
function digitOf(digit: string): string {
  const code = digit.charCodeAt(0);
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCharCode(code - value - 1))) value += 1;
  return String(value);
}

function readBracket(text: string, from: number, known: Set<number>): Found | null {
  return readGroup(text, from, known) ?? readLabelled(text, from, known) ?? readAnyShape(text, from, known);
}

/** `[Answer 17: in two parts]` and `(Answer 17: "in two parts")`: only for answers that there are. */
function readLabelled(text: string, from: number, known: Set<number>): Found | null {
  const rest = text.slice(from, from + longestCitation);
  const [whole, number = '', quote = ''] =
    rest.match(
      /^[[(（［【]answer[ \t]+(\d{1,6})[ \t]?[:,–—-][ \t]?([^[\]()（）［］【】\n]+)[\])）］】](?!\()/i,
    ) ?? [];
  if (!whole || !known.has(Number(number))) return null;
  return { from, to: from + whole.length, cited: [{ answer: Number(number), quote: withoutMarks(quote) }] };
}

/** Square brackets and braces with the number of an answer and other words in any shape, links aside. */
function readAnyShape(text: string, from: number, known: Set<number>): Found | null {
  if (/[(（]/.test(text[from] ?? '')) return null;
  const isFirst = /^.[ \t]?#[ \t]?\d/.test(text.slice(from, from + 8));
  if (/[{｛]/.test(text[from] ?? '') && !isFirst) return null;
  const to = endOfBracket(text, from, isFirst);
  if (to === null || /^(?:\(|\[|:[ \t])/.test(text.slice(to, to + 2))) return null;
  const inside = text.slice(from + 1, text[to - 1] === brackets.get(text[from] ?? '') ? to - 1 : to);
  const places = [...inside.matchAll(/#[ \t]?(\d{1,6})(?![\p{L}\p{N}])/gu)].filter(
    ([sign, digits = '']) => known.has(Number(digits)) || !isColour(sign),
  );
  if (places.length === 0 || (!isFirst && /[[{]/.test(inside))) return null;
  const cited = places.map(({ 0: sign, 1: digits, index }, at) => {
    const said = inside.slice(index + sign.length, places[at + 1]?.index);
    const marked = said.search(/["“„«「]/);
    const quote = marked === -1 ? null : readQuote(said, marked, null);
    // Words between two numbers may be no quote.
    const unmarked = places.length === 1 ? withoutMarks(said) : '';
    return { answer: Number(digits), quote: quote?.words ?? unmarked };
  });
  return { from, to, cited };
}

/** Behind the bracket that closes this one; the end of a text that is cut inside of a citation. */
function endOfBracket(text: string, from: number, isFirst: boolean): number | null {
  const open = text[from] ?? '';
  const close = brackets.get(open) ?? '';
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    if (at - from > (isFirst ? longestShape : longestCitation)) return null;
    const character = text[at] ?? '';
    if (character === open) depth += 1;
    if (character === close) depth -= 1;
    if (depth === 0) return at + 1;
    if (depth > mostNested) return null;
    if (!isFirst && character === '\n' && /^\s*\n/.test(text.slice(at + 1, at + 40))) return null;
  }
  return isFirst && !text.slice(from).includes('\n') ? text.length : null;
}

/** Brackets that begin with an answer's number are read so far, to drop what is too long for a citation. */
const longestShape = 4000;

function withoutMarks(text: string): string {
  return text.replace(/^[\s:,;–—*_`"'“”„‘’«»-]+|[\s*_`"'“”„‘’«»]+$/g, '');
}

/** "#333" and "#204060". */
function isColour(sign: string): boolean {
  return /^#(?:(\d)\1\1|0\d*|\d{6})$/.test(sign);
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
    const number = numberAt(rest, known);
    const [word] = rest.match(/^\p{L}[\p{L}\p{M}’']*/u) ?? [];
    const isGap = /^(?:[ \t,;:&|+·•.°\\–—-]|\/(?=[ \t"“„«#＃])|\r?\n(?!\s*\n))/.test(rest);
    if (at - from > longestCitation || !(quote || number || word || isGap)) return unmarkedQuote(text, from);
    if (quote) items.push(quote.words);
    else if (number) items.push(Number(number.replace(/\D/g, '')));
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
  const isSigned = /#/.test(group);
  if (numbers.length === 0) return false;
  if (numbers.length < items.length) return isSigned ? words <= 6 : isSquare && words <= 2;
  const isKnown = numbers.some((number) => known.has(number));
  // Colours, unless so many people answered.
  if (isColour(group.slice(1)) && !isKnown) return false;
  if (/^[{｛](?![ \t]?#)/.test(group)) return false;
  return isSigned && words <= 4 && (isSquare || words === 0 || isKnown);
}

/** A number as brackets hold it; "#1,234" is one where so many answered. */
function numberAt(rest: string, known: Set<number>): string | undefined {
  const [large] = rest.match(/^#[ \t]?\d{1,3}(?:[.,’'\u00a0\u202f]\d{3})+(?![\p{L}\p{N}])/u) ?? [];
  if (large && known.has(Number(large.replace(/\D/g, '')))) return large;
  return rest.match(/^#?[ \t]?\d{1,6}(?![\p{L}\p{N}])/u)?.[0];
}

/** `[#17: in two parts]`: the marks are forgotten. */
function unmarkedQuote(text: string, from: number): Found | null {
  const rest = text.slice(from, from + longestCitation);
  const [whole, number = '', quote = ''] =
    rest.match(/^[[【]#(\d{1,6})[:,–—-]?[ \t]+(?=\p{L}{2})([^[\]【】#"“”„«»\n]+)[\]】](?!\()/u) ?? [];
  return whole ? { from, to: from + whole.length, cited: [{ answer: Number(number), quote }] } : null;
}

/**
 * Each quote with the numbers before it, or with the one behind it where a quote comes first; a number without a quote
 * has ''.
 */
function paired(items: (number | string)[]): Cited[] {
  const isBehind = typeof items[0] === 'string';
  const cited: Cited[] = [];
  let numbers: number[] = [];
  let said: string[] = [];
  const close = () => {
    for (const answer of numbers)
      cited.push(...(said.length > 0 ? said : ['']).map((quote) => ({ answer, quote })));
    numbers = [];
    said = [];
  };
  for (const item of items) {
    const isOther = typeof item === 'number' ? !isBehind && said.length > 0 : isBehind && numbers.length > 0;
    if (isOther) close();
    if (typeof item === 'number') {
      // Only the first number behind a quote has it.
      if (isBehind && numbers.length > 0) close();
      numbers.push(item);
    } else said.push(item);
  }
  const last = cited.at(-1);
  // `["x" #17 "y"]`
  if (numbers.length === 0 && last) cited.push(...said.map((quote) => ({ answer: last.answer, quote })));
  close();
  return cited;
}

/** `#17 “in two parts”` and `#17: "…"` outside of brackets. */
function readBare(text: string, from: number, known: Set<number>): Found | null {
  const number = numberAt(text.slice(from, from + 20), known);
  if (!number) return null;
  const at = from + number.length;
  const [gap = ''] = text.slice(at, at + 3).match(/^[ \t]?[:,–—-]?[ \t]?/) ?? [];
  const quote = readQuote(text, at + gap.length, null);
  if (!quote) return null;
  return { from, to: quote.to, cited: [{ answer: Number(number.replace(/\D/g, '')), quote: quote.words }] };
}

/** `„nach Gefühl“ (#5)`: words quoted in a sentence, with the number of their answer behind them. */
function readSpoken(text: string, from: number, known: Set<number>): Found | null {
  const quote = isApostrophe(text, from, from - 1) ? null : readQuote(text, from, null);
  if (!quote) return null;
  const spoken = quote.to - from;
  const [gap, bracket] =
    text.slice(quote.to, quote.to + 4).match(/^[ \t]?(?:([[(（［])|[–—-]?[ \t]?(?=#))/) ?? [];
  if (gap === undefined) return null;
  const at = quote.to + gap.length;
  if (bracket === undefined) {
    const [number] = text.slice(at, at + 8).match(/^#\d{1,6}(?![\p{L}\p{N}])/u) ?? [];
    if (!number || readBare(text, at, known)) return null;
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
  for (let at = from + 1; at < text.length && at - from < longestCitation; at += 1) {
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

const goesOn = /^[\s.]*(?:[\])】）］}｝]|[,;&|/+·•–—-]?\s*(?:\p{L}+\s+){0,2}(?:#\d|\d{1,6}[\])】）］]))/u;

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
  const isTelling = parts.some(({ letters }) => telling.test(letters));
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

/** Two letters or digits, a price, or a character that is a word. */
const telling =
  /[\p{L}\p{N}].*[\p{L}\p{N}]|\p{N}\p{Sc}|\p{Sc}\p{N}|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;

const spaced = new RegExp(
  `(?![${['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar']
    .map((script) => `\\p{Script=${script}}`)
    .join('')}])[\\p{L}\\p{N}]`,
  'u',
);

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
    .replace(/\p{Pd}|−/gu, '-')
    // One number: "200" is no part of "1,200".
    .replace(/(?<=\d)[.,](?=\d)/g, insideNumber);
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
  return /[\p{L}\p{M}\p{N}]/u.test(character) || character === insideNumber;
}

// Stands for "1,200" and "1.200" alike; a letter of no text.
const insideNumber = '\u0001';

const ignored = /[\s\p{Pi}\p{Pf}"'`´‚„‟′″「」『』*_\\]/u;
