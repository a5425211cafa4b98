import type { ParserStep } from '#shared/contracts/receipt.ts';
import { withoutHalfCharacter } from '#shared/rules/text/plain-text.ts';
import {
  endOfObject,
  isObject,
  outputLimit,
  parseStrict,
  readLooseObject,
  readLooseString,
  startsTried,
  stripCodeFences,
} from './json.ts';
import { mayBeMark, withoutReasoning } from './reasoning.ts';

type Fields = Record<string, unknown>;
export type LadderReading =
  | { step: Exclude<ParserStep, 'raw'>; value: Fields }
  | { step: 'raw'; text: string };

const looseStartsTried = 2;
// Loose reading is the slow one; a section has room for less than this.
const looseLimit = 60_000;

/**
 * Reads a model's output on the first rung that holds (specification 4, Ideation stages): strict JSON; the first balanced
 * object in the text, repaired where needed, or the one inside a list, a string of JSON or another object; an object in
 * a fenced block, even when it was cut; loosely, an object that was cut or lines of `name: value`; the raw text. On every
 * rung an object counts only when it holds a name that `naming` knows. Reads the first 200,000 UTF-16 units, in linear
 * time. Never throws.
 */
export function readOutput(completion: string, naming: Naming): LadderReading {
  const read = completion.slice(0, outputLimit).trim();
  const whole = parseStrict(read);
  if (isObject(whole) && holdsName(whole, naming)) return { step: 'strict', value: whole };
  const inside = objectIn(decoded(whole));
  const unwrapped = inside && withName(inside, naming);
  if (unwrapped) return { step: 'object', value: unwrapped };
  const quoted = quotedIn(read);
  const text = withoutReasoning(
    typeof whole === 'string' ? whole : quoted?.isCut ? quoted.value : read,
  ).trim();
  const found = findObject(text, naming);
  if (found?.isWhole) return { step: 'object', value: found.value };
  const fenced = readFences(text, naming);
  if (fenced) return { step: 'fence', value: fenced };
  const loose = found?.value ?? readLines(text, naming);
  return loose ? { step: 'loose', value: loose } : { step: 'raw', text };
}

/**
 * The same of an output that is still arriving: what has arrived of its object or lines, or the prose so far. While the
 * first name of an object has not arrived, and while a model thinks aloud, that is ''.
 */
