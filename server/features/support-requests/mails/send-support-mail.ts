import type { Database } from '#server/database/connect.ts';
import type { Mail } from '#server/integrations/mail/port.ts';
import { findMailedRequest, type MailedRequest } from './mailed-request.ts';
import { type CustomerMailKind, type Recipient, type SupportMail, settingOf } from './support-mail.ts';

export type MailTask = Omit<SupportMail, 'only'> & { to: Recipient };

type SupportMailerDeps = {
  database: Database;
  mail: Mail;
  supportEmail: string;
  siteUrl: () => string;
  /** When support works, in words; null for always. */
  supportHours: string | null;
};

/** Composes and sends one mail; the customer's only while it is wanted and still true. */
export function supportMailer({ database, mail, ...letter }: SupportMailerDeps) {
  return async ({ to, ...task }: MailTask): Promise<void> => {
    const mailed = await findMailedRequest(database, task);
    if (!mailed || !isTrue(task, mailed)) return;
    if (to === 'support') {
      const { teamMail } = await import('./team-mail.ts');
      return mail.send(teamMail(task, mailed, letter));
    }
    const { kind } = task;
    if (!isForCustomer(kind) || mailed.owner.mailsOff.includes(settingOf[kind])) return;
    // The new address has got a mail of its own.
    if (task.email !== undefined && task.email !== mailed.row.email) return;
    const { customerMail } = await import('./customer-mail.ts');
    await mail.send(customerMail(kind, mailed, letter));
  };
}

function isForCustomer(kind: SupportMail['kind']): kind is CustomerMailKind {
  return kind in settingOf;
}

/** A mail that waited for an outage may come too late to be of use. */
function isTrue({ kind, resolvedAt }: SupportMail, { row, message, isAnswered }: MailedRequest): boolean {
  switch (kind) {
    case 'received':
      return true;
    case 'answer':
    case 'customer_answered':
      return message !== null;
    case 'waiting':
      return message !== null && !isAnswered;
    case 'resolved':
      // Opened and resolved again since: that has a mail of its own.
      return row.resolvedAt !== null && row.resolvedAt.toISOString() === resolvedAt;
    case 'broken':
      return row.brokenAt !== null;
  }
}
