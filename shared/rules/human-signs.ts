/** Faster than this no one fills in a form, in milliseconds. */
const shortestFillingMs = 2000;

/** For a form with text in a field that people can't see. */
const trapPauseMs = 3000;

/**
 * Milliseconds that a form waits before it counts: the time that a person would have taken. Nobody is refused, because
 * a browser or a password manager may have filled in the form. Callers other than our own forms send neither sign.
 */
export function pauseBefore(signs: { trap?: string | undefined; openMs?: number | undefined }): number {
  const { trap = '', openMs = shortestFillingMs } = signs;
  return trap.trim() === '' ? Math.max(0, shortestFillingMs - openMs) : trapPauseMs;
}
