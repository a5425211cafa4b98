import { storable } from '#shared/rules/text/plain-text.ts';

/**
 * JSON of a source without characters that databases refuse; these come only as escapes.
 * @throws for what is no JSON.
 */
export function parseStorable(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return /\\u(?:0000|d[89a-f])/i.test(text) ? cleaned(value) : value;
}

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return storable(value);
  if (Array.isArray(value)) return value.map(cleaned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [storable(name), cleaned(inner)]));
}
