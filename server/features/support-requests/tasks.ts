import { eq } from 'drizzle-orm';
import { type Database, inTransaction, type Transaction } from '#server/database/connect.ts';
import { mailboxPositions } from '#server/database/tables.ts';
import { type Mail, MailRefusedError } from '#server/integrations/mail/port.ts';
import type { Mailbox, Position } from '#server/integrations/mailbox/port.ts';
import { mailWork } from '#server/mail/mail-work.ts';
import type { Queue, Tasks } from '#server/tasks/tasks.ts';
import type { AttachmentService, MailedFiles } from './attachments/service.ts';
import type { InboundMailService } from './inbound/service.ts';
import {
  type CustomerMailKind,
  findMailedRequest,
  isResolvedAt,
  type MailedRequest,
  type Recipient,
  recipients,
  type SupportMail,
  settingOf,
} from './mails/support-mail.ts';
import { record } from './repository.ts';
import type { RequestRow } from './requests-as-jobs.ts';

export type MailTask = Omit<SupportMail, 'only'> & { to: Recipient };

/** Sends one mail about a support request. */
export const mailSupportRequest: Queue<MailTask> = {
  name: 'mail-support-request',
  onePerKey: false,
  // After an outage of the mail server too, so that no answer overtakes another.
  inOrder: true,
  patient: true,
};

/** Deletes files that no request names. */
export const deleteUnusedFiles: Queue<Record<string, never>> = {
  name: 'delete-unused-files',
  onePerKey: true,
};

/** Reads the mailbox that answers come to. */
export const readMailbox: Queue<Record<string, never>> = { name: 'read-mailbox', onePerKey: true };

export async function workMailbox(
  tasks: Tasks,
  mailbox: Mailbox,
  { isForRequest: isWanted, receive: handle, giveUp, newestMailAt }: InboundMailService,
  database: Database,
): Promise<void> {
  const { sql: db } = database;
  const reader = { isWanted, handle, giveUp, newestMailAt, findPosition, savePosition };
  await tasks.work(readMailbox, () => mailbox.readNew(reader));
  await tasks.schedule(readMailbox, '* * * * *');
  // At once after a start, also to log what is wrong with the mailbox.
  await inTransaction(database, (transaction) => tasks.enqueue(transaction, readMailbox, {}));

  async function findPosition(name: string): Promise<Position | null> {
    const [row] = await db.select().from(mailboxPositions).where(eq(mailboxPositions.mailbox, name));
    return row ?? null;
  }

  async function savePosition(name: string, { validity, lastUid, failed }: Position): Promise<void> {
    const position = { validity, lastUid, failed };
    await db
      .insert(mailboxPositions)
      .values({ mailbox: name, ...position })
      .onConflictDoUpdate({ target: mailboxPositions.mailbox, set: position });
  }
}

/** Has a mail sent once the transaction is committed; each recipient's is tried for itself. */
export function mailEnqueuer(tasks: Tasks) {
  return async (transaction: Transaction, { only, ...mail }: SupportMail): Promise<void> => {
    for (const to of only ? [only] : recipients[mail.kind]) {
      const reader = to === 'agent' ? mail.email : to;
      await tasks.enqueue(transaction, mailSupportRequest, { ...mail, to }, `${mail.requestId} ${reader}`);
    }
  };
}

export async function workSupportMails(tasks: Tasks, send: ReturnType<typeof supportMailer>): Promise<void> {
  await tasks.work(mailSupportRequest, send, mailWork);
}

export async function workUnusedFiles(tasks: Tasks, deleteUnused: () => Promise<void>): Promise<void> {
  await tasks.work(deleteUnusedFiles, deleteUnused);
  await tasks.schedule(deleteUnusedFiles, '23 * * * *');
}

