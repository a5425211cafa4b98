import type { Transaction } from '#server/database/connect.ts';
import { mailWork } from '#server/mail/mail-work.ts';
import type { Queue, Tasks } from '#server/tasks/tasks.ts';
import type { MailTask } from './mails/send-support-mail.ts';
import { recipients, type SupportMail } from './mails/support-mail.ts';

/** Sends one mail about a support request. */
export const mailSupportRequest: Queue<MailTask> = {
  name: 'mail-support-request',
  onePerKey: false,
  patient: true,
};

/** Deletes files that no request names. */
export const deleteUnusedFiles: Queue<Record<string, never>> = {
  name: 'delete-unused-files',
  onePerKey: true,
};

/** Has a mail sent once the transaction is committed; each recipient's is tried for itself. */
export function mailEnqueuer(tasks: Tasks) {
  return async (transaction: Transaction, { only, ...mail }: SupportMail): Promise<void> => {
    for (const to of only ? [only] : recipients[mail.kind])
      await tasks.enqueue(transaction, mailSupportRequest, { ...mail, to });
  };
}

export async function workSupportMails(tasks: Tasks, send: (task: MailTask) => Promise<void>): Promise<void> {
  await tasks.work(mailSupportRequest, send, mailWork);
}

export async function workUnusedFiles(tasks: Tasks, deleteUnused: () => Promise<void>): Promise<void> {
  await tasks.work(deleteUnusedFiles, deleteUnused);
  await tasks.schedule(deleteUnusedFiles, '23 * * * *');
}
