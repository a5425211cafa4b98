import { endSession } from '#shared/contracts/account.ts';
import { call } from '#web/api/call.ts';
import { isSessionPending, setSessionPending } from '#web/identity/remembered-account.ts';

/** Longest wait for a silent server at sign-out. */
const timeoutMs = 5_000;
const retryMs = 30_000;
let retry: ReturnType<typeof setTimeout> | undefined;

/**
 * Ends the session that our own server keeps in a cookie (design 7.2). Returns false when it failed; then it is tried
 * again while the page is open and at the next visit.
 */
export async function endOwnSession(): Promise<boolean> {
  clearTimeout(retry);
  const isEnded = await call(endSession, { timeoutMs }).then(
    () => true,
    () => false,
  );
  setSessionPending(!isEnded);
  if (!isEnded) retry = setTimeout(endPendingSession, retryMs);
  return isEnded;
}

/** Ends a session that could not be ended at sign-out. */
export function endPendingSession(): void {
  if (isSessionPending()) void endOwnSession();
}

/** Cancels the pending end: the session belongs to the user who is here. */
export function keepSession(): void {
  clearTimeout(retry);
  setSessionPending(false);
}
