import { and, eq, getTableColumns, isNull, ne, sql } from 'drizzle-orm';
import { AppError } from '#server/app-error.ts';
import { type Database, inTransaction, type Transaction } from '#server/database/connect.ts';
import { isFound, isOnPage, newestFirst, type Page } from '#server/database/page.ts';
import {
  supportHistory,
  supportMessages,
  supportRequests,
  surveys,
  trails,
  users,
} from '#server/database/tables.ts';
import type { HistoryAction } from '#shared/contracts/support-requests/support-threads.ts';
import type { HistoryRow, ReadMessage, RequestRow } from './requests-as-jobs.ts';

export type OwnerRow = typeof users.$inferSelect;
type NewRequestRow = typeof supportRequests.$inferInsert;
type NewMessageRow = typeof supportMessages.$inferInsert;
/** `isOpen` leaves out resolved ones. */
export type RequestPage = Page & { isOpen: boolean };
export type CountedRow = { row: RequestRow; messageCount: number; newMessages: number };
type Thread = { row: RequestRow; messages: ReadMessage[]; history: HistoryRow[] };

export function listRequests(
  { sql: db }: Database,
  ownerId: string,
  { isOpen, ...page }: RequestPage,
): Promise<CountedRow[]> {
  return db
    .select({ row: supportRequests, ...messageCounts })
    .from(supportRequests)
    .where(
      and(
        eq(supportRequests.ownerId, ownerId),
        isOpen ? isNull(supportRequests.resolvedAt) : undefined,
        isOnPage(supportRequests, page),
        isFound(page, searched),
      ),
    )
    .orderBy(...newestFirst(supportRequests))
    .limit(page.limit);
}

export async function findRequest(
  { sql: db }: Database,
  ownerId: string,
  id: string,
): Promise<CountedRow | null> {
  const [found] = await db
    .select({ row: supportRequests, ...messageCounts })
    .from(supportRequests)
    .where(isOwn(ownerId, id));
  return found ?? null;
}

/** The request with its owner's part of the thread, all of one moment. */
export function findThread(
  database: Database,
  by: { ownerId: string; id: string } | { token: string },
): Promise<Thread | null> {
  const isThat = 'token' in by ? eq(supportRequests.answerToken, by.token) : isOwn(by.ownerId, by.id);
  return readAtOnce(database, async (transaction) => {
    const [row] = await transaction.sql.select().from(supportRequests).where(isThat);
    return row ? { row, ...(await readConversation(transaction, row.id, { notes: false })) } : null;
  });
}

/** A message that the request does not have marks nothing. */
export async function saveSeen(
  { sql: db }: Database,
  ownerId: string,
  id: string,
  messageId: string,
): Promise<void> {
  const seenAt = sql`(select created_at from support_messages as message
    where message.request_id = support_requests.id and message.id = ${messageId})`;
  await db
    .update(supportRequests)
    .set({ customerSeenAt: sql`greatest(${supportRequests.customerSeenAt}, ${seenAt})` })
    .where(isOwn(ownerId, id));
}

const isOwn = (ownerId: string, id: string) =>
  and(eq(supportRequests.id, id), eq(supportRequests.ownerId, ownerId));

// Tables are named by hand: in a query of one table the builder leaves their names out.
/** Messages that the owner sees, and those of agents that the owner has not seen yet. */
export const messageCounts = {
  messageCount: sql<number>`(select count(*)::int from support_messages as message
    where message.request_id = support_requests.id and message.kind <> 'note')`,
  newMessages: sql<number>`(select count(*)::int from support_messages as message
    where message.request_id = support_requests.id and message.kind in ('reply', 'question')
      and message.created_at > support_requests.customer_seen_at)`,
};

const searched = sql`lower(request_title || ' ' || app_name || ' ' || (
  select coalesce(string_agg(issue, ' '), '') from jsonb_array_elements_text(issue_descriptions) as issue))`;

/**
 * Serialises changes to an owner's requests and allowances; null before the first sync. Takes an update's lock only:
 * rows that just refer to a user, such as history entries, are not blocked.
 */
export async function lockOwner({ sql: tx }: Transaction, ownerId: string): Promise<OwnerRow | null> {
  const [owner] = await tx.select().from(users).where(eq(users.id, ownerId)).for('no key update');
  return owner ?? null;
}

export async function saveOwner(
  { sql: tx }: Transaction,
  id: string,
  change: Partial<OwnerRow>,
): Promise<void> {
  await tx.update(users).set(change).where(eq(users.id, id));
}

/** Locks the owner's row first, as everywhere; null for another customer's request. */
export async function lockRequest(
  transaction: Transaction,
  ownerId: string,
  id: string,
): Promise<{ owner: OwnerRow; row: RequestRow } | null> {
  const owner = await lockOwner(transaction, ownerId);
  if (!owner) return null;
  const [row] = await transaction.sql
    .select()
    .from(supportRequests)
    .where(isOwn(ownerId, id))
    .for('no key update');
  return row ? { owner, row } : null;
}

