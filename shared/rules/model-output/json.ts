import { withoutHalfCharacter } from '#shared/rules/text/plain-text.ts';
import { wellFormed } from '#shared/rules/text/well-formed.ts';

/** Outputs are read up to this many UTF-16 units, which bounds the work on hostile ones. */
export const outputLimit = 200_000;

/** So many braces are tried as the start of an object: each costs a pass over the text, and prose may be full of stray ones. */
export const startsTried = 8;

/** Strict JSON; undefined when the text is not JSON. */
export function parseStrict(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * JSON as it is, else without control characters and trailing commas and with raw newlines in strings escaped;
 * undefined when it is not JSON even then.
 */
export function parseRepaired(text: string): unknown {
  return (
    parseStrict(text) ?? parseStrict(stripTrailingCommas(escapeRawNewlines(stripControlCharacters(text))))
  );
}

/** The text without the marker lines of code fences; what is between them is kept. */
export function stripCodeFences(text: string): string {
  return text.replace(/^[ \t]*```[\w-]*[ \t]*$/gm, '').replace(/^\s*```(?:json)?|```\s*$/g, '');
}

/**
 * The `{…}` pieces of the text in order, balanced with regard to strings. Of a brace that never closes (an output that
 * was cut, or a quote too many) the piece up to the last `}` is given, then what is inside.
 */
export function* objectPieces(text: string): Generator<string> {
  const last = text.lastIndexOf('}');
  let from = text.indexOf('{');
  let isCut = false;
  for (let tries = 0; from !== -1 && from < last && tries < startsTried; tries += 1) {
    const end = endOfObject(text, from);
    if (end !== -1) yield text.slice(from, end + 1);
    else if (!isCut) yield text.slice(from, last + 1);
    isCut ||= end === -1;
    from = text.indexOf('{', end === -1 ? from + 1 : end + 1);
  }
}

/**
 * True when the text holds the JSON object asked for to its end, outside of any that was cut: one that fits, or the
 * first with something in it, where nothing but a fence stands behind it.
 */
export function holdsWholeObject(text: string, fits: (object: string) => boolean): boolean {
  const first = text.indexOf('{');
  let from = first;
  for (let tries = 0; from !== -1 && tries < startsTried; tries += 1) {
    const end = endOfObject(text, from);
    if (end === -1) return false;
    const piece = text.slice(from, end + 1);
    const object = parseRepaired(piece);
    const isAll = from === first && /^[\s`]*$/.test(text.slice(end + 1));
    if (isObject(object) && Object.keys(object).length > 0 && (isAll || fits(piece))) return true;
    from = text.indexOf('{', end + 1);
  }
  return false;
}

/** End of the object that begins at `from`, with regard to strings; -1 when it never closes. */
export function endOfObject(text: string, from: number): number {
  let depth = 0;
  for (let index = from; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (character === '{') depth += 1;
    if (character === '}') depth -= 1;
    if (depth === 0) return index;
    if (character === '"') {
      stringAt.lastIndex = index;
      stringAt.test(text);
      index = stringAt.lastIndex - 1;
    }
  }
  return -1;
}

/** A string of JSON, up to the end of the text when it never closes. */
const jsonString = String.raw`"[^"\\]*(?:\\(?:[\s\S]|$)[^"\\]*)*"?`;
const stringAt = new RegExp(jsonString, 'y');

/** A JSON object, not a list and not null. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Removes control characters that JSON forbids everywhere; tab and newline stay. */
export function stripControlCharacters(text: string): string {
  return text.replace(/(?![\t\n\r])\p{Cc}/gu, '');
}

/** An output's string, trimmed and storable (no control characters but newline and tab); '' for anything else. */
export function textOf(value: unknown): string {
  if (typeof value !== 'string') return '';
  return wellFormed(stripControlCharacters(value)).trim();
}

/** Removes each comma that is followed, outside strings, by nothing but space and a closing brace or bracket. */
export function stripTrailingCommas(text: string): string {
  return text.replace(stringOrComma, (part) => (part === ',' ? '' : part));
}

const stringOrComma = new RegExp(String.raw`${jsonString}|,(?=[ \n\r\t]*[}\]])`, 'g');

