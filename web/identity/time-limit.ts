/** Longest wait for an answer that the page can't go on without, in milliseconds. */
export const timeLimitMs = 15_000;

/** Tells whether a call ended because its answer took too long. */
export function isTimeout(cause: unknown): boolean {
  return cause instanceof DOMException && cause.name === 'TimeoutError';
}
