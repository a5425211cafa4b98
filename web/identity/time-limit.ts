/** Aborts after so many milliseconds, or with `other`: `AbortSignal.timeout` and `any` are newer than the oldest browsers. */
export function timeLimit(milliseconds: number, other?: AbortSignal): AbortSignal {
  const controller = new AbortController();
  const { signal } = controller;
  if (other?.aborted) controller.abort(other.reason);
  other?.addEventListener('abort', () => controller.abort(other.reason), { signal });
  setTimeout(() => controller.abort(new DOMException('Too long.', 'TimeoutError')), milliseconds);
  return signal;
}
