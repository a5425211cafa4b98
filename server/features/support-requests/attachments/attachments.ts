import { randomUUID } from 'node:crypto';
import { and, asc, count, eq, getTableColumns, inArray, isNull, lt, max, ne, sql } from 'drizzle-orm';
import { AppError } from '#server/app-error.ts';
import { type Database, inTransaction, type Transaction } from '#server/database/connect.ts';
import { attachments, supportMails, supportMessages, users } from '#server/database/tables.ts';
import type { StoreDeps } from '#server/features/support-requests/support-deps.ts';
import { type Files, FilesError } from '#server/integrations/files/port.ts';
import type { Caller } from '#server/integrations/identity/port.ts';
import type { MailMessage } from '#server/integrations/mail/port.ts';
import type { Attachment } from '#shared/contracts/support-requests/attachments.ts';
import { fileName } from './file-name.ts';
import { readContent } from './read-content.ts';

type AttachmentRow = typeof attachments.$inferSelect;
export type ReadFile = { row: AttachmentRow; bytes: Uint8Array<ArrayBuffer> };
export type MailedFiles = { files: NonNullable<MailMessage['files']>; leftOut: string[] };

/** Files of one user that no request has named yet. */
const mostUnbound = 20;

/** @throws AppError sync_refused, attachments_unused for a user with too many unused files. */
export async function checkRoom({ database }: StoreDeps, ownerId: string): Promise<void> {
  await inTransaction(database, (transaction) => requireRoom(transaction, ownerId));
}

/**
 * Stores an upload; a text without its secrets.
 * @throws AppError for what is empty, no picture or text, one too many, or when the store is away.
 */
export async function addAttachment(
  { database, files, now }: StoreDeps,
  ownerId: string,
  uploadName: string,
  uploaded: Uint8Array,
): Promise<{ attachment: Attachment; masked: number }> {
  const { type, bytes, masked } = await readContent(uploaded);
  const row: AttachmentRow = {
    id: randomUUID(),
    ownerId,
    requestId: null,
    messageId: null,
    type,
    createdAt: now(),
    name: fileName(uploadName, type),
    size: bytes.length,
  };
  // The file first: a crash leaves one without a row, which is cleared away, and never a row without its file.
  await orStoreDown(() => files.put(row.id, bytes, type));
  try {
    await inTransaction(database, async (transaction) => {
      const newest = await requireRoom(transaction, ownerId);
      // Lists are in the order of the uploads, also of those in one millisecond.
      if (newest && newest >= row.createdAt) row.createdAt = new Date(newest.getTime() + 1);
      await transaction.sql.insert(attachments).values(row);
    });
  } catch (error) {
    // After other errors the row may or may not exist.
    if (error instanceof AppError) await removeQuietly(files, row.id);
    throw error;
  }
  return { attachment: toAttachment(row), masked };
}

/** @throws AppError attachment_not_found for anybody but its owner and agents. */
export async function readAttachment(deps: StoreDeps, caller: Caller, id: string): Promise<ReadFile> {
  const [row] = await deps.database.sql.select().from(attachments).where(eq(attachments.id, id));
  return readOr404(deps, row?.ownerId === caller.subject || deps.isAgent(caller) ? row : undefined);
}

/** A file of a message in this thread that is no note. @throws AppError attachment_not_found */
export async function readInThread(deps: StoreDeps, requestId: string, id: string): Promise<ReadFile> {
  const isOfMessage = and(
    eq(supportMessages.requestId, attachments.requestId),
    eq(supportMessages.id, attachments.messageId),
    ne(supportMessages.kind, 'note'),
  );
  const [row] = await deps.database.sql
    .select(getTableColumns(attachments))
    .from(attachments)
    .innerJoin(supportMessages, isOfMessage)
    .where(and(eq(attachments.id, id), eq(attachments.requestId, requestId)));
  return readOr404(deps, row);
}

/** Bytes of all files in one mail: many servers take 10 MB, and encoding adds a third. */
const mostMailed = 7_000_000;

/** Files of a message for its mail; of those that are too large for a mail only the names. */
export async function readForMail(
  { database, files }: Pick<StoreDeps, 'database' | 'files'>,
  requestId: string,
  messageId = '',
): Promise<MailedFiles> {
  const rows = messageId ? await listBound(database, [requestId]) : [];
  const mailed: MailedFiles = { files: [], leftOut: [] };
  let total = 0;
  for (const { id, name, type, size } of rows.filter((row) => row.messageId === messageId)) {
    const content = total + size <= mostMailed ? await orStoreDown(() => files.read(id)) : null;
    if (content) mailed.files.push({ name, type, content });
    else mailed.leftOut.push(name);
    if (content) total += size;
  }
  return mailed;
}

