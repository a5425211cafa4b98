import { stripControlCharacters } from './lenient-json.ts';

/** A reply's string, trimmed and storable (no control characters but newline and tab); '' for anything else. */
export function textOf(value: unknown): string {
  if (typeof value !== 'string') return '';
  return stripControlCharacters(value).toWellFormed().trim();
}

/** Like `textOf`, but lists and objects, which models send where prose is asked for, are written out as prose. */
export function proseOf(value: unknown, depth = 0): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'object' || value === null || depth > 2) return textOf(value);
  const parts = Array.isArray(value)
    ? value.map((item) => proseOf(item, depth + 1))
    : Object.entries(value).map(([name, item]) => labelled(name, proseOf(item, depth + 1)));
  return parts.filter((part) => part !== '').join(Array.isArray(value) ? ', ' : '\n');
}

function labelled(name: string, text: string): string {
  return text === '' ? '' : `${name}: ${text}`;
}
