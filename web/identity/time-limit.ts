/** Longest wait for a response that a page needs, in milliseconds. */
export const timeLimitMs = 15_000;

/** Tells whether a call ended because its response took too long. */
export function isTimeout(cause: unknown): boolean {
  return cause instanceof DOMException && cause.name === 'TimeoutError';
}
