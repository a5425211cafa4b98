import { inTransaction, type Transaction } from '#server/database/connect.ts';
import { type MailedFiles, readForMail } from '#server/features/support-requests/attachments/attachments.ts';
import { findMessageId } from '#server/features/support-requests/inbound/stored-mails.ts';
import { bySystem, record } from '#server/features/support-requests/repository.ts';
import type { SupportDeps } from '#server/features/support-requests/support-deps.ts';
import { type Mail, MailRefusedError } from '#server/integrations/mail/port.ts';
import type { Queue } from '#server/tasks/tasks.ts';
import type { LetterDeps } from './letters.ts';
import {
  type CustomerMailKind,
  findMailedRequest,
  isResolvedAt,
  type MailedRequest,
  type Recipient,
  recipients,
  type SupportMail,
  settingOf,
} from './support-mail.ts';

type MailTask = Omit<SupportMail, 'only'> & { to: Recipient };

/** Sends one mail about a support request. */
export const mailSupportRequest: Queue<MailTask> = {
  name: 'mail-support-request',
  onePerKey: false,
  // After an outage of the mail server too, so that no answer overtakes another.
  inOrder: true,
  patient: true,
};

/** Has a mail sent once the transaction is committed; each recipient's is tried for itself. */
export async function enqueueMail(
  { tasks }: Pick<SupportDeps, 'tasks'>,
  transaction: Transaction,
  { only, ...mail }: SupportMail,
): Promise<void> {
  for (const to of only ? [only] : recipients[mail.kind]) {
    const reader = to === 'agent' ? mail.email : to;
    await tasks.enqueue(transaction, mailSupportRequest, { ...mail, to }, `${mail.requestId} ${reader}`);
  }
}

export type SendMailDeps = Pick<SupportDeps, 'database' | 'files' | 'now'> & {
  mail: Mail;
  letters: LetterDeps;
};

/** Composes and sends one mail; the customer's only while it is wanted and still true. */
export async function sendMail(
  deps: SendMailDeps,
  { to, ...task }: MailTask,
  isLastTry: boolean,
): Promise<void> {
  const { database, files: store, mail, letters } = deps;
  const mailed = await findMailedRequest(database, task);
  if (!mailed || !isTrue(task, mailed)) return;
  if (to !== 'customer') {
    const { teamMail } = await import('./letters.ts');
    const recipient = (to === 'agent' && task.email) || letters.supportEmail;
    return mail.send(teamMail({ ...task, to, recipient }, mailed, letters));
  }
  const { kind } = task;
  if (!isForCustomer(kind) || isOff(kind, mailed)) return;
  // The new address has got a mail of its own.
  if (task.email !== undefined && task.email !== mailed.row.email) return;
  const { customerMail } = await import('./letters.ts');
  const { id: requestId, email } = mailed.row;
  const answeredId = mailed.answeredFile && (await findMessageId(store, mailed.answeredFile));
  const isAnswer = kind === 'answer' || kind === 'waiting';
  const { files, leftOut } = await readForMail(deps, requestId, isAnswer ? mailed.message?.id : undefined);
  const send = (files: MailedFiles['files'], filesLeftOut: string[]) =>
    mail.send({ ...customerMail(kind, { ...mailed, filesLeftOut }, letters, answeredId), files });
  try {
    await send(files, leftOut).catch((error) => {
      if (!(error instanceof MailRefusedError && error.of === 'content' && files.length > 0)) throw error;
      // A server may take no such file: the words still arrive, with the names.
      return send([], [...leftOut, ...files.map(({ name }) => name)]);
    });
  } catch (error) {
    if (isLastTry || error instanceof MailRefusedError) await recordUndelivered(deps, requestId, email);
    throw error;
  }
}

/** Says in the request that its contact can't be reached. */
async function recordUndelivered(
  { database, now }: SendMailDeps,
  requestId: string,
  to: string,
): Promise<void> {
  const entry = { ...bySystem(requestId), action: 'mail_undelivered' as const, to, createdAt: now() };
  await inTransaction(database, (transaction) => record(transaction, entry));
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