/** @throws AppError attachment_not_found also for one that a request has. */
export async function removeAttachment(
  { database, files }: StoreDeps,
  ownerId: string,
  id: string,
): Promise<void> {
  const isUnbound = and(
    eq(attachments.id, id),
    eq(attachments.ownerId, ownerId),
    isNull(attachments.requestId),
  );
  const { rowCount } = await database.sql.delete(attachments).where(isUnbound);
  if (rowCount === 0) throw new AppError('attachment_not_found');
  await removeQuietly(files, id);
}

/** Attachments by the id of their request, oldest first; requests without any are left out. */
export async function listForRequests(
  database: Database,
  requestIds: string[],
): Promise<Map<string, Attachment[]>> {
  const rows = await listBound(database, requestIds);
  return listsBy(rows, ({ requestId, messageId }) => (messageId === null ? requestId : null));
}

/** Attachments of a request's messages, by the id of the message. */
export async function listForMessages(
  database: Database,
  requestId: string,
): Promise<Map<string, Attachment[]>> {
  return listsBy(await listBound(database, [requestId]), ({ messageId }) => messageId);
}

const unusedAfterMs = 86_400_000;
/** Rows that one statement deletes. */
const batch = 1_000;

/** Deletes files that no request named within a day, and those that a crash left without a row. */
export async function deleteUnused({
  database,
  files,
  now,
}: Pick<StoreDeps, 'database' | 'files' | 'now'>): Promise<void> {
  const { sql: db } = database;
  const moment = new Date(now().getTime() - unusedAfterMs);
  const unused = and(isNull(attachments.requestId), lt(attachments.createdAt, moment));
  const some = db.select({ id: attachments.id }).from(attachments).where(unused).limit(batch);
  const remove = () => db.delete(attachments).where(and(inArray(attachments.id, some), unused));
  // Their files are deleted with those that have no row.
  while ((await remove()).rowCount === batch);
  for await (const old of files.listOlderThan(moment)) {
    const known = new Set(await listKnown(database, old));
    for (const id of old) if (!known.has(id)) await files.remove(id);
  }
}

/** Also those of mails. */
async function listKnown({ sql: db }: Database, ids: string[]): Promise<string[]> {
  const among = sql.param(ids);
  const rows = await db
    .select({ id: attachments.id })
    .from(attachments)
    .where(sql`${attachments.id} = any(${among})`);
  const mails = await db
    .select({ id: supportMails.file })
    .from(supportMails)
    .where(sql`${supportMails.file} = any(${among})`);
  return [...rows, ...mails].flatMap(({ id }) => id ?? []);
}

/** Of requests and of their messages. */
async function listBound({ sql: db }: Database, requestIds: string[]): Promise<AttachmentRow[]> {
  if (requestIds.length === 0) return [];
  return db
    .select()
    .from(attachments)
    .where(inArray(attachments.requestId, requestIds))
    .orderBy(asc(attachments.createdAt), asc(attachments.id));
}

function listsBy(
  rows: AttachmentRow[],
  keyOf: (row: AttachmentRow) => string | null,
): Map<string, Attachment[]> {
  const lists = new Map<string, Attachment[]>();
  for (const row of rows) {
    const key = keyOf(row);
    if (key !== null) lists.set(key, [...(lists.get(key) ?? []), toAttachment(row)]);
  }
  return lists;
}

/** As it is listed. */
function toAttachment({ id, name, type, size, createdAt }: AttachmentRow): Attachment {
  return { id, name, type, size, created_at: createdAt.toISOString() };
}

async function readOr404({ files }: StoreDeps, row: AttachmentRow | undefined): Promise<ReadFile> {
  const bytes = row ? await orStoreDown(() => files.read(row.id)) : null;
  if (!row || !bytes) throw new AppError('attachment_not_found');
  return { row, bytes };
}

/** Locks out other uploads of this user. @returns when the newest of the unused files was made. */
async function requireRoom({ sql: tx }: Transaction, ownerId: string): Promise<Date | null> {
  const owner = await tx.select({ id: users.id }).from(users).where(eq(users.id, ownerId)).for('update');
  if (owner.length === 0) throw new AppError('sync_refused');
  const isUnbound = and(eq(attachments.ownerId, ownerId), isNull(attachments.requestId));
  const summary = { total: count(), newest: max(attachments.createdAt) };
  const [unbound] = await tx.select(summary).from(attachments).where(isUnbound);
  if (unbound && unbound.total >= mostUnbound)
    throw new AppError('attachments_unused', { most: mostUnbound });
  return unbound?.newest ?? null;
}

/** While the store is away the file stays, without a row: it is deleted as unused later. */
async function removeQuietly(files: Files, id: string): Promise<void> {
  await files.remove(id).catch((error: unknown) => {
    if (!(error instanceof FilesError)) throw error;
  });
}

export async function orStoreDown<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof FilesError)
      throw new AppError('attachment_store_down', {}, { cause, retryAfter: 5 });
    throw cause;
  }
}
