import { compile } from 'html-to-text';
import { withoutHalfCharacter } from '#shared/rules/model-output/cut-output.ts';
import { longestPost } from './port.ts';

/** Longer markup is cut before it is read; it is enough for `longestPost` characters. */
const longestMarkup = 3 * longestPost;

const skipped = [
  ...['script', 'style', 'noscript', 'template', 'head', 'title', 'svg', 'math', 'iframe', 'object', 'embed'],
  ...['img', 'picture', 'video', 'audio', 'form', 'hr'],
].map((selector) => ({ selector, format: 'skip' }));

const options = {
  wordwrap: false as const,
  baseElements: { selectors: [] },
  limits: { maxDepth: 60, maxChildNodes: 2_000, maxInputLength: longestMarkup },
  selectors: [
    { selector: 'a', options: { ignoreHref: true } },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
    { selector: 'ul', options: { itemPrefix: '- ' } },
    { selector: 'table', format: 'block' },
    { selector: 'td', format: 'block' },
    { selector: 'th', format: 'block' },
    ...skipped,
  ],
};
const convertHtml = compile(options);
const convertMixed = compile({ ...options, preserveNewlines: true });

/** Visible text of a piece of HTML, in lines; scripts and pictures leave no text. */
export function htmlText(html: string | null | undefined): string {
  const markup = (html ?? '').slice(0, longestMarkup);
  // Reading markup is the dearest part of a search, and many posts have none.
  return tidy(/[<&]/.test(markup) ? convertHtml(markup) : markup.replace(/\s+/g, ' '));
}

/** The same of Markdown, in which HTML may stand. Marks such as ** stay as they are. */
export function markdownText(markdown: string | null | undefined): string {
  const text = (markdown ?? '')
    .slice(0, longestMarkup)
    .replace(/!\[([^\][]{0,500})\](?:\((?:[^()\n]|\([^()\n]{0,200}\)){0,1000}\)|\[[^\][]{0,500}\])/g, '')
    .replace(/\[([^\][]{1,500})\]\((?:[^()\n]|\([^()\n]{0,200}\)){0,1000}\)/g, '$1');
  return tidy(hasMarkup.test(text) ? convertMixed(text) : text);
}

const hasMarkup =
  /<\/?(?:script|style|img|iframe|svg|object|p|br|div|span|a|b|i|details|summary|table|!--)\b/i;

/** Text that came as plain text. */
export function plainText(text: string | null | undefined): string {
  return tidy(text ?? '');
}

/** Characters of a title or a name that are kept: more than any source lets people write. */
export const longestLine = 300;

/** A title or a name in one line, from plain text. */
export function plainLine(text: string | null | undefined): string {
  return whole(tidy(text ?? '').replace(/\s+/g, ' '), longestLine);
}

/** The same from HTML. */
export function htmlLine(html: string | null | undefined): string {
  return plainLine(htmlText(html));
}

function tidy(text: string): string {
  const clean = text
    .slice(0, longestMarkup)
    .replace(/\r\n?/g, '\n')
    // Control characters, and those that turn the direction of what follows.
    .replace(/[^\P{Cc}\n\t]|[\u200b\u202a-\u202e\u2066-\u2069\ufeff]/gu, '')
    .replace(/\u00a0/g, ' ')
    .replace(/(?<![ \t])[ \t]+(?=\n|$)/g, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return whole(clean, longestPost);
}

/** Cut to `longest`: half a surrogate pair can not be stored. */
function whole(text: string, longest: number): string {
  return withoutHalfCharacter(text.slice(0, longest)).trimEnd();
}
