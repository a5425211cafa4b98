import type { MailMessage } from '#server/integrations/mail/port.ts';
import { facts, linkButton, paragraph, quote } from '#server/mail/blocks.ts';
import { renderLetter } from '#server/mail/render-letter.ts';
import { productName } from '#shared/rules/product.ts';
import { preview } from '#shared/rules/text/preview.ts';
import { type LetterDeps, mailId, moment, shortTitle } from './letter-parts.ts';
import type { MailedRequest } from './mailed-request.ts';
import type { SupportMail } from './support-mail.ts';

/** Mail to the team: a new request, a breached SLA, or a customer's answer. */
export function teamMail(
  { kind, reopened = false }: Pick<SupportMail, 'kind' | 'reopened'>,
  mailed: MailedRequest,
  { siteUrl, supportEmail }: LetterDeps,
): MailMessage {
  const { row, owner } = mailed;
  const isLate = kind === 'broken';
  const { subject, title, words } = partsOf(kind, reopened, mailed);
  return {
    to: supportEmail,
    id: mailId(kind, mailed, 'support'),
    subject: `${subject}: ${shortTitle(row)}`,
    ...renderLetter({
      title,
      preheader: preview(row.requestTitle, 120),
      blocks: [
        facts([
          ['Request', row.requestTitle],
          ['App', row.appName],
          ['App URL', row.appUrl],
          ['Customer', owner.name],
          ['Contact', row.email],
          [isLate ? 'First answer was due by' : 'First answer due by', moment(row.dueAt)],
          ['Promised', `within ${row.promisedHours} hours`],
        ]),
        ...words,
        paragraph('Answer it in the inbox: an answer to this mail reaches no customer and stops no clock.'),
        linkButton('Open it in the inbox', `${siteUrl()}/startup-spark-suite/inbox/${row.id}`),
      ],
      reason: `You get this mail because ${supportEmail} receives the support requests of ${productName}.`,
    }),
  };
}

type TeamMailParts = { subject: string; title: string; words: ReturnType<typeof paragraph>[] };

function partsOf(
  kind: SupportMail['kind'],
  reopened: boolean,
  { row, message }: MailedRequest,
): TeamMailParts {
  if (kind === 'broken') {
    const words = [paragraph('The customer has got one support request back.')];
    return { subject: 'Late', title: 'A promise was broken', words };
  }
  if (kind === 'customer_answered') {
    const words = [quote(message?.text ?? '')];
    return reopened
      ? { subject: 'Reopened', title: 'A customer opened a resolved request again', words }
      : { subject: 'Customer answered', title: 'A customer answered', words };
  }
  const words = row.issueDescriptions.map((issue) => quote(issue));
  return { subject: 'New request', title: 'A new support request', words };
}
