import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { AppError } from '#server/app-error.ts';
import { type Database, inTransaction, sqlState, type Transaction } from '#server/database/connect.ts';
import { users } from '#server/database/tables.ts';
import type { Caller, Claims } from '#server/integrations/identity/port.ts';
import type { User } from '#shared/contracts/account.ts';
import { isEnded, isOutdated } from './callers.ts';
import {
  addIdentity,
  addUser,
  type IdentityKey,
  type KnownIdentity,
  lockIdentity,
  lockOwnerOf,
  moveFromUnusedUser,
  type Proof,
  removeUnproved,
  setProof,
  touchSession,
} from './identities.ts';
import { type AccountDeps, asCaller, toUser, type UserRow } from './users.ts';

/**
 * Stores who signed in. The token decides who it is and the e-mail; the name may come from the browser.
 * The body names the caller by the provider's id or by ours.
 * @throws AppError foreign_user when the body names another user, sign_in_expired as `readCaller` does and for a token
 *   with an earlier address.
 */
export async function syncUser(
  deps: AccountDeps,
  caller: Caller,
  body: { id: string; name?: string },
): Promise<User> {
  const { database, memory, provider, now } = deps;
  const { providerSubject: subject, email, emailVerified, secondFactor, issuedAt, sessionId } = caller;
  if (body.id !== subject && body.id !== caller.subject) throw new AppError('foreign_user');
  const name = (caller.name || body.name || '').trim();
  const claims: Claims = { subject, email, emailVerified, name, secondFactor, issuedAt, sessionId };
  const row = await transactionOnceMore(database, async (transaction) => {
    const isHere =
      !sessionId || (await touchSession(transaction, { subject, sessionId, email }, new Date(now())));
    if (!isHere) throw new AppError('sign_in_expired');
    const id = await linkIdentity(transaction, provider, claims);
    return saveUser(transaction, { id, email, name });
  });
  memory.delete(subject);
  return asCaller(deps, toUser(row), caller);
}

const duplicate = '23505';
const attempts = 5;

/** Runs `work` in a transaction, and again after a concurrent insert of the same row. */
async function transactionOnceMore<T>(
  database: Database,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await inTransaction(database, work);
    } catch (error) {
      if (attempt === attempts || sqlState(error) !== duplicate) throw error;
    }
  }
}

/**
 * Finds the user that a sign-in leads to, or makes one
 * (`docs/decisions/0007-changing-the-identity-provider.md`).
 * @returns our id of the user.
 * @throws AppError sign_in_expired for an outdated token, and for one whose sessions have ended.
 * @throws an error with SQLSTATE 23505 when another sync decided the same at the same time: try again.
 */
async function linkIdentity(
  transaction: Transaction,
  provider: IdentityKey['provider'],
  claims: Claims,
): Promise<string> {
  const key = { provider, subject: claims.subject };
  const known = await lockIdentity(transaction, key);
  if (known) return followKnown(transaction, known, claims);
  const userId = (await findOwner(transaction, key, claims)) ?? (await makeUser(transaction, claims));
  await addIdentity(transaction, key, userId, proofOf(claims, null));
  if (claims.emailVerified) await removeUnproved(transaction, userId, provider);
  return userId;
}

function proofOf({ emailVerified, issuedAt }: Claims, before: Date | null): Proof {
  return { emailVerified, verifiedAt: emailVerified ? new Date(issuedAt * 1000) : before };
}

async function findOwner(transaction: Transaction, { provider }: IdentityKey, claims: Claims) {
  return claims.emailVerified && claims.email ? lockOwnerOf(transaction, claims.email, provider) : null;
}

async function makeUser(transaction: Transaction, { subject, email, name }: Claims) {
  for (const id of [subject, randomUUID()]) if (await addUser(transaction, { id, email, name })) return id;
  throw new Error('a random id of a user was taken');
}

/** A user who verifies the address after the first sync gets the older account, if the new one is empty. */
async function followKnown(
  transaction: Transaction,
  known: IdentityKey & Omit<KnownIdentity, 'isSessionGone'>,
  claims: Claims,
): Promise<string> {
  // The session was touched just before, so it is there.
  const isSessionGone = false;
  if (isOutdated(claims, known) || isEnded(claims, { ...known, isSessionGone }))
    throw new AppError('sign_in_expired');
  if (known.emailVerified === claims.emailVerified) return known.userId;
  await setProof(transaction, known, proofOf(claims, known.verifiedAt));
  if (!claims.emailVerified) return known.userId;
  const owner = await findOwner(transaction, known, claims);
  if (!owner || !(await moveFromUnusedUser(transaction, known, owner))) return known.userId;
  await removeUnproved(transaction, owner, known.provider);
  return owner;
}

/** Refreshes e-mail and name; a known name is not replaced by an empty one. */
async function saveUser(
  { sql: tx }: Transaction,
  { id, email, name }: { id: string; email: string; name: string },
): Promise<UserRow> {
  const change = name ? { email, name } : { email };
  const [row] = await tx.update(users).set(change).where(eq(users.id, id)).returning();
  if (!row) throw new Error('the update of a user found no row');
  return row;
}
