import { shorten } from '#server/integrations/ai/composer/idea-text.ts';
import { timesAYear } from './read-figure.ts';
import { plainLine } from './section-fields.ts';

/**
 * What stands before the colon, or in the first cell of a row, and what behind it; `rough` is the latter with the
 * "about" that was left out.
 */
type FactorLine = { label: string; value: string; rough: string | null };
type Halves = Pick<FactorLine, 'label' | 'value'>;

// What is longer is no number that anybody meant.
const longestLine = 1000;
const longestValue = 60;

/**
 * A line such as "Population, nurses in Berlin: 12,000 (statistics office, 2025)", or a row of a table, as label and
 * value. Only what tells where a number comes from is taken off the value. Null for any other line.
 */
export function readFactorLine(line: string): FactorLine | null {
  if (line.length > longestLine) return null;
  const halves = line.includes('|') ? cellsOf(line) : halvesOf(plainLine(line));
  if (!halves) return null;
  const written = withoutNotes(halves.value.replace(/\*\*|__|`/g, '').replace(/\s+/g, ' '))
    .trim()
    .replace(/[.,;]$/, '');
  const value = written.replace(/^(?:(?:about|around|roughly|circa|ca\.?) |[~≈] ?)/i, '');
  // Behind the cut it can't be read as a number, only be quoted.
  if (value.length > longestValue)
    return { label: halves.label, value: shorten(value, longestValue), rough: null };
  return { label: halves.label, value, rough: value === written ? null : written };
}

/** How often in a year a label says that its price is paid: 1 where it does not say, null where that is not clear. */
export function timesAYearOf(label: string): number | null {
  const times = new Set((label.match(periodWords) ?? []).map(timesAYear));
  const others = label
    .replace(periodWords, '')
    .replace(/\b(?:per|each|every) (?:person|customer|user|member)\b/gi, '');
  if (times.size > 1 || otherOccasions.test(others)) return null;
  const [said = 1] = times;
  return said;
}

const periodWords =
  /(?:\b(?:in a|an?|per|each|every|by the) |\/ ?)(?:year|yr|annum|quarter|month|mo|week|wk)\b|\b(?:yearly|annual(?:ly)?|quarterly|monthly|weekly)\b/gi;
const otherOccasions =
  /\b(?:per|each|every|daily|hourly|nightly|an? (?:day|night|hour|visit|use|lesson|session|meal|ride|trip|order|case|item|piece|time))\b|\//i;

// A colon inside a bracket belongs to the label.
function halvesOf(line: string): Halves | null {
  const [, label, value] = /^((?:\([^()]*\)|[^:=：(])*)[:=：](.*)$/.exec(line) ?? [];
  return label === undefined || value === undefined ? null : { label, value };
}

/** A third cell has to be a note: it could as well be the unit of the second. */
function cellsOf(row: string): Halves | null {
  const [label = '', value = '', ...others] = row.split('|').filter((cell) => cell.trim() !== '');
  return others.some((cell) => changing.test(cell)) ? null : { label: plainLine(label), value };
}

/** The value without what is told about its source. A bracket that tells anything else is read with the value. */
function withoutNotes(value: string): string {
  const open = value.search(/\((?:sources?|from|according to|(?:your|my|our|a|rough) (?:guess|estimate))\b/i);
  if (open !== -1) return withoutNotes(value.slice(0, open) + value.slice(closeOf(value, open)));
  const [, before = '', inside, after = ''] = /^([^()]*)\(([^()]*)\)([^()]*)$/.exec(value) ?? [];
  if (inside !== undefined)
    return withoutNotes(isNote(inside) ? `${before}${after}` : `${before} ${inside}${after}`);
  const tail = value.search(/[;,] | [–—] | sources?:/i);
  return tail !== -1 && isNote(value.slice(tail + 1)) ? value.slice(0, tail) : value.replace(/ {2,}/g, ' ');
}

function isNote(text: string): boolean {
  if (/^[\s–—]*(?:sources?\b|(?:your|my|our|a|rough) (?:guess|estimate)$)/i.test(text)) return true;
  return /\b(?:19|20)\d\d\b/.test(text) && !changing.test(text);
}

/** What would make another number of the one beside it. */
const changing =
  /[%$€£¥₹]|(?<!\d)(?!(?:19|20)\d\d(?!\d))\d|\b(?:per|each|every|hundreds?|thousands?|millions?|billions?|k|mn|bn|daily|weekly|monthly|quarterly|yearly|annual(?:ly)?|days?|weeks?|months?|quarters?|years?|hours?)\b/i;

/** The place behind the bracket that closes the one at `open`; the end where none does. */
function closeOf(text: string, open: number): number {
  let depth = 0;
  for (let index = open; index < text.length; index += 1) {
    if (text.charAt(index) === '(') depth += 1;
    if (text.charAt(index) === ')') depth -= 1;
    if (depth === 0) return index + 1;
  }
  return text.length;
}
