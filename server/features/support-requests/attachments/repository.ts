import { and, asc, count, eq, getTableColumns, inArray, isNull, lt, max, ne, or, sql } from 'drizzle-orm';
import { type Database, inTransaction, type Transaction } from '#server/database/connect.ts';
import { attachments, supportMails, supportMessages, users } from '#server/database/tables.ts';
import type { Attachment } from '#shared/contracts/attachments.ts';

export type AttachmentRow = typeof attachments.$inferSelect;
/** The message's files are the request's owner's, by any uploader. */
export type MessageBinding = {
  requestId: string;
  messageId: string;
  ownerId: string;
  uploadedBy: string;
  ids: string[];
};
export type AttachmentRepository = ReturnType<typeof attachmentRepository>;

/** Rows that one statement deletes. */
const batch = 1_000;

export function attachmentRepository(database: Database) {
  const select = () => database.sql.select().from(attachments);
  return {
    transaction: <T>(work: (transaction: Transaction) => Promise<T>) => inTransaction(database, work),
    lockOwner,
    readUnbound,
    add,
    lockForBinding,
    setRequest,
    setMessage,

    async find(id: string): Promise<AttachmentRow | null> {
      const [row] = await select().where(eq(attachments.id, id));
      return row ?? null;
    },

    /** A file of a message in this thread; notes are not of it. */
    async findInThread(requestId: string, id: string): Promise<AttachmentRow | null> {
      const isOfMessage = and(
        eq(supportMessages.requestId, attachments.requestId),
        eq(supportMessages.id, attachments.messageId),
        ne(supportMessages.kind, 'note'),
      );
      const [row] = await database.sql
        .select(getTableColumns(attachments))
        .from(attachments)
        .innerJoin(supportMessages, isOfMessage)
        .where(and(eq(attachments.id, id), eq(attachments.requestId, requestId)));
      return row ?? null;
    },

    /** True when it was there, this user's, and no request's. */
    async removeUnbound(ownerId: string, id: string): Promise<boolean> {
      const mine = and(
        eq(attachments.id, id),
        eq(attachments.ownerId, ownerId),
        isNull(attachments.requestId),
      );
      const { rowCount } = await database.sql.delete(attachments).where(mine);
      return rowCount === 1;
    },

    /** Of requests and of their messages. */
    async listBound(requestIds: string[]): Promise<AttachmentRow[]> {
      if (requestIds.length === 0) return [];
      return select()
        .where(inArray(attachments.requestId, requestIds))
        .orderBy(asc(attachments.createdAt), asc(attachments.id));
    },

    async removeUnboundBefore(moment: Date): Promise<void> {
      const unused = and(isNull(attachments.requestId), lt(attachments.createdAt, moment));
      const some = database.sql.select({ id: attachments.id }).from(attachments).where(unused).limit(batch);
      const remove = () => database.sql.delete(attachments).where(and(inArray(attachments.id, some), unused));
      while ((await remove()).rowCount === batch);
    },

    /** Also those of mails. */
    async listKnown(ids: string[]): Promise<string[]> {
      const among = sql.param(ids);
      const rows = await database.sql
        .select({ id: attachments.id })
        .from(attachments)
        .where(sql`${attachments.id} = any(${among})`);
      const mails = await database.sql
        .select({ id: supportMails.file })
        .from(supportMails)
        .where(sql`${supportMails.file} = any(${among})`);
      return [...rows, ...mails].flatMap(({ id }) => id ?? []);
    },
  };
}

/** As it is listed. */
export function toAttachment({ id, name, type, size, createdAt }: AttachmentRow): Attachment {
  return { id, name, type, size, created_at: createdAt.toISOString() };
}

/** Locks out other uploads of this user; false before the first sync. */
async function lockOwner({ sql: tx }: Transaction, ownerId: string): Promise<boolean> {
  const rows = await tx.select({ id: users.id }).from(users).where(eq(users.id, ownerId)).for('update');
  return rows.length === 1;
}

async function readUnbound(
  { sql: tx }: Transaction,
  ownerId: string,
): Promise<{ total: number; newest: Date | null }> {
  const mine = and(eq(attachments.ownerId, ownerId), isNull(attachments.requestId));
  const summary = { total: count(), newest: max(attachments.createdAt) };
  const [row] = await tx.select(summary).from(attachments).where(mine);
  return row ?? { total: 0, newest: null };
}

async function add({ sql: tx }: Transaction, row: AttachmentRow): Promise<void> {
  await tx.insert(attachments).values(row);
}

/** Ids of the user's files among these that no request has, and those that this request has already, locked. */
async function lockForBinding(
  { sql: tx }: Transaction,
  { uploadedBy, requestId, ids }: { uploadedBy: string; requestId?: string; ids: string[] },
): Promise<string[]> {
  const rows = await tx
    .select({ id: attachments.id })
    .from(attachments)
    .where(
      and(
        inArray(attachments.id, ids),
        eq(attachments.ownerId, uploadedBy),
        or(isNull(attachments.requestId), requestId === undefined ? undefined : ofRequest(requestId)),
      ),
    )
    // In one order everywhere, so that two of them never wait for each other.
    .orderBy(asc(attachments.id))
    .for('update');
  return rows.map(({ id }) => id);
}

/** Files of a message belong to no form. */
const ofRequest = (requestId: string) =>
  and(eq(attachments.requestId, requestId), isNull(attachments.messageId));

async function setMessage(
  { sql: tx }: Transaction,
  { ids, requestId, messageId, ownerId }: Omit<MessageBinding, 'uploadedBy'>,
): Promise<void> {
  await tx.update(attachments).set({ requestId, messageId, ownerId }).where(inArray(attachments.id, ids));
}

/** False when nothing changes with it. */
async function setRequest({ sql: tx }: Transaction, requestId: string, ids: string[]): Promise<boolean> {
  const others = and(ofRequest(requestId), ...ids.map((id) => ne(attachments.id, id)));
  const { rowCount: released } = await tx.update(attachments).set({ requestId: null }).where(others);
  if (ids.length === 0) return released !== 0;
  const added = and(inArray(attachments.id, ids), isNull(attachments.requestId));
  const { rowCount: bound } = await tx.update(attachments).set({ requestId }).where(added);
  return released !== 0 || bound !== 0;
}
