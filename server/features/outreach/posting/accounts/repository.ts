import { and, desc, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#server/database/connect.ts';
import { accountProofs, campaigns, linkedAccounts } from '#server/database/tables.ts';

export type AccountRow = typeof linkedAccounts.$inferSelect;
export type ServerPlace = Pick<AccountRow, 'source' | 'host'>;
export type SessionChange = Pick<AccountRow, 'sealedSession' | 'needsLink'>;
export type ProofRow = typeof accountProofs.$inferSelect;
export type NewAccountRow = Omit<AccountRow, 'needsLink' | 'createdAt'>;

export function listRows({ sql: db }: Database, ownerId: string): Promise<AccountRow[]> {
  return db
    .select()
    .from(linkedAccounts)
    .where(eq(linkedAccounts.ownerId, ownerId))
    .orderBy(desc(linkedAccounts.createdAt), linkedAccounts.id);
}

export async function findRow({ sql: db }: Database, id: string): Promise<AccountRow | null> {
  const [row] = await db.select().from(linkedAccounts).where(eq(linkedAccounts.id, id));
  return row ?? null;
}

/** The id under which this account of the owner is stored; null for one that is new. */
export async function findId(
  { sql: db }: Database,
  account: Pick<AccountRow, 'ownerId' | 'source' | 'host' | 'externalId'>,
): Promise<string | null> {
  const { id, ownerId, source, host, externalId } = linkedAccounts;
  const isAt = and(eq(source, account.source), eq(host, account.host), eq(externalId, account.externalId));
  const [row] = await db
    .select({ id })
    .from(linkedAccounts)
    .where(and(eq(ownerId, account.ownerId), isAt));
  return row?.id ?? null;
}

/** In place of the owner's earlier account at this host, id and all: sealed text belongs to it. */
export async function saveRow({ sql: tx }: Transaction, row: NewAccountRow): Promise<AccountRow> {
  const [saved] = await tx
    .insert(linkedAccounts)
    .values(row)
    .onConflictDoUpdate({
      target: [linkedAccounts.ownerId, linkedAccounts.source, linkedAccounts.host],
      set: { ...row, needsLink: false, createdAt: sql`now()` },
    })
    .returning();
  if (!saved) throw new Error('the insert of a linked account returned no row');
  return saved;
}

/** The session that was read may be another one by now, which stays. */
export async function replaceSealed(
  { sql: db }: Database,
  { id, sealedSession }: { id: string; sealedSession: string },
  change: SessionChange,
): Promise<void> {
  const isThat = and(eq(linkedAccounts.id, id), eq(linkedAccounts.sealedSession, sealedSession));
  await db.update(linkedAccounts).set(change).where(isThat);
}

export async function deleteRow({ sql: db }: Database, ownerId: string, id: string): Promise<boolean> {
  const isThat = and(eq(linkedAccounts.id, id), eq(linkedAccounts.ownerId, ownerId));
  return (await db.delete(linkedAccounts).where(isThat).returning()).length > 0;
}

const sendsAt = ({ source, host }: ServerPlace) =>
  and(
    eq(linkedAccounts.source, source),
    eq(linkedAccounts.host, host),
    isNotNull(linkedAccounts.sealedSession),
  );

/** Servers with accounts that replies are sent from. */
export function listServers({ sql: db }: Database): Promise<ServerPlace[]> {
  return db
    .selectDistinct({ source: linkedAccounts.source, host: linkedAccounts.host })
    .from(linkedAccounts)
    .where(isNotNull(linkedAccounts.sealedSession));
}

/** An account that replies are sent from at a server, of any owner. */
export async function findSending({ sql: db }: Database, place: ServerPlace): Promise<AccountRow | null> {
  const [row] = await db.select().from(linkedAccounts).where(sendsAt(place)).limit(1);
  return row ?? null;
}

export async function saveServer(
  { sql: db }: Database,
  place: ServerPlace,
  change: Partial<Pick<AccountRow, 'rules' | 'limits'>>,
): Promise<void> {
  await db.update(linkedAccounts).set(change).where(sendsAt(place));
}

export async function isOwnCampaign({ sql: db }: Database, ownerId: string, id: string): Promise<boolean> {
  const isThat = and(eq(campaigns.id, id), eq(campaigns.ownerId, ownerId), isNull(campaigns.deletedAt));
  return (await db.select({ id: campaigns.id }).from(campaigns).where(isThat)).length > 0;
}

/** Deletes those of the same owner that ended before `endedBefore`. */
export async function addProof(
  { sql: db }: Database,
  row: Omit<ProofRow, 'createdAt' | 'linkedAccountId'>,
  endedBefore: Date,
): Promise<void> {
  const isOld = and(eq(accountProofs.ownerId, row.ownerId), lt(accountProofs.expiresAt, endedBefore));
  await db.delete(accountProofs).where(isOld);
  await db.insert(accountProofs).values(row);
}

export async function findProof(
  { sql: db }: Database,
  ownerId: string,
  nonce: string,
): Promise<ProofRow | null> {
  const isThat = and(eq(accountProofs.nonce, nonce), eq(accountProofs.ownerId, ownerId));
  const [row] = await db.select().from(accountProofs).where(isThat);
  return row ?? null;
}

/** Uses a proof up for an account; false when it was used before. */
export async function claimProof(
  { sql: tx }: Transaction,
  nonce: string,
  accountId: string,
): Promise<boolean> {
  const used = await tx
    .update(accountProofs)
    .set({ linkedAccountId: accountId })
    .where(and(eq(accountProofs.nonce, nonce), isNull(accountProofs.linkedAccountId)))
    .returning();
  return used.length > 0;
}

export async function deleteProofs({ sql: db }: Database, endedBefore: Date): Promise<void> {
  await db.delete(accountProofs).where(lt(accountProofs.expiresAt, endedBefore));
}
