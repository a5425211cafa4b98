import { AppError } from '#server/app-error.ts';
import { inTransaction, type Transaction } from '#server/database/connect.ts';
import { reopenableUntil, reopenDays } from '#shared/rules/support/status.ts';
import { bindToMessage } from './attachments/bind-attachments.ts';
import { checkMessage } from './checked-fields.ts';
import { enqueueMail } from './mails/send-mail.ts';
import { addMessage, lockRequest, type OwnerRow, record, saveRequest } from './repository.ts';
import type { RequestRow } from './requests-as-jobs.ts';
import { resumeSla } from './sla/sla.ts';
import type { SupportDeps } from './support-deps.ts';

/** Author of an answer; `id` is null for the link of a mail. */
type Author = { id: string | null; name: string };

export type Answer = {
  id: string;
  text: string;
  attachmentIds?: string[] | undefined;
  /** Stored with it, once. */
  alongside?: (transaction: Transaction) => Promise<void>;
};

/**
 * Adds the customer's answer to a thread, resumes or starts the SLA and mails us. `authorOf` runs while the rows are locked.
 * @throws AppError job_not_found, request_closed, request_text_long, body_invalid for another message's id, what binding
 *   attachments throws, and what `authorOf` throws.
 */
export async function writeAnswer(
  deps: Pick<SupportDeps, 'database' | 'tasks' | 'clock' | 'now'>,
  { ownerId, id: requestId }: { ownerId: string; id: string },
  authorOf: (owner: OwnerRow, row: RequestRow) => Author,
  { id, text, attachmentIds: ids = [], alongside }: Answer,
): Promise<void> {
  const { database, clock, now } = deps;
  const checked = checkMessage(text);
  await inTransaction(database, async (transaction) => {
    const found = await lockRequest(transaction, ownerId, requestId);
    if (!found) throw new AppError('job_not_found');
    const { owner, row } = found;
    const author = authorOf(owner, row);
    const createdAt = now();
    const message = { id, requestId, kind: 'customer' as const, text: checked, createdAt };
    const isNew = await addMessage(transaction, {
      ...message,
      authorId: author.id,
      authorName: author.name,
    });
    // It has had its effect already, and it keeps its first text and files.
    if (!isNew) return;
    if (row.resolvedAt && createdAt > reopenableUntil(row.resolvedAt.toISOString()))
      throw new AppError('request_closed', { days: reopenDays });
    const binding = { ownerId, uploadedBy: ownerId, requestId, messageId: id, ids };
    await bindToMessage(transaction, binding);
    await alongside?.(transaction);
    await saveRequest(transaction, requestId, {
      ...resumeSla(clock, row, createdAt),
      waitingSince: null,
      customerWaitsSince: row.customerWaitsSince ?? createdAt,
      resolvedAt: null,
      // An answer follows what was read before.
      customerSeenAt: createdAt,
      updatedAt: createdAt,
    });
    const entry = { requestId, actor: 'customer' as const, actorId: author.id, actorName: author.name };
    await record(transaction, { ...entry, action: 'customer_answered', createdAt });
    if (row.resolvedAt) await record(transaction, { ...entry, action: 'reopened', createdAt });
    const reopened = row.resolvedAt !== null;
    await enqueueMail(deps, transaction, { kind: 'customer_answered', requestId, messageId: id, reopened });
  });
}
