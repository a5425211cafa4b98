import { endSession } from '#shared/contracts/account.ts';
import { call } from '#web/api/call.ts';
import { isSessionLeft, noteSessionLeft } from '#web/identity/remembered-account.ts';

/** Longest wait for a silent server on leaving. */
const patienceMs = 5_000;
const retryMs = 30_000;
let retry: ReturnType<typeof setTimeout> | undefined;

/**
 * Ends the session that our own server keeps in a cookie (design 7.2). Returns false when it failed; then it is tried
 * again while the page is open and at the next visit.
 */
export async function endOwnSession(): Promise<boolean> {
  clearTimeout(retry);
  const signal = AbortSignal.timeout(patienceMs);
  const isEnded = await call(endSession, { signal }).then(
    () => true,
    () => false,
  );
  noteSessionLeft(!isEnded);
  if (!isEnded) retry = setTimeout(endLeftSession, retryMs);
  return isEnded;
}

/** Ends what could not be ended when its owner left. */
export function endLeftSession(): void {
  if (isSessionLeft()) void endOwnSession();
}

/** Somebody is here, or stays: the session is theirs and not to be ended. */
export function keepOwnSession(): void {
  clearTimeout(retry);
  noteSessionLeft(false);
}
