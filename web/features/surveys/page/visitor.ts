import type { PublicConfig, readConfig } from '#shared/contracts/config.ts';
import { readConfigCall } from '#shared/contracts/surveys/survey-page.ts';
import { offline } from '#shared/messages/failures.ts';
import { surveyPath } from '#shared/rules/surveys/survey-path.ts';
import { ApiError } from '#web/api/api-error.ts';
import { requestJson } from '#web/api/call.ts';
import type { IdentitySession } from '#web/identity/port.ts';
import { selectSession } from '#web/identity/select-session.ts';
import { setTokenSource } from '#web/identity/token.ts';

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

/** The visitor's id at the identity provider; null for strangers. @throws ApiError as `isSignedIn` does. */
export async function findAccount(): Promise<string | null> {
  const identity = await findVisitor();
  return (await identity?.currentUser())?.id ?? null;
}

/** Asks again at the next call, because the visitor may have signed in elsewhere. */
export function resetVisitor(): void {
  asked = null;
}

/** The provider that knows the visitor; null for strangers, who have no token. */
function findVisitor(): Promise<IdentitySession | null> {
  asked ??= reach(async () => {
    // Its own server's reply, and only to find out who answers.
    const reply = (await requestJson<typeof readConfig>(readConfigCall, {})) as PublicConfig;
    const identity = await selectSession(reply);
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

/** Address where a visitor signs in and comes back from (design 7.6); `search` says who shared the link. */
export function signInAddress(surveyId: string, search = location.search): string {
  const next = `${surveyPath(encodeURIComponent(surveyId))}${search}`;
  return `/?signIn=1&next=${encodeURIComponent(next)}`;
}
