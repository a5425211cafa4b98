import { createHash } from 'node:crypto';
import { preview } from '#shared/rules/text/preview.ts';
import type { MailedRequest } from './mailed-request.ts';
import type { Recipient, SupportMail } from './support-mail.ts';

export type LetterDeps = {
  siteUrl: () => string;
  supportEmail: string;
  /** When support works, in words; null for always. */
  supportHours: string | null;
};

/** A subject's share of the title, in the direction of the subject. */
export function shortTitle({ requestTitle }: MailedRequest['row']): string {
  return preview(requestTitle.replace(/\p{Bidi_Control}/gu, ''), 100);
}

export function moment(at: Date): string {
  const form = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' });
  return `${form.format(at)} (UTC)`;
}

/** The same for each try of one mail; a request can be resolved, and confirmed to a new address, more than once. */
export function mailId(kind: SupportMail['kind'], { row, message }: MailedRequest, to: Recipient): string {
  const which =
    kind === 'resolved'
      ? row.resolvedAt?.getTime()
      : kind === 'received' && to === 'customer'
        ? fingerprint(`${row.email} ${row.answerToken}`)
        : message?.id;
  return ['support', kind, to, row.id, which].filter((part) => part !== undefined).join('-');
}

/** Mail ids are public, so they contain neither the address nor the link. */
function fingerprint(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
