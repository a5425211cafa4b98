import { stripControlCharacters } from './lenient-json.ts';

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
  const lines = stripControlCharacters(text.replace(/\r\n?/g, '\n'))
    .toWellFormed()
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
  return nested + quiet.replace(/(?<!\\)<(?=[a-z/!?])/gi, '\\<');
}

/** The beginning of a line that Markdown would take for something else than text. */
function quietStart(rest: string): string {
  // Below text a line of dashes would make a heading of it; asterisks are the same rule without that.
  if (/^-[ \t-]*-[ \t]*-$/.test(rest)) return '***';
  if (/^(?:=+|-{1,2})$/.test(rest) || /^(?:```|~~~)/.test(rest) || /^\[[^\]]*\]:/.test(rest))
    return `\\${rest}`;
  return rest;
}
