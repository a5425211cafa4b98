import { type Naming, plainName, renamed } from './field-names.ts';
import { readNamedLines } from './lines.ts';
import { textOf } from './text.ts';

/** A value of a reply: text, or lists and named values of text. Nothing in it is empty. */
export type Content = string | Content[] | { [name: string]: Content };

const deepest = 4;
// More than a section has room for: what lies beyond could not be shown.
const longestText = 20_000;
const longestList = 3_000;

/** Any JSON value as content; undefined when it holds no text. What lies deeper than four levels is written out as a line. */
export function contentOf(value: unknown, depth = 0): Content | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'object' || value === null) return textIn(value);
  if (depth >= deepest) return textIn(leavesOf(value).join(', '));
  if (Array.isArray(value)) {
    const items = value
      .slice(0, longestList)
      .map((item) => contentOf(item, depth + 1))
      .filter((item) => item !== undefined);
    return items.length > 0 ? items : undefined;
  }
  const entries = Object.entries(value)
    .slice(0, longestList)
    .map(([name, item]) => [name, contentOf(item, depth + 1)] as const);
  const named = entries.filter((entry): entry is [string, Content] => entry[1] !== undefined);
  return named.length > 0 ? Object.fromEntries(named) : undefined;
}

/** A field that is asked for as a list: text with list marks is taken apart, one value becomes a list of one. */
export function listOf(value: unknown): Content | undefined {
  const content = contentOf(value);
  if (content === undefined) return undefined;
  if (typeof content === 'string') return itemsOf(content);
  if (!Array.isArray(content)) return Object.keys(content).every(isNumber) ? Object.values(content) : content;
  const isNumbered = content.every((item) => typeof item === 'string' && listMark.test(item));
  return isNumbered ? content.map((item) => String(item).replace(listMark, '')) : content;
}

/** A field that is asked for as an object: its known parts by their own names, whether they came as an object, a list or lines. */
export function partsOf(value: unknown, names: string[]): Content | undefined {
  const content = contentOf(value);
  const partNamed = (name: string) => names.find((part) => part === plainName(name)) ?? null;
  if (typeof content === 'string') return partsInLines(content, partNamed) ?? content;
  if (!Array.isArray(content)) return content && renamed(content, partNamed);
  const found = content.flatMap((item) => Object.entries(partIn(item, partNamed) ?? { '': '' }));
  const isWhole = found.every(([name]) => partNamed(name) !== null);
  const isOnce = new Set(found.map(([name]) => name)).size === found.length;
  return isWhole && isOnce ? contentOf(Object.fromEntries(found)) : content;
}

function textIn(value: unknown): string | undefined {
  return textOf(typeof value === 'string' ? value.slice(0, longestText) : value) || undefined;
}

type Named = Record<string, unknown>;

function itemsOf(text: string): Content[] {
  const items: string[] = [];
  const lines = text.split('\n');
  if (!lines.some((line) => listMark.test(line))) return [text];
  for (const line of lines) {
    if (listMark.test(line) || items.length === 0) items.push(line.replace(listMark, ''));
    else items[items.length - 1] += `\n${line}`;
  }
  return items.map((item) => item.trim()).filter((item) => item !== '');
}

/** One part alone could hold the others in its text. */
function partsInLines(text: string, partNamed: Naming): Content | undefined {
  const found = readNamedLines(text, partNamed);
  const begins = readNamedLines(text.split('\n', 1)[0] ?? '', partNamed) !== null;
  return found && begins && Object.keys(found).length > 1 ? contentOf(found) : undefined;
}

function partIn(item: Content, partNamed: Naming): Named | null {
  if (typeof item === 'string') return readNamedLines(item, partNamed);
  if (Array.isArray(item)) return null;
  const said = Object.entries(item).find(
    ([, value]) => typeof value === 'string' && partNamed(value) !== null,
  );
  if (!said)
    return Object.keys(item).every((name) => partNamed(name) !== null) ? renamed(item, partNamed) : null;
  const { [said[0]]: _part, ...rest } = item;
  const values = Object.values(rest);
  return { [partNamed(String(said[1])) ?? '']: values.length === 1 ? values[0] : rest };
}

function leavesOf(value: object): string[] {
  const leaves: string[] = [];
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'object' && next !== null) {
      const inside = Object.values(next);
      for (let index = inside.length - 1; index >= 0; index -= 1) open.push(inside[index]);
    } else if (next !== null && next !== undefined) leaves.push(textOf(String(next)));
  }
  return leaves.filter((leaf) => leaf !== '');
}

function isNumber(name: string): boolean {
  return /^\d{1,9}$/.test(name);
}

/** The mark that an item of a list begins with, at the start of a line: "- ", "• ", "1. ", "2) ". */
const listMark = /^(?:[-*+•]|\d{1,2}[.)])[ \t]+/;
