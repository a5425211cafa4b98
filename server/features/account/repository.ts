import { and, desc, eq, gt, ne, notExists, sql } from 'drizzle-orm';
import { type Database, inTransaction, sqlState, type Transaction } from '#server/database/connect.ts';
import {
  identityAccounts,
  identitySessions,
  identityUsers,
  userIdentities,
  users,
} from '#server/database/tables.ts';
import { endSessions, type IdentityKey, type KnownIdentity } from './identities.ts';

export type UserRow = typeof users.$inferSelect;

export type AccountRepository = ReturnType<typeof accountRepository>;

const duplicate = '23505';
const attempts = 5;

export function accountRepository(database: Database) {
  const session = database.sql
    .select({ one: sql`1` })
    .from(identitySessions)
    .where(
      and(
        eq(identitySessions.id, sql.placeholder('sessionId')),
        eq(identitySessions.userId, userIdentities.subject),
      ),
    );
  const byIdentity = database.sql
    .select({
      userId: userIdentities.userId,
      emailVerified: userIdentities.emailVerified,
      verifiedAt: userIdentities.verifiedAt,
      sessionsEndedAt: userIdentities.sessionsEndedAt,
      isSessionGone: sql<boolean>`${sql.placeholder('sessionId')}::text is not null and ${notExists(session)}`,
    })
    .from(userIdentities)
    .where(
      and(
        eq(userIdentities.provider, sql.placeholder('provider')),
        eq(userIdentities.subject, sql.placeholder('subject')),
      ),
    )
    .prepare('user_by_identity');
  const byId = database.sql
    .select()
    .from(users)
    .where(eq(users.id, sql.placeholder('id')))
    .prepare('user_by_id');
  return {
    saveUser,

    /** Runs `work` in a transaction, and again after a concurrent insert of the same row. */
    async transactionOnceMore<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await inTransaction(database, work);
        } catch (error) {
          if (attempt === attempts || sqlState(error) !== duplicate) throw error;
        }
      }
    },

    /** Owner of an identity; null before the first sync. */
    async findIdentity(key: IdentityKey, sessionId: string | null): Promise<KnownIdentity | null> {
      const [row] = await byIdentity.execute({ ...key, sessionId });
      return row ?? null;
    },

    endSessions: (key: IdentityKey, at: Date): Promise<void> => endSessions(database, key, at),

    /** Sessions of the embedded provider, the last seen first. */
    listSessions: (subject: string) =>
      database.sql
        .select({
          id: identitySessions.id,
          userAgent: identitySessions.userAgent,
          updatedAt: identitySessions.updatedAt,
        })
        .from(identitySessions)
        .where(and(eq(identitySessions.userId, subject), gt(identitySessions.expiresAt, sql`now()`)))
        .orderBy(desc(identitySessions.updatedAt)),

    /** Deletes one session of the embedded provider; false when there is none. */
    async deleteSession(subject: string, sessionId: string): Promise<boolean> {
      const own = and(eq(identitySessions.id, sessionId), eq(identitySessions.userId, subject));
      return (await database.sql.delete(identitySessions).where(own)).rowCount === 1;
    },

    async deleteSessions(subject: string): Promise<void> {
      await database.sql.delete(identitySessions).where(eq(identitySessions.userId, subject));
    },

    /** @returns how many sessions it deleted. */
    async deleteOtherSessions(subject: string, sessionId: string): Promise<number> {
      const others = and(ne(identitySessions.id, sessionId), eq(identitySessions.userId, subject));
      return (await database.sql.delete(identitySessions).where(others)).rowCount ?? 0;
    },

    /** Hash of the password that the embedded provider keeps for an e-mail in lower case. */
    async findPassword(email: string): Promise<string | null> {
      const [row] = await database.sql
        .select({ password: identityAccounts.password })
        .from(identityAccounts)
        .innerJoin(identityUsers, eq(identityUsers.id, identityAccounts.userId))
        .where(and(eq(identityUsers.email, email), eq(identityAccounts.providerId, 'credential')));
      return row?.password ?? null;
    },

    async findUser(id: string): Promise<UserRow | null> {
      const [row] = await byId.execute({ id });
      return row ?? null;
    },
  };
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
