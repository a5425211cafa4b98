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
