import type { Naming } from './field-names.ts';
import { readLooseObject } from './loose-json.ts';

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