/** Turns raw newlines, returns and tabs inside strings into their newlineEscapes. */
export function escapeRawNewlines(text: string): string {
  return text.replace(strings, (part) => part.replace(/[\n\r\t]/g, (sign) => newlineEscapes[sign] ?? sign));
}

const strings = new RegExp(jsonString, 'g');
const newlineEscapes: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** A model's object; `isWhole` is false when the output ended before its closing brace. */
type LooseObject = { value: Record<string, unknown>; isWhole: boolean };

// No expected output is deeper; the rest of such a text is left unread.
const deepest = 40;

type Frame = { isList: boolean; name: string | null; hasColon: boolean; entries: [string, unknown][] };

/**
 * Reads the object that the text begins with as leniently as it can: single and typographic quotes, names without quotes,
 * quotes and raw newlines inside strings, comments, Python's words, commas too many or too few, and an end that never
 * came. What had not arrived when the text ends (a name without a value, half a word, an empty string) is left out.
 * Null when the text begins with anything else. Valid JSON is read as JSON.parse does, but for numbers, which stay text.
 * Never throws; one pass.
 */
export function readLooseObject(text: string): LooseObject | null {
  if (!text.startsWith('{')) return null;
  const frames: Frame[] = [newFrame(false)];
  let index = 1;
  while (index < text.length && frames.length > 0 && frames.length <= deepest) {
    const frame = frames.at(-1);
    if (frame === undefined) break;
    const character = text.charAt(index);
    if (character === '{' || character === '[') frames.push(newFrame(character === '['));
    else if (character === '}' || character === ']') {
      const root = closeTo(frames, character === ']');
      if (root) return { value: Object.fromEntries(root.entries), isWhole: true };
    } else index = readToken(text, index, frame) - 1;
    index += 1;
  }
  while (frames.length > 1) closeTop(frames);
  return { value: Object.fromEntries(frames[0]?.entries ?? []), isWhole: false };
}

function newFrame(isList: boolean): Frame {
  return { isList, name: null, hasColon: false, entries: [] };
}

/** Closes the innermost list or object of this kind and what is open inside it; gives the whole when that is it. */
function closeTo(frames: Frame[], isList: boolean): Frame | null {
  const depth = frames.findLastIndex((frame) => frame.isList === isList);
  while (depth !== -1 && frames.length - 1 > depth) closeTop(frames);
  if (depth > 0) closeTop(frames);
  return depth === 0 ? (frames[0] ?? null) : null;
}

function closeTop(frames: Frame[]): void {
  const top = frames.pop();
  const parent = frames.at(-1);
  if (!top || !parent) return;
  place(parent, top.isList ? top.entries.map(([, value]) => value) : Object.fromEntries(top.entries));
}

function place(frame: Frame, value: unknown): void {
  if (!frame.isList && !frame.hasColon && typeof value === 'string') frame.name = value;
  else {
    frame.entries.push([frame.name ?? '', value]);
    frame.name = null;
    frame.hasColon = false;
  }
}

/** Reads the token at the index into the frame; gives the index behind it. */
function readToken(text: string, index: number, frame: Frame): number {
  const character = text.charAt(index);
  if (character === ',') {
    frame.name = null;
    frame.hasColon = false;
  }
  if (character === ':' && frame.name !== null) frame.hasColon = true;
  if (character === ',' || character === ':' || character.trim() === '') return index + 1;
  if (character === '/') return skipLooseComment(text, index);
  const isName = !frame.isList && !frame.hasColon;
  const kind = isName ? 'name' : frame.isList ? 'item' : 'value';
  const found = readLooseString(text, index, kind) ?? readBareWord(text, index, isName);
  const isHalf = found.isCut && (isName || found.value === '');
  if (!isHalf) place(frame, found.value);
  return found.end;
}

