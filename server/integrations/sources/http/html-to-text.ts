import { nameToEmoji } from 'gemoji';
import { compile, type FormatCallback } from 'html-to-text';
import { type HTMLElement, parse } from 'node-html-parser';
import { longestPost } from '#server/integrations/sources/port.ts';
import { storable, withoutHalfCharacter } from '#shared/rules/text/plain-text.ts';

/** Longer markup is cut before it is read; it is enough for `longestPost` characters. */
const longestMarkup = 3 * longestPost;

const skipped = [
  ...['script', 'style', 'noscript', 'template', 'head', 'title', 'svg', 'math', 'iframe', 'object', 'embed'],
  ...['video', 'audio', 'form', 'hr'],
].map((selector) => ({ selector, format: 'skip' }));

/** A picture's text; one of a pixel only counts readers. */
const pictureText: FormatCallback = (picture, _walk, builder) => {
  const { alt = '', width, height }: Record<string, string> = picture.attribs ?? {};
  if (width !== '1' && height !== '1') builder.addInline(alt);
};

const shared = { wordwrap: false as const, baseElements: { selectors: [] } };

const options = {
  ...shared,
  limits: { maxDepth: 60, maxChildNodes: 2_000, maxInputLength: longestMarkup },
  formatters: { pictureText },
  selectors: [
    { selector: 'a', options: { ignoreHref: true } },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
    { selector: 'ul', options: { itemPrefix: '- ' } },
    { selector: 'img', format: 'pictureText' },
    { selector: 'table', format: 'block' },
    { selector: 'td', format: 'block' },
    { selector: 'th', format: 'block' },
    ...skipped,
  ],
};
const convertHtml = compile(options);
const convertMixed = compile({ ...options, preserveNewlines: true });

/** How a source writes a field: `escaped` is plain text with entities, Markdown may contain HTML. */
export type Markup = keyof typeof readers;

export type FieldForm = {
  markup: Markup;
  /** The source writes pictures as codes, such as ':heart:'. */
  hasEmojiCodes?: boolean;
};

/** Visible text of a field, in lines: entities are read once, pictures by their text, scripts leave none. */
export function readText(given: string | null | undefined, { markup, hasEmojiCodes }: FieldForm): string {
  const text = readers[markup]((given ?? '').slice(0, longestMarkup));
  return tidy(hasEmojiCodes ? withEmoji(text) : text);
}

/** Characters of a title or a name that are kept: more than any source lets people write. */
export const longestLine = 300;

/** The same in one line, for a title or a name. */
export function readLine(given: string | null | undefined, form: FieldForm): string {
  return whole(readText(given, form).replace(/\s+/g, ' '), longestLine);
}

const readers = {
  // Reading markup is the dearest part of a search, and many posts have none.
  html: (text: string) => (/[<&]/.test(text) ? convertHtml(text) : text.replace(/\s+/g, ' ')),
  escaped: readEntities,
  markdown(text: string) {
    const plain = text
      .replace(/!\[([^\][]{0,500})\](?:\((?:[^()\n]|\([^()\n]{0,200}\)){0,1000}\)|\[[^\][]{0,500}\])/g, '$1')
      .replace(/\[([^\][]{1,500})\]\((?:[^()\n]|\([^()\n]{0,200}\)){0,1000}\)/g, '$1');
    return hasMarkup.test(plain) ? convertMixed(plain) : readEntities(plain);
  },
  plain: (text: string) => text,
};

const hasMarkup =
  /<\/?(?:script|style|img|iframe|svg|object|p|br|div|span|a|b|i|details|summary|table|!--)\b/i;

const entity = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/gi;

function readEntities(text: string): string {
  return text.replace(entity, (code) => convertHtml(code) || code);
}

/** Codes give way to their signs; those of pictures that one server has are left out. */
function withEmoji(text: string): string {
  return text.replace(emojiCode, (code: string, space: string, name: string) => {
    if (Object.hasOwn(nameToEmoji, name)) return `${space}${nameToEmoji[name]}`;
    return /[a-z]/.test(name) ? '' : code;
  });
}