export function readPartialOutput(text: string, naming: Naming): LadderReading {
  const arrived = withoutHalfCharacter(text.slice(0, outputLimit)).trim();
  const answer = withoutReasoning(quotedIn(arrived)?.value ?? arrived).trim();
  if (answer === '' || mayBeMark(answer)) return { step: 'raw', text: '' };
  const found = findObject(answer, naming);
  if (found) return { step: found.isWhole ? 'object' : 'loose', value: found.value };
  const fenced = readFences(answer, naming);
  if (fenced) return { step: 'fence', value: fenced };
  const object = answer.startsWith('{') ? readLoosely(answer, 0) : null;
  if (!object?.isWhole && /^[[{"`]/.test(answer)) return { step: 'raw', text: '' };
  const lines = readLines(answer, naming);
  return lines ? { step: 'loose', value: lines } : { step: 'raw', text: answer };
}

// Some models send their JSON as a string of JSON.
function decoded(value: unknown): unknown {
  return typeof value === 'string' ? parseStrict(value.trim()) : value;
}

/** The same where the string is still without its end. */
function quotedIn(text: string) {
  return text.startsWith('"{') || text.startsWith('"```') ? readLooseString(text, 0, 'item') : null;
}

function objectIn(value: unknown): Fields | null {
  const first: unknown = Array.isArray(value) ? value.find(isObject) : value;
  return isObject(first) ? first : null;
}

function holdsName(value: Fields, naming: Naming): boolean {
  return Object.keys(value).some((name) => naming(name) !== null);
}

/** The object with names that are known: the value itself or what it is wrapped in, as {"ideation": {…}}. */
function withName(value: Fields, naming: Naming, depth = 0): Fields | null {
  if (holdsName(value, naming)) return value;
  if (depth === 2) return null;
  for (const inside of Object.values(value)) {
    const object = objectIn(inside);
    const found = object && withName(object, naming, depth + 1);
    if (found) return found;
  }
  return null;
}

type Found = { value: Fields; isWhole: boolean };

function findObject(text: string, naming: Naming): Found | null {
  // An object inside a brace that never closes may be whole.
  let cut: Found | null = null;
  let looseTries = looseStartsTried;
  let from = text.indexOf('{');
  for (let tries = startsTried; from !== -1 && tries > 0; tries -= 1) {
    const end = endOfObject(text, from);
    const strict = end === -1 ? undefined : parseStrict(text.slice(from, end + 1));
    if (!isObject(strict)) looseTries -= 1;
    const object = isObject(strict)
      ? { value: strict, isWhole: true }
      : looseTries >= 0 && readLoosely(text, from);
    const value = object ? withName(object.value, naming) : null;
    if (object && value && (object.isWhole || value === object.value)) return { ...object, value };
    if (value) cut ??= { value, isWhole: false };
    from = text.indexOf('{', end === -1 ? from + 1 : end + 1);
  }
  return cut;
}

function readLoosely(text: string, from: number): Found | null {
  return readLooseObject(text.slice(from, from + looseLimit));
}

function readFences(text: string, naming: Naming): Fields | null {
  const [, ...blocks] = text.split(/^[ \t]*```/m);
  for (const block of blocks.slice(0, startsTried)) {
    const found = findObject(block, naming);
    if (found) return found.value;
  }
  return null;
}

/** Lines count as an output when they hold two fields, or begin with one: prose may hold a known word before a colon. */
function readLines(text: string, naming: Naming): Fields | null {
  const plain = stripCodeFences(text.slice(0, looseLimit)).trim();
  const fields = readNamedLines(plain, naming);
  if (!fields) return null;
  const begins = readNamedLines(plain.split('\n', 1)[0] ?? '', naming) !== null;
  return begins || Object.keys(fields).length > 1 ? fields : null;
}

/**
 * Lines of `Name: value`, or headings with text below, as an object; null when no line begins with a name that is
 * known. List marks, bold, quotes and numbers around a name don't matter. What is below a name, up to the next known
 * one that is not indented more than the first, belongs to it.
 */
export function readNamedLines(text: string, naming: Naming): Record<string, unknown> | null {
  const values = new Map<string, string[]>();
  let current: string[] | null = null;
  let margin = Number.POSITIVE_INFINITY;
  for (const line of text.split('\n')) {
    const indent = line.length - line.trimStart().length;
    const named = indent > margin ? null : nameIn(line, naming);
    if (named && !values.has(named.name)) {
      current = [named.rest];
      values.set(named.name, current);
      margin = Math.min(margin, indent);
    } else if (!isBracketLine(line)) current?.push(line);
  }
  if (values.size === 0) return null;
  return Object.fromEntries([...values].map(([name, lines]) => [name, textBelow(lines)]));
}

// Longer beginnings of a line are prose, not names.
const longestName = 80;
const before = /^[\s>#*_•+|"'“‘`-]*(?:\d{1,2}[.)]\s+)?[*_"'“‘`]*/;

function nameIn(line: string, naming: Naming): { name: string; rest: string } | null {
  const start = before.exec(line.slice(0, longestName))?.[0].length ?? 0;
  const separator = line.slice(start, start + longestName).search(/[:：=|]|\s[–—-]\s/);
  const written = separator === -1 ? line.slice(start) : line.slice(start, start + separator);
  if (written.length > longestName) return null;
  const name = naming(written);
  if (name === null) return null;
  if (separator === -1) return { name, rest: '' };
  const rest = line
    .slice(start + separator)
    .trimStart()
    .slice(1)
    .replace(/^(?:\*\*|__)/, '')
    .trim();
  const isRow = line.charAt(start + separator) === '|' && rest.endsWith('|');
  return { name, rest: isRow ? rest.slice(0, -1).trimEnd() : rest };
}

function isBracketLine(line: string): boolean {
  return /^[{}[\],]+$/.test(line.trim());
}

function textBelow(lines: string[]): unknown {
  const text = dedented(lines).trim();
  const bare = text.replace(/,$/, '');
  if (/^[[{]/.test(bare)) return readLooseObject(`{"value": ${bare}}`)?.value.value ?? text;
  const quoted = /^(["'“])([^\n]*)(["'”])$/.exec(bare);
  return quoted ? quoted[2] : text;
}

/** The first line, and the others without the indentation that they all have. */
function dedented([first = '', ...others]: string[]): string {
  const indents = others
    .filter((line) => line.trim() !== '')
    .map((line) => line.length - line.trimStart().length);
  const least = indents.reduce((one, other) => Math.min(one, other), 1000);
  return [first, ...others.map((line) => line.slice(least))].join('\n');
}

/** A name without regard to case, spaces, signs, accents and what is in brackets: app_name and "App Name:" are appname. */
export function plainName(name: string): string {
  const plain = name
    .slice(0, 200)
    .normalize('NFD')
    .replace(/\([^()]*\)/g, '')
    .replace(/[^\p{L}\p{N}]/gu, '');
  return plain.toLowerCase();
}

/** Gives the name that goes by what was written; null when none does. */
export type Naming = (written: string) => string | null;

/**
 * The object with its names as the naming has them. Names that it does not know stay, and so does the second of two
 * that mean the same, so nothing is lost.
 */
export function renamed<T>(object: Record<string, T>, naming: Naming): Record<string, T> {
  const taken = new Set(Object.keys(object));
  const entries = Object.entries(object).map(([written, value]) => {
    const name = naming(written);
    if (name === null || taken.has(name)) return [written, value] as const;
    taken.add(name);
    return [name, value] as const;
  });
  return Object.fromEntries(entries);
}