const bareName = /[^,:{}[\]"\n]+/y;
const bareValue = /[^,{}[\]\n]+/y;

function readBareWord(text: string, index: number, isName: boolean) {
  const pattern = isName ? bareName : bareValue;
  pattern.lastIndex = index;
  const word = pattern.exec(text)?.[0] ?? text.charAt(index);
  const end = index + word.length;
  const isCut = end >= text.length;
  const isNothing = /^(?:null|None|undefined|nil)\s*$/.test(word);
  return { value: isNothing ? null : isCut ? '' : word.trim(), end, isCut };
}

/** Which quotes close a string that one of these opened. */
const closing: Record<string, string> = {
  '"': '"',
  "'": "'",
  '`': '`',
  '“': '”“"',
  '”': '”"',
  '„': '“”"',
  '‘': "’'",
  '«': '»',
};
const escapeValues: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '', f: '' };

/** The string's part in its list or object: it decides what may follow. */
type StringKind = 'name' | 'value' | 'item';

/**
 * The string that begins at the index, its escapeValues read; null when no quote is there. A quote ends it only where a
 * string may end, so quotes inside that no one escaped stay. `isCut` when the text ends first.
 */
export function readLooseString(
  text: string,
  start: number,
  kind: StringKind,
): { value: string; end: number; isCut: boolean } | null {
  const closers = closing[text.charAt(start)];
  if (closers === undefined) return null;
  const parts: string[] = [];
  let from = start + 1;
  for (let index = from; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (character === '\\') {
      const escaped = readEscape(text, index + 1);
      parts.push(text.slice(from, index), escaped.value);
      from = escaped.end;
      index = escaped.end - 1;
    } else if (closers.includes(character) && endsString(text, index + 1, kind)) {
      return { value: parts.join('') + text.slice(from, index), end: index + 1, isCut: false };
    }
  }
  return { value: withoutHalfCharacter(parts.join('') + text.slice(from)), end: text.length, isCut: true };
}

/** The index behind the comment that begins at the index, or behind the slash when it is none. */
function skipLooseComment(text: string, index: number): number {
  const mark = text.charAt(index + 1);
  if (mark !== '/' && mark !== '*') return index + 1;
  const end = text.indexOf(mark === '/' ? '\n' : '*/', index + 2);
  return end === -1 ? text.length : end + (mark === '/' ? 1 : 2);
}

function readEscape(text: string, index: number): { value: string; end: number } {
  const letter = text.charAt(index);
  if (letter !== 'u') return { value: escapeValues[letter] ?? letter, end: index + 1 };
  const code = text.slice(index + 1, index + 5);
  if (/^[\da-f]{4}$/i.test(code))
    return { value: String.fromCharCode(Number.parseInt(code, 16)), end: index + 5 };
  return index + 5 > text.length ? { value: '', end: text.length } : { value: 'u', end: index + 1 };
}

const space = /\s*/y;
const commentStart = /\/[/*]/y;
const nameEnd = /\s*(?::|$)/y;
// Text that may follow the comma behind an item of a list: another string, value or name, or the end.
const nextItem = /["'`“”„‘«[{}\]\d/-]|(?:true|false|null|True|False|None)\b|[A-Za-z_]\w{0,40}\s{0,9}:|$/y;
// Text that may follow it behind a value of an object: another name, a comment, or the end.
const nextName = new RegExp(
  [
    String.raw`"(?:[^"\\]|\\.){0,200}(?:"\s{0,9}(?::|$)|\\?$)`,
    String.raw`['\`“”„‘«][^'\`“”„‘’«»\n]{0,60}(?:['\`“”’»]\s{0,9}(?::|$)|$)`,
    String.raw`[A-Za-z_]\w{0,40}\s{0,9}(?::|$)|[}/]|$`,
  ].join('|'),
  'y',
);

function endsString(text: string, index: number, kind: StringKind): boolean {
  if (kind === 'name') return matchesAt(nameEnd, text, index);
  const after = afterSpace(text, index);
  const character = text.charAt(after);
  if (character === ',')
    return matchesAt(kind === 'item' ? nextItem : nextName, text, afterSpace(text, after + 1));
  if (character === '' || character === '}' || character === ']') return true;
  if (character === '/') return matchesAt(commentStart, text, after);
  return closing[character] !== undefined && text.slice(index, after).includes('\n');
}

function afterSpace(text: string, index: number): number {
  space.lastIndex = index;
  return index + (space.exec(text)?.[0].length ?? 0);
}

function matchesAt(pattern: RegExp, text: string, index: number): boolean {
  pattern.lastIndex = index;
  return pattern.test(text);
}
