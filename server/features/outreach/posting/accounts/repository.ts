import { and, desc, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { type Database, inTransaction, type Transaction } from '#server/database/connect.ts';
import { accountProofs, campaigns, linkedAccounts } from '#server/database/tables.ts';

export type AccountRow = typeof linkedAccounts.$inferSelect;
export type ServerPlace = Pick<AccountRow, 'source' | 'host'>;
export type SessionChange = Pick<AccountRow, 'sealedSession' | 'needsLink'>;
export type ProofRow = typeof accountProofs.$inferSelect;
export type NewAccountRow = Omit<AccountRow, 'needsLink' | 'createdAt'>;
export type LinkedAccountRepository = ReturnType<typeof linkedAccountRepository>;

/** Called in the transaction in which an account gets a session. */
export type OnSignedIn = (transaction: Transaction, account: AccountRow) => Promise<void>;

export function linkedAccountRepository(database: Database, onSignedIn: OnSignedIn) {
  return {
    listAccounts: (ownerId: string): Promise<AccountRow[]> =>
      database.sql
        .select()
        .from(linkedAccounts)
        .where(eq(linkedAccounts.ownerId, ownerId))
        .orderBy(desc(linkedAccounts.createdAt), linkedAccounts.id),

    /** Servers with accounts that replies are sent from. */
    listServers: (): Promise<ServerPlace[]> =>
      database.sql
        .selectDistinct({ source: linkedAccounts.source, host: linkedAccounts.host })
        .from(linkedAccounts)
        .where(isNotNull(linkedAccounts.sealedSession)),

    /** An account that replies are sent from at a server, of any owner. */
    async findSending(place: ServerPlace): Promise<AccountRow | null> {
      const [row] = await database.sql.select().from(linkedAccounts).where(sendsAt(place)).limit(1);
      return row ?? null;
    },

    async saveServer(
      place: ServerPlace,
      change: Partial<Pick<AccountRow, 'rules' | 'limits'>>,
    ): Promise<void> {
      await database.sql.update(linkedAccounts).set(change).where(sendsAt(place));
    },

    async findAccount(id: string): Promise<AccountRow | null> {
      const [row] = await database.sql.select().from(linkedAccounts).where(eq(linkedAccounts.id, id));
      return row ?? null;
    },

    /** The id under which this account of the owner is stored; null for one that is new. */
    async findAccountId(
      account: Pick<AccountRow, 'ownerId' | 'source' | 'host' | 'externalId'>,
    ): Promise<string | null> {
      const { id, ownerId, source, host, externalId } = linkedAccounts;
      const isAt = and(
        eq(source, account.source),
        eq(host, account.host),
        eq(externalId, account.externalId),
      );
      const [row] = await database.sql
        .select({ id })
        .from(linkedAccounts)
        .where(and(eq(ownerId, account.ownerId), isAt));
      return row?.id ?? null;
    },

    saveAccount: (row: NewAccountRow) =>
      inTransaction(database, (transaction) => saveAccount(transaction, row, onSignedIn)),

    /** The session that was read may be another one by now, which stays. */
    async replaceSealed(
      { id, sealedSession }: { id: string; sealedSession: string },
      change: SessionChange,
    ): Promise<void> {
      const isThat = and(eq(linkedAccounts.id, id), eq(linkedAccounts.sealedSession, sealedSession));
      await database.sql.update(linkedAccounts).set(change).where(isThat);
    },

    async deleteAccount(ownerId: string, id: string): Promise<boolean> {
      const isThat = and(eq(linkedAccounts.id, id), eq(linkedAccounts.ownerId, ownerId));
      return (await database.sql.delete(linkedAccounts).where(isThat).returning()).length > 0;
    },

    async isOwnCampaign(ownerId: string, id: string): Promise<boolean> {
      const isThat = and(eq(campaigns.id, id), eq(campaigns.ownerId, ownerId), isNull(campaigns.deletedAt));
      return (await database.sql.select({ id: campaigns.id }).from(campaigns).where(isThat)).length > 0;
    },

    /** Deletes those of the same owner that ended before `endedBefore`. */
    async addProof(row: Omit<ProofRow, 'createdAt' | 'linkedAccountId'>, endedBefore: Date): Promise<void> {
      const isOld = and(eq(accountProofs.ownerId, row.ownerId), lt(accountProofs.expiresAt, endedBefore));
      await database.sql.delete(accountProofs).where(isOld);
      await database.sql.insert(accountProofs).values(row);
    },

    async deleteProofs(endedBefore: Date): Promise<void> {
      await database.sql.delete(accountProofs).where(lt(accountProofs.expiresAt, endedBefore));
    },

    async findProof(ownerId: string, nonce: string): Promise<ProofRow | null> {
      const isThat = and(eq(accountProofs.nonce, nonce), eq(accountProofs.ownerId, ownerId));
      const [row] = await database.sql.select().from(accountProofs).where(isThat);
      return row ?? null;
    },

    /** Links an account by a proof, once: null for a used proof. */
    linkByProof: (nonce: string, row: NewAccountRow): Promise<AccountRow | null> =>
      inTransaction(database, async (transaction) => {
        const used = await transaction.sql
          .update(accountProofs)
          .set({ linkedAccountId: row.id })
          .where(and(eq(accountProofs.nonce, nonce), isNull(accountProofs.linkedAccountId)))
          .returning();
        return used.length === 0 ? null : saveAccount(transaction, row, onSignedIn);
      }),
  };
}

const sendsAt = ({ source, host }: ServerPlace) =>
  and(
    eq(linkedAccounts.source, source),
    eq(linkedAccounts.host, host),
    isNotNull(linkedAccounts.sealedSession),
  );

/** In place of the owner's earlier account at this host, id and all: sealed text belongs to it. */
async function saveAccount(
  transaction: Transaction,
  row: NewAccountRow,
  onSignedIn: OnSignedIn,
): Promise<AccountRow> {
  const [saved] = await transaction.sql
    .insert(linkedAccounts)
    .values(row)
    .onConflictDoUpdate({
      target: [linkedAccounts.ownerId, linkedAccounts.source, linkedAccounts.host],
      set: { ...row, needsLink: false, createdAt: sql`now()` },
    })
    .returning();
  if (!saved) throw new Error('the insert of a linked account returned no row');
  if (saved.sealedSession !== null) await onSignedIn(transaction, saved);
  return saved;
}
