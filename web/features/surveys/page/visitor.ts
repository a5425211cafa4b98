import { offline } from '#shared/messages/failures.ts';
import { ApiError } from '#web/api/api-error.ts';
import type { IdentitySession } from '#web/identity/port.ts';
import { selectSession } from '#web/identity/select-session.ts';
import { setTokenSource } from '#web/identity/token.ts';
import { fetchConfig } from './survey-calls.ts';

let asked: Promise<IdentitySession | null> | null = null;

/** Gives every call of this page the visitor's token. */
export function connectVisitor(): void {
  asked = null;
  setTokenSource(async () => {
    const identity = await findVisitor();
    return reach(async () => (identity ? identity.token() : null));
  });
}

/** @throws ApiError when the identity provider can't be reached. */
export async function isSignedIn(): Promise<boolean> {
  return (await findVisitor()) !== null;
}

/** Asks again at the next call, because somebody may have signed in elsewhere. */
export function forgetVisitor(): void {
  asked = null;
}

/** The provider that knows the visitor; null for strangers, whose token is never asked for. */
function findVisitor(): Promise<IdentitySession | null> {
  asked ??= reach(async () => {
    const identity = await selectSession(await fetchConfig());
    return (await identity.currentUser()) ? identity : null;
  });
  const current = asked;
  current.catch(() => {
    if (asked === current) asked = null;
  });
  return current;
}

async function reach<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    if (cause instanceof ApiError) throw cause;
    throw new ApiError({ status: 0, statusText: '', code: 'offline', text: offline.text });
  }
}
