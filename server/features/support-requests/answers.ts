import { AppError } from '#server/app-error.ts';
import type { Transaction } from '#server/database/connect.ts';
import { reopenableUntil, reopenDays } from '#shared/rules/support/status.ts';
import { checkMessage } from './checked-fields.ts';
import { record } from './history.ts';
import type { SupportMail } from './mails/support-mail.ts';
import type { OwnerRow, RequestRepository } from './repository.ts';
import type { RequestRow } from './requests-as-jobs.ts';
import { resumeSla } from './sla/sla.ts';
import type { SlaClock } from './sla/sla-clock.ts';

/** Author of an answer; `id` is null for the link of a mail. */
type Author = { id: string | null; name: string };

export type AnswerDeps = {
  repository: RequestRepository;
  clock: SlaClock;
  enqueueMail: (transaction: Transaction, mail: SupportMail) => Promise<void>;
  now: () => Date;
};

/**
 * Adds the customer's answer to a thread, resumes a paused SLA and mails us. `authorOf` runs while the rows are locked.
 * @throws AppError job_not_found, request_closed, request_text_long, and what `authorOf` throws.
 */
export async function writeAnswer(
  { repository, clock, enqueueMail, now }: AnswerDeps,
  { ownerId, id: requestId }: { ownerId: string; id: string },
  authorOf: (owner: OwnerRow, row: RequestRow) => Author,
  { id, text }: { id: string; text: string },
): Promise<void> {
  const checked = checkMessage(text);
  await repository.transaction(async (transaction) => {
    const held = await repository.lockRequest(transaction, ownerId, requestId);
    if (!held) throw new AppError('job_not_found');
    const { owner, row } = held;
    const author = authorOf(owner, row);
    const createdAt = now();
    const message = { id, requestId, kind: 'customer' as const, text: checked, createdAt };
    const isNew = await repository.addMessage(transaction, {
      ...message,
      authorId: author.id,
      authorName: author.name,
    });
    // It came before, and what it brought about has happened.
    if (!isNew) return;
    if (row.resolvedAt && createdAt > reopenableUntil(row.resolvedAt.toISOString()))
      throw new AppError('request_closed', { days: reopenDays });
    await repository.saveRequest(transaction, requestId, {
      ...resumeSla(clock, row, createdAt),
      waitingSince: null,
      customerWaitsSince: row.customerWaitsSince ?? createdAt,
      resolvedAt: null,
      updatedAt: createdAt,
    });
    const entry = { requestId, actor: 'customer' as const, actorId: author.id, actorName: author.name };
    await record(transaction, { ...entry, action: 'customer_answered', createdAt });
    if (row.resolvedAt) await record(transaction, { ...entry, action: 'reopened', createdAt });
    const reopened = row.resolvedAt !== null;
    await enqueueMail(transaction, { kind: 'customer_answered', requestId, messageId: id, reopened });
  });
}
