/** Faster than this no one fills in a form, in milliseconds. */
const shortestFillingMs = 2000;

/**
 * True when a form was sent the way a program sends it: with text in a field that people can't see, or
 * sooner than anybody could type. Callers other than our own forms send neither sign.
 */
export function looksAutomatic(signs: {
  website?: string | undefined;
  openMs?: number | undefined;
}): boolean {
  const { website = '', openMs = shortestFillingMs } = signs;
  return website.trim() !== '' || openMs < shortestFillingMs;
}
