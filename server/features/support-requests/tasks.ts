import { eq } from 'drizzle-orm';
import { inTransaction } from '#server/database/connect.ts';
import { mailboxPositions } from '#server/database/tables.ts';
import type { Mailbox, MailReader } from '#server/integrations/mailbox/port.ts';
import { mailWork } from '#server/mail/mail-work.ts';
import type { Queue } from '#server/tasks/tasks.ts';
import { deleteUnused } from './attachments/attachments.ts';
import { giveUpMail, type InboundMailDeps, isForRequest, receiveMail } from './inbound/receive-mail.ts';
import { clearOldMails, newestMailAt } from './inbound/stored-mails.ts';
import { mailSupportRequest, type SendMailDeps, sendMail } from './mails/send-mail.ts';
import { recordOverdue, slaBreachesQueue, warnAgents } from './sla/sla-breaches.ts';
import type { SupportDeps } from './support-deps.ts';

/** Deletes files that no request names. */
export const deleteUnusedFiles: Queue<Record<string, never>> = {
  name: 'delete-unused-files',
  onePerKey: true,
};

/** Reads the mailbox that answers come to. */
export const readMailbox: Queue<Record<string, never>> = { name: 'read-mailbox', onePerKey: true };

export const supportQueues = [mailSupportRequest, slaBreachesQueue, deleteUnusedFiles, readMailbox];

export async function workSupportTasks(deps: SupportDeps & SendMailDeps): Promise<void> {
  const { tasks } = deps;
  await tasks.work(
    mailSupportRequest,
    (task, _signal, isLastTry) => sendMail(deps, task, isLastTry),
    mailWork,
  );
  await tasks.work(slaBreachesQueue, async () => {
    await recordOverdue(deps);
    await warnAgents(deps);
  });
  await tasks.schedule(slaBreachesQueue, '* * * * *');
  await tasks.work(deleteUnusedFiles, async () => {
    await clearOldMails(deps);
    await deleteUnused(deps);
  });
  await tasks.schedule(deleteUnusedFiles, '23 * * * *');
}

export async function workMailbox(deps: InboundMailDeps, mailbox: Mailbox): Promise<void> {
  const { database, tasks } = deps;
  const { sql: db } = database;
  const reader: MailReader = {
    isWanted: (headers) => isForRequest(deps, headers),
    handle: (raw, options) => receiveMail(deps, raw, options),
    giveUp: (raw) => giveUpMail(deps, raw),
    newestMailAt: () => newestMailAt(database),
    async findPosition(name) {
      const [row] = await db.select().from(mailboxPositions).where(eq(mailboxPositions.mailbox, name));
      return row ?? null;
    },
    async savePosition(name, { validity, lastUid, failed }) {
      const position = { validity, lastUid, failed };
      await db
        .insert(mailboxPositions)
        .values({ mailbox: name, ...position })
        .onConflictDoUpdate({ target: mailboxPositions.mailbox, set: position });
    },
  };
  await tasks.work(readMailbox, () => mailbox.readNew(reader));
  await tasks.schedule(readMailbox, '* * * * *');
  // At once after a start, also to log what is wrong with the mailbox.
  await inTransaction(database, (transaction) => tasks.enqueue(transaction, readMailbox, {}));
}