/** The request that came with this key before. */
export async function findOnce(
  { sql: tx }: Pick<Transaction, 'sql'>,
  ownerId: string,
  key: string,
): Promise<RequestRow | null> {
  const isThat = and(eq(supportRequests.ownerId, ownerId), eq(supportRequests.idempotencyKey, key));
  const [row] = await tx.select().from(supportRequests).where(isThat);
  return row ?? null;
}

export async function addRequest({ sql: tx }: Transaction, values: NewRequestRow): Promise<RequestRow> {
  const [row] = await tx.insert(supportRequests).values(values).returning();
  if (!row) throw new Error('the insert of a support request returned no row');
  return row;
}

export async function saveRequest(
  { sql: tx }: Transaction,
  id: string,
  change: Partial<RequestRow>,
): Promise<RequestRow> {
  const [row] = await tx.update(supportRequests).set(change).where(eq(supportRequests.id, id)).returning();
  if (!row) throw new Error('the update of a support request found no row');
  return row;
}

/**
 * False when the thread has this message of this author already.
 * @throws AppError body_invalid when its id is another message's.
 */
export async function addMessage({ sql: tx }: Transaction, message: NewMessageRow): Promise<boolean> {
  const added = await tx.insert(supportMessages).values(message).onConflictDoNothing().returning();
  if (added.length > 0) return true;
  const { id, requestId, kind, authorId } = supportMessages;
  const [known] = await tx
    .select({ kind, authorId })
    .from(supportMessages)
    .where(and(eq(requestId, message.requestId), eq(id, message.id)));
  if (known?.kind !== message.kind || known.authorId !== (message.authorId ?? null))
    throw new AppError('body_invalid', { detail: 'id is another message’s' });
  return false;
}

/** The id, if such a trail is the owner's; it can't go away before the transaction ends. */
export async function findOwnTrail(
  { sql: tx }: Transaction,
  ownerId: string,
  id: string,
): Promise<string | null> {
  const isThat = and(eq(trails.id, id), eq(trails.ownerId, ownerId));
  const [trail] = await tx.select({ id: trails.id }).from(trails).where(isThat).for('key share');
  return trail?.id ?? null;
}

export async function isOwnSurvey({ sql: tx }: Transaction, ownerId: string, id: string): Promise<boolean> {
  const isThat = and(eq(surveys.id, id), eq(surveys.ownerId, ownerId));
  return (await tx.select({ id: surveys.id }).from(surveys).where(isThat)).length > 0;
}

const hasMail = sql<boolean>`exists(select from support_mails as mail
  where mail.request_id = support_messages.request_id and mail.id = support_messages.id and mail.file is not null)`;

/** Messages and history of a request, oldest first. Notes are for agents alone. */
export async function readConversation(
  { sql: tx }: Transaction,
  requestId: string,
  { notes }: { notes: boolean },
): Promise<{ messages: ReadMessage[]; history: HistoryRow[] }> {
  const isShown = notes ? undefined : ne(supportMessages.kind, 'note');
  const messages = await tx
    .select({ ...getTableColumns(supportMessages), hasMail })
    .from(supportMessages)
    .where(and(eq(supportMessages.requestId, requestId), isShown))
    .orderBy(supportMessages.createdAt, supportMessages.id);
  const isListed = notes ? undefined : ne(supportHistory.action, 'noted');
  const history = await tx
    .select()
    .from(supportHistory)
    .where(and(eq(supportHistory.requestId, requestId), isListed))
    .orderBy(supportHistory.id);
  return { messages, history };
}

/** Runs reads that all see the same moment. */
export function readAtOnce<T>(
  database: Database,
  read: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  return inTransaction(database, async (transaction) => {
    await transaction.client.query('set transaction isolation level repeatable read read only');
    return read(transaction);
  });
}

/** One change of a request; `actorId` is null for the system and for the link of a mail. */
type NewHistoryEntry = {
  requestId: string;
  actor: 'customer' | 'agent' | 'system';
  actorId: string | null;
  /** Empty for the system. */
  actorName: string;
  action: HistoryAction;
  from?: string;
  to?: string;
  createdAt: Date;
};

/** Writes one change of a request into its history, in the transaction that makes the change. */
export async function record({ sql }: Transaction, entry: NewHistoryEntry): Promise<void> {
  await sql.insert(supportHistory).values(entry);
}

/** Author fields of an owner's history entries. */
export function byOwner({ id, name, email }: { id: string; name: string; email: string }, requestId: string) {
  return { requestId, actor: 'customer' as const, actorId: id, actorName: name || email };
}

/** Author fields of entries that nobody made. */
export function bySystem(requestId: string) {
  return { requestId, actor: 'system' as const, actorId: null, actorName: '' };
}