type SupportMailerDeps = {
  database: Database;
  mail: Mail;
  supportEmail: string;
  siteUrl: () => string;
  /** Address for an answer by mail to this request; null where there is none. */
  replyAddressFor: (row: RequestRow) => string | null;
  /** When support works, in words; null for always. */
  supportHours: string | null;
  /** Message-ID of a stored mail; null where it has none. */
  findMessageId: (file: string) => Promise<string | null>;
  readFiles: AttachmentService['readForMail'];
  now: () => Date;
};

/** Composes and sends one mail; the customer's only while it is wanted and still true. */
export function supportMailer({
  database,
  mail,
  findMessageId,
  readFiles,
  now,
  ...letter
}: SupportMailerDeps) {
  return async ({ to, ...task }: MailTask, _signal: AbortSignal, isLastTry: boolean): Promise<void> => {
    const mailed = await findMailedRequest(database, task);
    if (!mailed || !isTrue(task, mailed)) return;
    if (to !== 'customer') {
      const { teamMail } = await import('./mails/letters.ts');
      const recipient = (to === 'agent' && task.email) || letter.supportEmail;
      return mail.send(teamMail({ ...task, to, recipient }, mailed, letter));
    }
    const { kind } = task;
    if (!isForCustomer(kind) || isOff(kind, mailed)) return;
    // The new address has got a mail of its own.
    if (task.email !== undefined && task.email !== mailed.row.email) return;
    const { customerMail } = await import('./mails/letters.ts');
    const { id: requestId, email } = mailed.row;
    const answeredId = mailed.answeredFile && (await findMessageId(mailed.answeredFile));
    const isAnswer = kind === 'answer' || kind === 'waiting';
    const { files, leftOut } = await readFiles(requestId, isAnswer ? mailed.message?.id : undefined);
    const send = (files: MailedFiles['files'], filesLeftOut: string[]) =>
      mail.send({ ...customerMail(kind, { ...mailed, filesLeftOut }, letter, answeredId), files });
    try {
      await send(files, leftOut).catch((error) => {
        if (!(error instanceof MailRefusedError && error.of === 'content' && files.length > 0)) throw error;
        // A server may take no such file: the words still arrive, with the names.
        return send([], [...leftOut, ...files.map(({ name }) => name)]);
      });
    } catch (error) {
      if (isLastTry || error instanceof MailRefusedError) await recordUndelivered({ requestId, email });
      throw error;
    }
  };

  /** Says in the request that its contact can't be reached. */
  async function recordUndelivered({ requestId, email: to }: { requestId: string; email: string }) {
    const system = { actor: 'system' as const, actorId: null, actorName: '' };
    const entry = { ...system, requestId, action: 'mail_undelivered' as const, to, createdAt: now() };
    await inTransaction(database, (transaction) => record(transaction, entry));
  }
}

/** An answer that resolved the request is two mails in one. */
function isOff(kind: CustomerMailKind, { owner, isResolving }: MailedRequest): boolean {
  const settings = isResolving ? [settingOf.answer, settingOf.resolved] : [settingOf[kind]];
  return settings.every((setting) => setting !== null && owner.mailsOff.includes(setting));
}

function isForCustomer(kind: SupportMail['kind']): kind is CustomerMailKind {
  return kind in settingOf;
}

/** A mail that waited for an outage may come too late to be of use. */
function isTrue({ kind, resolvedAt, email }: SupportMail, mailed: MailedRequest): boolean {
  const { row, message, isAnswered, agentEmail } = mailed;
  switch (kind) {
    case 'received':
    case 'not_added':
      return true;
    case 'answer':
    case 'customer_answered':
      return message !== null;
    case 'waiting':
      return message !== null && !isAnswered;
    case 'resolved':
      // Opened and resolved again since: that has a mail of its own.
      return isResolvedAt(row, resolvedAt);
    case 'broken':
      return row.brokenAt !== null;
    case 'due_soon':
      return !row.firstAnsweredAt && !row.pausedAt && !row.brokenAt;
    case 'assigned':
      return agentEmail !== null && agentEmail === email && row.resolvedAt === null;
  }
}
