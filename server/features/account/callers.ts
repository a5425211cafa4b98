import { AppError } from '#server/app-error.ts';
import type { SessionClaims } from '#server/http/session-cookie.ts';
import type { Caller, Claims } from '#server/integrations/identity/port.ts';
import type { KnownIdentity, Proof } from './identities.ts';
import { type AccountDeps, findIdentity } from './users.ts';

/**
 * The holder of a token, with our id of the user in place of the provider's.
 * @throws AppError sign_in_expired for a token from before its e-mail was verified, or its sessions ended.
 */
export async function readCaller(deps: AccountDeps, claims: Claims): Promise<Caller> {
  return callerOf(deps, claims, await recall(deps, claims));
}

/**
 * The same for a session cookie; null once its session has ended, in whichever process.
 * @throws AppError sign_in_expired as `readCaller` does.
 */
export async function readSession(
  deps: AccountDeps,
  { startedAt, ...claims }: SessionClaims,
): Promise<Caller | null> {
  const found = await findIdentity(deps, claims);
  return isOver({ ...claims, startedAt }, found) ? null : callerOf(deps, claims, found);
}

function callerOf({ provider }: AccountDeps, claims: Claims, found: KnownIdentity | null): Caller {
  if (found && (isOutdated(claims, found) || isEnded(claims, found))) throw new AppError('sign_in_expired');
  // A provider's id may equal another user's id here, so never use it as one.
  const subject = found?.userId ?? `unsynced:${provider}:${claims.subject}`;
  return { ...claims, subject, providerSubject: claims.subject };
}

export function isOver({ startedAt, sessionId }: SessionClaims, found: KnownIdentity | null): boolean {
  if (!found) return false;
  if (sessionId) return found.isSessionGone;
  return found.sessionsEndedAt !== null && startedAt <= found.sessionsEndedAt.getTime();
}

/**
 * True when a token claims less of its e-mail than one of the same age or older. Its holder may have lost the address
 * since. A younger token that claims less has another address.
 */
export function isOutdated({ emailVerified, issuedAt }: Claims, { verifiedAt }: Pick<Proof, 'verifiedAt'>) {
  return !emailVerified && verifiedAt !== null && issuedAt * 1000 <= verifiedAt.getTime();
}

/** Seconds by which the provider's clock may be behind ours. */
const clockSkew = 5;

/** True for a token whose session has ended. One without a session ends when its holder signs out anywhere. */
export function isEnded(
  { issuedAt, sessionId }: Claims,
  { sessionsEndedAt, isSessionGone }: Pick<KnownIdentity, 'sessionsEndedAt' | 'isSessionGone'>,
) {
  if (sessionId) return isSessionGone;
  return sessionsEndedAt !== null && issuedAt + clockSkew < Math.floor(sessionsEndedAt.getTime() / 1000);
}

/** For this long another process may still take a sign-in that moved for the user it had, or one that has ended. */
const rememberedMs = 5_000;

/**
 * Keeps in memory whose sign-in is whose: every call asks. A sign-in moves only when its e-mail is first
 * seen verified, so what the table doesn't say yet of the token's own e-mail is not remembered.
 */
async function recall(deps: AccountDeps, claims: Claims): Promise<KnownIdentity | null> {
  const { memory, now } = deps;
  const { subject, sessionId, emailVerified } = claims;
  const known = memory.get(subject)?.get(sessionId);
  const isFresh = known && now() - known.at < rememberedMs;
  if (isFresh && known.emailVerified === emailVerified) return known;
  const found = await findIdentity(deps, claims);
  if (found?.emailVerified !== emailVerified) return found;
  const sessions = memory.get(subject) ?? new Map();
  memory.set(subject, sessions.set(sessionId, { ...found, at: now() }));
  return found;
}
