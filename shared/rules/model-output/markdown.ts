import { wellFormed } from '#shared/rules/text/well-formed.ts';
import { stripControlCharacters } from './json.ts';
import { plainName } from './ladder.ts';

/** A value of an output: text, or lists and named values of text. Nothing in it is empty. */
export type Content = string | Content[] | { [name: string]: Content };

/**
 * Quiets a model's Markdown: it can begin no heading, fence, HTML or hidden definition, so it can't forge a section.
 * Lists, quotes, bold and links stay as they are. Applying it twice changes nothing.
 */
export function quietMarkdown(text: string): string {
  return eachLine(text, (signs, rest) => `\\${signs}${rest}`);
}

/** Like `quietMarkdown`, but headings stay headings, of level 4 at most: the sections' own are of level 3. */
export function demotedMarkdown(text: string): string {
  return eachLine(text, (signs, rest) => `${signs.padEnd(4, '#')}${rest}`);
}

// Quotes and list items that a line may be nested in. Each alternative begins differently, so this can't backtrack far.
const nesting = /^(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*/;
const fence = /^(?:`{3,}|~{3,})[ \t]*[\w+-]*$/;

function eachLine(text: string, onHeading: (signs: string, rest: string) => string): string {
  const lines = wellFormed(stripControlCharacters(text.replace(/\r\n?/g, '\n')))
    .split('\n')
    .map((line) => quietLine(line.trimEnd(), onHeading));
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+/, '')
    .trimEnd();
}

function quietLine(line: string, onHeading: (signs: string, rest: string) => string): string {
  const nested = nesting.exec(line)?.[0] ?? '';
  const rest = line.slice(nested.length);
  if (fence.test(rest)) return '';
  const heading = /^(#{1,6})([ \t].*|)$/.exec(rest);
  const quiet = heading ? onHeading(heading[1] ?? '', heading[2] ?? '') : quietStart(rest);
  return nested + quiet.replace(/\\?<(?=[a-z/!?])/gi, '\\<');
}

/** The beginning of a line that Markdown would take for something else than text. */
function quietStart(rest: string): string {
  // Below text a line of dashes would make a heading of it; asterisks are the same rule without that.
  if (/^-[ \t-]*-[ \t]*-$/.test(rest)) return '***';
  if (/^(?:=+|-{1,2})$/.test(rest) || /^(?:```|~~~)/.test(rest) || /^\[[^\]]*\]:/.test(rest))
    return `\\${rest}`;
  return rest;
}

const labels = new Map([
  ['tam', 'TAM (total addressable market)'],
  ['sam', 'SAM (serviceable addressable market)'],
  ['aarrrMetrics', 'AARRR metrics'],
  ['noCodePlatforms', 'No-code platforms'],
]);

/** Names by which an entry of a list is called: their value leads the bullet. */
const leading = new Set(
  'name title feature platform tool step phase competitor company tactic channel metric test question strategy tier plan method'.split(
    ' ',
  ),
);
/** Names of fields that describe an entry. */
const telling = new Set(
  'description details detail explanation text summary why how value purpose reason'.split(' '),
);

/** A field's name as people read it: competitorAnalysis is 'Competitor analysis'. */
export function labelOf(name: string): string {
  const label = labels.get(name);
  if (label !== undefined) return label;
  const oneLine = quietMarkdown(name.replace(/\s+/g, ' ')).trim();
  if (!/^[\w-]+$/.test(oneLine)) return capitalized(oneLine);
  const words = oneLine.replace(/([a-z\d])([A-Z])/g, '$1 $2').split(/[ _-]+/);
  const plain = words.map((word) => (/^[A-Z\d]+$/.test(word) ? word : word.toLowerCase())).join(' ');
  return capitalized(plain);
}

/** A value under its bold label: on the same line when it is prose, else as bullets below. */
export function pieceOf(name: string, value: Content): string {
  const label = labelOf(name) === '' ? '' : `**${labelOf(name)}:**`;
  if (typeof value !== 'string') return `${label}\n\n${bulletsOf(value)}`.trimStart();
  const text = quietMarkdown(value);
  return /^(?:[-*+>]|\d{1,9}[.)])(?:\s|$)/.test(text)
    ? `${label}\n\n${text}`
    : `${label} ${text}`.trimStart();
}

/** Text, a list or named values as bullets. */
export function bulletsOf(value: Content): string {
  if (typeof value === 'string') return bullet(quietMarkdown(value));
  if (Array.isArray(value)) return linesOf(value, itemBullet);
  return linesOf(Object.entries(value), namedBullet);
}

/** True when the value fits on the line of its bullet. */
export function isLine(value: Content): value is string {
  return typeof value === 'string' && !value.includes('\n');
}

/** Each line that holds something two spaces further in, below the text of a bullet. */
export function indented(text: string): string {
  return text.replace(/^(?=.)/gm, '  ');
}

// More than a section may hold: what lies beyond would be cut anyway.
const longestBullets = 15_000;

function linesOf<T>(items: T[], lineOf: (item: T) => string): string {
  const lines: string[] = [];
  let length = 0;
  for (const item of items) {
    if (length > longestBullets) break;
    const line = lineOf(item);
    if (line !== '') lines.push(line);
    length += line.length;
  }
  return lines.join('\n');
}

function bullet(text: string): string {
  // A lone dash below text would make a heading of that.
  return text === '' ? '' : `- ${indented(text).trimStart()}`;
}

function namedBullet([name, value]: [string, Content]): string {
  return bullet(
    typeof value === 'string' ? pieceOf(name, value) : `**${labelOf(name)}:**\n${bulletsOf(value)}`,
  );
}

function itemBullet(item: Content): string {
  if (typeof item === 'string' || Array.isArray(item))
    return bullet(typeof item === 'string' ? quietMarkdown(item) : bulletsOf(item));
  const [first, ...rest] = Object.entries(item);
  if (!first || !isLine(first[1]) || !leading.has(plainName(first[0]))) return bullet(bulletsOf(item));
  const lead = `**${quietMarkdown(first[1])}**`;
  const [told, ...more] = rest;
  if (told && more.length === 0 && typeof told[1] === 'string' && telling.has(plainName(told[0]))) {
    return bullet(`${lead}: ${quietMarkdown(told[1])}`);
  }
  return [bullet(lead), ...rest.map((entry) => indented(namedBullet(entry)))].join('\n');
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
