import { and, eq, gte, inArray, lt, or, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#server/database/connect.ts';
import { conversations, foundOpportunities, linkedAccounts } from '#server/database/tables.ts';
import type { KnownConversation, OwnName } from '#server/features/outreach/find/search-request.ts';
import type { SourceName } from '#shared/contracts/outreach/conversation-sources.ts';

export type FoundRow = typeof foundOpportunities.$inferSelect;
type NewFoundRow = typeof foundOpportunities.$inferInsert;
type PostKey = { source: SourceName; host: string; externalId: string };
/** Saves results; a post that was found before gets the new one. Gives the id of each. */
export async function saveFound(
  { sql: db }: Database,
  rows: NewFoundRow[],
): Promise<(PostKey & { id: string })[]> {
  if (rows.length === 0) return [];
  const { id, ownerId, source, host, externalId } = foundOpportunities;
  return db
    .insert(foundOpportunities)
    .values(rows)
    .onConflictDoUpdate({
      target: [ownerId, source, host, externalId],
      set: {
        threadId: sql`excluded.thread_id`,
        opportunity: sql`excluded.opportunity`,
        createdAt: sql`excluded.created_at`,
      },
    })
    .returning({ id, source, host, externalId });
}

export async function deleteFoundBefore({ sql: db }: Database, moment: Date): Promise<void> {
  await db.delete(foundOpportunities).where(lt(foundOpportunities.createdAt, moment));
}

/** The owner's conversations, those with the latest replies last. */
export function listKnown(
  { sql: db }: Database,
  ownerId: string,
  writtenSince: Date,
): Promise<(PostKey & KnownConversation & { threadId: string; url: string })[]> {
  const { id, repliedAt, source, host, externalId, threadId, url, postedAt } = conversations;
  return db
    .select({ id, repliedAt, source, host, externalId, threadId, url })
    .from(conversations)
    .where(and(eq(conversations.ownerId, ownerId), gte(postedAt, writtenSince)))
    .orderBy(sql`${repliedAt} nulls first`);
}

export function listOwnNames({ sql: db }: Database, ownerId: string): Promise<OwnName[]> {
  const { source, host, username } = linkedAccounts;
  return db
    .select({ source, host, username })
    .from(linkedAccounts)
    .where(eq(linkedAccounts.ownerId, ownerId));
}

/** Those of the owner's that are named, by id or by link. */
export function listFound(
  { sql: tx }: Pick<Transaction, 'sql'>,
  ownerId: string,
  named: { id?: string; link: string }[],
  savedSince: Date,
): Promise<FoundRow[]> {
  const { id, opportunity, createdAt } = foundOpportunities;
  const ids = named.flatMap((one) => one.id ?? []);
  const links = named.map(({ link }) => link);
  const isNamed = or(inArray(id, ids), inArray(sql`${opportunity}->>'link'`, links));
  return tx
    .select()
    .from(foundOpportunities)
    .where(and(eq(foundOpportunities.ownerId, ownerId), gte(createdAt, savedSince), isNamed));
}

export async function deleteFound({ sql: tx }: Transaction, ids: string[]): Promise<void> {
  await tx.delete(foundOpportunities).where(inArray(foundOpportunities.id, ids));
}
