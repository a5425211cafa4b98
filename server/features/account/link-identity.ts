import { AppError } from '#server/app-error.ts';
import type { Transaction } from '#server/database/connect.ts';
import type { Claims } from '#server/integrations/identity/port.ts';
import {
  addIdentity,
  addUser,
  type IdentityKey,
  isWithoutIdentity,
  type KnownIdentity,
  lockIdentity,
  lockOwnerOf,
  moveFromUnusedUser,
  type Proof,
  removeUnproved,
  setProof,
} from './identities.ts';

/**
 * Finds the user that a sign-in leads to, or makes one
 * (`docs/decisions/0007-changing-the-identity-provider.md`).
 * @returns our id of the user.
 * @throws AppError sign_in_expired for an outdated token, and for one whose sessions have ended.
 * @throws an error with SQLSTATE 23505 when another sync decided the same at the same time: try again.
 */
export async function linkIdentity(
  transaction: Transaction,
  provider: IdentityKey['provider'],
  claims: Claims,
  randomId: () => string,
): Promise<string> {
  const key = { provider, subject: claims.subject };
  const known = await lockIdentity(transaction, key);
  if (known) return followKnown(transaction, known, claims);
  const userId =
    (await findOlderRelease(transaction, key)) ??
    (await findOwner(transaction, key, claims)) ??
    (await makeUser(transaction, claims, randomId));
  await addIdentity(transaction, key, userId, proofOf(claims, null));
  if (claims.emailVerified) await removeUnproved(transaction, userId, provider);
  return userId;
}

/**
 * Whether a token says less of its e-mail than an older or equally old one did: whoever got it may have
 * lost the address to its owner since. A younger one that says so speaks of another address.
 */
export function isOutdated({ emailVerified, issuedAt }: Claims, { verifiedAt }: Pick<Proof, 'verifiedAt'>) {
  return !emailVerified && verifiedAt !== null && issuedAt * 1000 <= verifiedAt.getTime();
}

/** Seconds by which the provider's clock may be behind ours. */
const clockSkew = 5;

/** True for a token from before its holder signed out or set another password. */
export function isEnded({ issuedAt }: Claims, { sessionsEndedAt }: Pick<KnownIdentity, 'sessionsEndedAt'>) {
  return sessionsEndedAt !== null && issuedAt + clockSkew < Math.floor(sessionsEndedAt.getTime() / 1000);
}

function proofOf({ emailVerified, issuedAt }: Claims, before: Date | null): Proof {
  return { emailVerified, verifiedAt: emailVerified ? new Date(issuedAt * 1000) : before };
}

/** A release that ran until a moment ago, or still runs beside this one, gave users the embedded subject as id. */
async function findOlderRelease(transaction: Transaction, { provider, subject }: IdentityKey) {
  return provider === 'embedded' && (await isWithoutIdentity(transaction, subject)) ? subject : null;
}

async function findOwner(transaction: Transaction, { provider }: IdentityKey, claims: Claims) {
  return claims.emailVerified && claims.email ? lockOwnerOf(transaction, claims.email, provider) : null;
}

async function makeUser(transaction: Transaction, { subject, email, name }: Claims, randomId: () => string) {
  for (const id of [subject, randomId()]) if (await addUser(transaction, { id, email, name })) return id;
  throw new Error('a random id of a user was taken');
}

/** Whoever proves the address only after the first sync gets the older account then, if the new one is still empty. */
async function followKnown(
  transaction: Transaction,
  known: IdentityKey & KnownIdentity,
  claims: Claims,
): Promise<string> {
  if (isOutdated(claims, known) || isEnded(claims, known)) throw new AppError('sign_in_expired');
  if (known.emailVerified === claims.emailVerified) return known.userId;
  await setProof(transaction, known, proofOf(claims, known.verifiedAt));
  if (!claims.emailVerified) return known.userId;
  const owner = await findOwner(transaction, known, claims);
  if (!owner || !(await moveFromUnusedUser(transaction, known, owner))) return known.userId;
  await removeUnproved(transaction, owner, known.provider);
  return owner;
}
