import { and, asc, desc, eq, exists, ne, notExists, sql } from 'drizzle-orm';
import { sqlState, type Transaction } from '#server/database/connect.ts';
import { identitySessions, identityUsers, userIdentities, users, waitlist } from '#server/database/tables.ts';

/** A sign-in: a user's identity at one provider. */
export type IdentityKey = { provider: 'embedded' | 'firebase'; subject: string };
type IdentityRow = typeof userIdentities.$inferSelect;
/** A sign-in as every call needs it. */
export type KnownIdentity = Proof & {
  userId: string;
  sessionsEndedAt: Date | null;
  /** The session that the token or cookie names is there no more; false where it names none. */
  isSessionGone: boolean;
};
/** The newest token's claim that the e-mail is verified, and the first time of that claim. */
export type Proof = Pick<IdentityRow, 'emailVerified' | 'verifiedAt'>;

const isKey = ({ provider, subject }: IdentityKey) =>
  and(eq(userIdentities.provider, provider), eq(userIdentities.subject, subject));

/** Locks the row, so that two syncs of one sign-in are decided one after the other. */
export async function lockIdentity({ sql: tx }: Transaction, key: IdentityKey): Promise<IdentityRow | null> {
  const [row] = await tx.select().from(userIdentities).where(isKey(key)).for('update');
  return row ?? null;
}

export async function setProof(
  { sql: tx }: Transaction,
  key: IdentityKey,
  { emailVerified, verifiedAt }: Proof,
): Promise<void> {
  await tx.update(userIdentities).set({ emailVerified, verifiedAt }).where(isKey(key));
}

/**
 * Notes that a session of the embedded provider is in use. False when it has ended, and for an address that the account
 * no longer has.
 */
export async function touchSession(
  { sql: tx }: Transaction,
  { email, ...key }: SessionKey & { email: string },
  at: Date,
): Promise<boolean> {
  const touched = await tx
    .update(identitySessions)
    .set({ updatedAt: at })
    .from(identityUsers)
    .where(and(isSession(key), eq(identityUsers.id, identitySessions.userId), eq(identityUsers.email, email)))
    .returning({ id: identitySessions.id });
  return touched.length > 0;
}

type SessionKey = { subject: string; sessionId: string };
const isSession = ({ subject, sessionId }: SessionKey) =>
  and(eq(identitySessions.id, sessionId), eq(identitySessions.userId, subject));

/** A user by e-mail without an identity at this provider; one with a verified address first. */
export async function lockOwnerOf(
  { sql: tx }: Transaction,
  email: string,
  provider: IdentityKey['provider'],
): Promise<string | null> {
  const ofUser = eq(userIdentities.userId, users.id);
  const identity = tx.select({ one: sql`1` }).from(userIdentities);
  const ofProvider = identity.where(and(ofUser, eq(userIdentities.provider, provider)));
  const proved = tx
    .select({ one: sql`1` })
    .from(userIdentities)
    .where(and(ofUser, eq(userIdentities.emailVerified, true)));
  const [row] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(sql`lower(${users.email})`, email.toLowerCase()), notExists(ofProvider)))
    .orderBy(desc(exists(proved)), asc(users.createdAt))
    .limit(1)
    .for('update');
  return row?.id ?? null;
}

/** Adds the sign-in to a user. Fails with 23505 when another sync did so first, for either of the two. */
export async function addIdentity(
  { sql: tx }: Transaction,
  { provider, subject }: IdentityKey,
  userId: string,
  { emailVerified, verifiedAt }: Proof,
): Promise<void> {
  await tx.insert(userIdentities).values({ provider, subject, userId, emailVerified, verifiedAt });
}

/** Deletes identities of other providers whose e-mail was never verified. */
export async function removeUnproved(
  { sql: tx }: Transaction,
  userId: string,
  provider: IdentityKey['provider'],
): Promise<void> {
  await tx
    .delete(userIdentities)
    .where(
      and(
        eq(userIdentities.userId, userId),
        eq(userIdentities.emailVerified, false),
        ne(userIdentities.provider, provider),
      ),
    );
}

/** Adds a user without a sign-in; false when the id is taken. */
export async function addUser(
  { sql: tx }: Transaction,
  user: { id: string; email: string; name: string },
): Promise<boolean> {
  const added = await tx.insert(users).values(user).onConflictDoNothing().returning({ id: users.id });
  return added.length > 0;
}

const stillReferenced = '23503';

/**
 * Moves the sign-in to another user and removes its own, if that one has nothing: no row of any table
 * but the waitlist refers to it. Tells whether it did; otherwise nothing has changed.
 */
export async function moveFromUnusedUser(
  { sql: tx, client }: Transaction,
  { userId, ...key }: IdentityKey & { userId: string },
  toUserId: string,
): Promise<boolean> {
  await client.query('savepoint before_move');
  try {
    await tx.update(userIdentities).set({ userId: toUserId }).where(isKey(key));
    // A place on the list is the person's, whichever account they have.
    await tx.update(waitlist).set({ userId: toUserId }).where(eq(waitlist.userId, userId));
    await tx.delete(users).where(eq(users.id, userId));
    return true;
  } catch (error) {
    if (sqlState(error) !== stillReferenced) throw error;
    await client.query('rollback to savepoint before_move');
    return false;
  }
}
