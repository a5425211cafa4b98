import { wellFormed } from './well-formed.ts';
/** The line that says that a text was cut here. */
export const shortenedMark = '[shortened]';

/**
 * The beginning of the text in at most `limit` UTF-16 units, cut after a line or word where one is near and then
 * marked by a line '[shortened]'; unchanged when it fits. Never cuts a character in half.
 */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const room = limit - shortenedMark.length - 1;
  if (room < 0) return limit < shortenedMark.length ? '' : shortenedMark;
  const start = withoutHalfCharacter(text.slice(0, room));
  const end = Math.max(start.lastIndexOf('\n'), start.lastIndexOf(' '));
  return `${(end > room - 200 ? start.slice(0, end) : start).trimEnd()}\n${shortenedMark}`;
}

/** The text without a first half of a character at its end, which a cut can leave. */
export function withoutHalfCharacter(text: string): string {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? text.slice(0, -1) : text;
}

/** The first `length` UTF-16 units of a text, with '...' only when it is longer (specification 9, Previews). */
export function preview(text: string, length: number): string {
  if (text.length <= length) return text;
  // Half of a character at the cut would be shown as a box.
  return `${withoutHalfCharacter(text.slice(0, length))}...`;
}

/** The text, or its beginning up to a word's end within `length` and an ellipsis; never half a character. */
export function cutAtWord(text: string, length: number): string {
  if (text.length <= length) return text;
  const space = text.slice(0, length + 1).search(/\s\S*$/);
  let end = space > length / 2 ? space : length;
  while (end > 0 && isInsideCharacter(text, end)) end -= 1;
  return `${text.slice(0, end).trimEnd()}…`;
}

// Emoji of several code points and letters with combining marks stay whole.
function isInsideCharacter(text: string, at: number): boolean {
  const next = String.fromCodePoint(text.codePointAt(at) ?? 32);
  return joins.test(next) || text[at - 1] === '\u200d' || /[\ud800-\udbff]/.test(text[at - 1] ?? '');
}

const joins = /\p{M}|\p{Emoji_Modifier}|\u200d|\ufe0f/u;

/**
 * The text without characters that a model reads and no person sees: zero width, bidirectional controls, tags, and
 * selectors that can carry whole messages. Joiners stay where emoji and scripts need them.
 */
export function withoutHidden(text: string): string {
  return text.replace(hidden, '').replace(joiners, (joined, before) => (before ? joined : ''));
}

const hidden = /(?!\u200c|\u200d|\ufe0e|\ufe0f)\p{Default_Ignorable_Code_Point}|[\ufff9-\ufffb]/gu;

/** Emoji, marks (as the virama) and Arabic letters before them are joined and kept apart by them. */
const joiners = /([\p{Extended_Pictographic}\p{Emoji_Modifier}\p{M}\p{Script=Arabic}])?(?:\u200c|\u200d)/gu;

/** A preview of Markdown as plain words, without the marks of headings and bold text. */
export function withoutMarks(markdown: string): string {
  return markdown.replace(/^#{1,6} /gm, '').replaceAll('**', '');
}

/** The text without the characters that no database keeps, which a paste or a cut can leave: NUL goes, half characters become U+FFFD. */
export function storable(text: string): string {
  return wellFormed(text).replaceAll('\0', '');
}