// A skin tone may follow. Times and ratios have digits around their colons.
const emojiCode = /([ \t]?)(?<![\p{L}\p{N}:]):([a-z0-9_+-]{1,50})(?::t[2-6])?:(?![\p{L}\p{N}:])/gu;

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

// ---- text as its author typed it ---------------------------------------------------------------

/** Longer markup is cut: no reply comes near it. */
const longestReply = 20_000;

/** Addresses are shown cut, and the link has them whole; mentions and hashtags are shown as they were typed. */
const wholeLink: FormatCallback = (link, walk, builder) => {
  const attributes: Record<string, string> = link.attribs ?? {};
  const isMention = attributes.class?.split(/\s+/).includes('mention');
  if (isMention) walk(link.children, builder);
  else builder.addInline(attributes.href ?? '', { noWordTransform: true });
};

const unadorned = ['blockquote', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ol', 'ul', 'table'];

const convertTyped = compile({
  ...shared,
  limits: { maxDepth: 30, maxChildNodes: 1_000, maxInputLength: longestReply, ellipsis: '' },
  formatters: { wholeLink },
  selectors: [
    { selector: 'a', format: 'wholeLink' },
    ...unadorned.map((selector) => ({ selector, format: 'block' })),
    ...['img', 'hr', 'script', 'style', 'head'].map((selector) => ({ selector, format: 'skip' })),
  ],
});

/** The text of a page; empty for one that would be cut. */
export function wholeText(html: string): string {
  return html.length > longestReply ? '' : convertTyped(html);
}

/** Typed text behind a source's HTML; its cost is bounded for any input. */
export function typedText(html: string): string {
  return convertTyped(html.slice(0, longestReply));
}

const longestNotice = 300;
/** Of markup and text together. */
const longestGiven = 2_000;

/** A source's notice: without markup, on one line, cut. */
export function noticeText(given: string): string {
  const short = given.slice(0, longestGiven);
  const text = /[<&]/.test(short) ? typedText(short) : short;
  // Screens quote the words, so quotes inside them must not end the quotation.
  const line = text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/[“”]/g, '"')
    .trim();
  const shown = line.length > longestNotice ? `${line.slice(0, longestNotice - 1).trimEnd()}…` : line;
  return storable(shown);
}

// ---- pages -------------------------------------------------------------------------------------

/** Levels of a page; no page of a forum has so many. */
const deepest = 100;

/** Without the reader's repairs, whose cost grows with the square of what is never closed. */
export function parsePage(body: string): HTMLElement {
  const page = parse(body.replace(/<!--[\s\S]*?(?:-->|$)/g, ''), { parseNoneClosedTags: true });
  let level = page.children;
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepest) return parse('');
    level = level.flatMap(({ children }) => children);
  }
  return page;
}

// ---- rules -------------------------------------------------------------------------------------

/** Characters of a piece: what screens show in one line of a list. */
const longestPiece = 300;
const mostPieces = 100;
/** Of all texts together. */
const longestRules = 20_000;

/** Rules in pieces that screens show, nothing left out; empty where there are more than anybody would read. */
export function ruleTexts(texts: (string | null | undefined)[]): string[] {
  const whole = texts.filter((text) => typeof text === 'string').join('\n');
  if (whole.length > longestRules) return [];
  const pieces = whole
    .split(/[\r\n]+/)
    .map((line) => line.replace(/[\s\p{Cc}]+/gu, ' ').replace(/^[\s#>*_-]+|[\s*_]+$/g, ''))
    .flatMap((line) => line.match(new RegExp(`.{1,${longestPiece}}(?:\\s|$)|.{${longestPiece}}`, 'gu')) ?? [])
    .map((piece) => storable(piece.trim()))
    .filter((piece) => /[\p{L}\p{N}]/u.test(piece));
  const all = [...new Set(pieces)];
  return all.length > mostPieces ? [] : all;
}
