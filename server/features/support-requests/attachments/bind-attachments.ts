import { and, asc, eq, inArray, isNull, ne, or } from 'drizzle-orm';
import { AppError } from '#server/app-error.ts';
import type { Transaction } from '#server/database/connect.ts';
import { attachments } from '#server/database/tables.ts';
import { attachmentsAllowed } from '#shared/contracts/support-requests/attachments.ts';

/**
 * Makes these files of their owner the attachments of a request, and no others: what it had besides is deleted as
 * unused. The rows stay locked until the transaction ends, so a file is never in two requests. False when the
 * request has just these already.
 * @throws AppError attachments_full for too many, attachment_not_found about those that are gone, another account's or
 *   another request's.
 */
export async function bindToRequest(
  transaction: Transaction,
  { ownerId, requestId, ids }: { ownerId: string; requestId: string; ids: string[] },
): Promise<boolean> {
  const { sql: tx } = transaction;
  const wanted = await lockWanted(transaction, { uploadedBy: ownerId, requestId, ids });
  const others = and(ofRequest(requestId), ...wanted.map((id) => ne(attachments.id, id)));
  const { rowCount: released } = await tx.update(attachments).set({ requestId: null }).where(others);
  if (wanted.length === 0) return released !== 0;
  const added = and(inArray(attachments.id, wanted), isNull(attachments.requestId));
  const { rowCount: bound } = await tx.update(attachments).set({ requestId }).where(added);
  return released !== 0 || bound !== 0;
}

/** The message's files are the request's owner's, by any uploader. */
type MessageBinding = {
  requestId: string;
  messageId: string;
  ownerId: string;
  uploadedBy: string;
  ids: string[];
};

/** Makes these uploads the attachments of a new message. @throws AppError as `bindToRequest` does. */
export async function bindToMessage(
  transaction: Transaction,
  { ids, uploadedBy, ...message }: MessageBinding,
): Promise<void> {
  const wanted = await lockWanted(transaction, { uploadedBy, ids });
  if (wanted.length === 0) return;
  await transaction.sql.update(attachments).set(message).where(inArray(attachments.id, wanted));
}

/**
 * Locks the user's files among these that no request has, and those that this request has already.
 * @throws AppError attachments_full, attachment_not_found
 */
async function lockWanted(
  { sql: tx }: Transaction,
  { uploadedBy, requestId, ids }: { uploadedBy: string; requestId?: string; ids: string[] },
): Promise<string[]> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return [];
  if (wanted.length > attachmentsAllowed) throw new AppError('attachments_full');
  const isFree = or(
    isNull(attachments.requestId),
    requestId === undefined ? undefined : ofRequest(requestId),
  );
  const free = await tx
    .select({ id: attachments.id })
    .from(attachments)
    .where(and(inArray(attachments.id, wanted), eq(attachments.ownerId, uploadedBy), isFree))
    // In one order everywhere, so that two of them never wait for each other.
    .orderBy(asc(attachments.id))
    .for('update');
  const gone = wanted.filter((id) => !free.some((row) => row.id === id));
  if (gone.length > 0) throw new AppError('attachment_not_found', {}, { about: gone });
  return wanted;
}

/** Files of a message belong to no form. */
const ofRequest = (requestId: string) =>
  and(eq(attachments.requestId, requestId), isNull(attachments.messageId));
