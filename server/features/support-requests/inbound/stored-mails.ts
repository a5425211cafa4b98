import { createHash } from 'node:crypto';
import { and, asc, eq, inArray, isNotNull, lt, max } from 'drizzle-orm';
import { AppError } from '#server/app-error.ts';
import type { Database, Transaction } from '#server/database/connect.ts';
import { supportMails, supportMessages, supportRequests } from '#server/database/tables.ts';
import { orStoreDown } from '#server/features/support-requests/attachments/attachments.ts';
import type { StoreDeps } from '#server/features/support-requests/support-deps.ts';
import { type Files, FilesError } from '#server/integrations/files/port.ts';
import type { Caller } from '#server/integrations/identity/port.ts';
import { maskSecrets } from '#shared/rules/secrets/mask-secrets.ts';
import { storedDays } from '#shared/rules/stored-days.ts';
import { withoutLinks } from './own-words.ts';
import { readMail, readMessageId } from './read-mail.ts';

export type ReadableMail = { requestId: string; id: string; text: string };
type NewMail = typeof supportMails.$inferInsert;
/** True for a mail that the request has already: none counts twice. */
export async function hasMail({ sql: db }: Database, requestId: string, id: string): Promise<boolean> {
  return (await db.$count(supportMails, isThat(requestId, id))) > 0;
}

/** When the newest of all came; null for none. */
export async function newestMailAt({ sql: db }: Database): Promise<Date | null> {
  const [found] = await db.select({ at: max(supportMails.createdAt) }).from(supportMails);
  return found?.at ?? null;
}

/** @returns the key of its file, the same each time. @throws AppError attachment_store_down */
export async function putMail(files: Files, requestId: string, id: string, raw: Uint8Array): Promise<string> {
  const hash = createHash('sha256').update(`${requestId} ${id}`).digest('hex');
  const key = hash.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
  await orStoreDown(() => files.put(key, raw, 'message/rfc822'));
  return key;
}

/** False when the request has it already. */
export async function addMail({ sql: tx }: Transaction, mail: NewMail): Promise<boolean> {
  const { rowCount } = await tx.insert(supportMails).values(mail).onConflictDoNothing();
  return rowCount === 1;
}

/**
 * A message's mail as readable text, without our links and known secrets.
 * @throws AppError job_not_found for anybody but the owner and agents, mail_not_stored, attachment_store_down.
 */
export async function readMessageMail(
  { database, files, isAgent }: StoreDeps,
  caller: Caller,
  requestId: string,
  messageId: string,
): Promise<string> {
  const [found] = await database.sql
    .select({
      file: supportMails.file,
      ownerId: supportRequests.ownerId,
      token: supportRequests.answerToken,
    })
    .from(supportRequests)
    .innerJoin(
      supportMessages,
      and(eq(supportMessages.requestId, supportRequests.id), eq(supportMessages.id, messageId)),
    )
    .leftJoin(supportMails, isThat(requestId, messageId))
    .where(eq(supportRequests.id, requestId));
  if (!found || !(found.ownerId === caller.subject || isAgent(caller))) throw new AppError('job_not_found');
  const { file, token } = found;
  const raw = file === null ? null : await orStoreDown(() => files.read(file));
  if (!raw) throw new AppError('mail_not_stored');
  return wholeMail(raw, token);
}

/** Every stored mail to an owner's requests as readable text, each read when it is asked for. */
export async function* readAllMails(
  { database, files }: StoreDeps,
  ownerId: string,
): AsyncGenerator<ReadableMail> {
  const rows = await database.sql
    .select({
      requestId: supportMails.requestId,
      id: supportMails.id,
      file: supportMails.file,
      token: supportRequests.answerToken,
    })
    .from(supportMails)
    .innerJoin(supportRequests, eq(supportRequests.id, supportMails.requestId))
    .where(and(eq(supportRequests.ownerId, ownerId), isNotNull(supportMails.file)))
    .orderBy(asc(supportMails.createdAt));
  for (const { requestId, id, file, token } of rows) {
    const raw = file && (await files.read(file));
    if (raw) yield { requestId, id, text: await wholeMail(raw, token) };
  }
}

/** Message-ID of a stored mail; null also while the store is away. */
export async function findMessageId(files: Files, file: string): Promise<string | null> {
  try {
    const raw = await files.read(file);
    return raw && (await readMessageId(raw));
  } catch (error) {
    if (error instanceof FilesError) return null;
    throw error;
  }
}

/** Words of a mail that was not added; empty when the thread has them. */
export async function readUnaddedMail(
  { database: { sql: db } }: Pick<StoreDeps, 'database'>,
  requestId: string,
  id: string,
): Promise<string> {
  const [mail] = await db.select({ text: supportMails.text }).from(supportMails).where(isThat(requestId, id));
  if (!mail) return '';
  const isAdded = and(
    eq(supportMessages.requestId, requestId),
    eq(supportMessages.kind, 'customer'),
    eq(supportMessages.text, mail.text.trim()),
  );
  return (await db.$count(supportMessages, isAdded)) > 0 ? '' : mail.text;
}

/** Mails that one statement clears. */
const batch = 1_000;

/** Clears mails that were stored for a year. Their files are deleted with those that no row names. */
export async function clearOldMails({ database: { sql: db }, now }: StoreDeps): Promise<void> {
  const isOld = lt(supportMails.createdAt, new Date(now().getTime() - storedDays * 86_400_000));
  const old = db
    .select({ file: supportMails.file })
    .from(supportMails)
    .where(and(isNotNull(supportMails.file), isOld))
    .limit(batch);
  const clear = () =>
    db.update(supportMails).set({ file: null, text: '' }).where(inArray(supportMails.file, old));
  while ((await clear()).rowCount === batch);
}

function isThat(requestId: string, id: string) {
  return and(eq(supportMails.requestId, requestId), eq(supportMails.id, id));
}

/** A mail as readable text, without our links and known secrets. */
export async function wholeMail(raw: Uint8Array, token: string): Promise<string> {
  return maskSecrets(withoutLinks((await readMail(raw)).whole, { token })).text;
}
