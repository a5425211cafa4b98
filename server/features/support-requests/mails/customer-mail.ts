import type { MailMessage } from '#server/integrations/mail/port.ts';
import { facts, linkButton, paragraph, quote } from '#server/mail/blocks.ts';
import { renderLetter } from '#server/mail/render-letter.ts';
import { productName } from '#shared/rules/product.ts';
import { reopenDays } from '#shared/rules/support/status.ts';
import { preview } from '#shared/rules/text/preview.ts';
import { type LetterDeps, mailId, moment, shortTitle } from './letter-parts.ts';
import type { MailedRequest } from './mailed-request.ts';
import type { CustomerMailKind } from './support-mail.ts';

type Written = {
  subject: string;
  title: string;
  preheader: string;
  blocks: ReturnType<typeof paragraph>[];
  button: string;
};

/** Mail to the request's contact address, with the link to its thread. */
export function customerMail(kind: CustomerMailKind, mailed: MailedRequest, deps: LetterDeps): MailMessage {
  const { row } = mailed;
  const { siteUrl, supportEmail } = deps;
  const { subject, title, preheader, blocks, button } = write[kind](mailed, deps);
  return {
    to: row.email,
    replyTo: supportEmail,
    id: mailId(kind, mailed, 'customer'),
    subject,
    ...renderLetter({
      title,
      preheader,
      blocks: [
        ...blocks,
        // After the #, which no proxy sees.
        linkButton(button, `${siteUrl()}/support-answer#token=${row.answerToken}`),
        paragraph(
          'Whoever has this link can read the thread of this request and answer it, so keep the mail to yourself.',
        ),
      ],
      reason: whyAndHowToStop(mailed, deps),
    }),
  };
}

/** The contact address may belong to someone else. */
function isOwnAddress({ row, owner }: MailedRequest): boolean {
  return row.email.toLowerCase() === owner.email.toLowerCase();
}

function whyAndHowToStop(mailed: MailedRequest, { siteUrl, supportEmail }: LetterDeps): string {
  const why = `You get this mail because ${mailed.row.email} is the contact address of a support request at ${productName}. Its owner can switch such mails off at ${siteUrl()}/settings.`;
  if (isOwnAddress(mailed)) return why;
  return `${why} If somebody else gave your address, write to ${supportEmail}, and we stop them.`;
}

const write: Record<CustomerMailKind, (mailed: MailedRequest, deps: LetterDeps) => Written> = {
  received,
  answer: ({ row, message }) => ({
    subject: `Answer to your request: ${shortTitle(row)}`,
    title: `${message?.authorName || 'Support'} answered your request`,
    preheader: preview(message?.text ?? '', 120),
    blocks: [paragraph(`About "${row.requestTitle}":`), quote(message?.text ?? '')],
    button: 'Read and answer',
  }),
  waiting: ({ row, message }) => ({
    subject: `A question about your request: ${shortTitle(row)}`,
    title: `${message?.authorName || 'Support'} needs something from you`,
    preheader: preview(message?.text ?? '', 120),
    blocks: [
      paragraph(`About "${row.requestTitle}":`),
      quote(message?.text ?? ''),
      paragraph(
        'We wait for your answer.',
        row.pausedAt ? ' Our time for the first answer stands still until then.' : '',
      ),
    ],
    button: 'Answer the question',
  }),
  resolved: ({ row }) => ({
    subject: `Resolved: ${shortTitle(row)}`,
    title: 'Your request is resolved',
    preheader: `If something is still wrong, answer within ${reopenDays} days.`,
    blocks: [
      paragraph(`We have marked "${row.requestTitle}" as resolved.`),
      paragraph(
        `If something is still wrong, answer within ${reopenDays} days: that opens the request again.`,
      ),
    ],
    button: 'Read the thread',
  }),
  broken: ({ row }, { supportHours }) => ({
    subject: `We are late with your request: ${shortTitle(row)}`,
    title: 'We did not keep our promise',
    preheader: `A first answer was due by ${moment(row.dueAt)}.`,
    blocks: [
      paragraph(
        `We promised you a first answer to "${row.requestTitle}" within ${row.promisedHours} `,
        `${supportHours ? 'working hours' : 'hours'}, by ${moment(row.dueAt)}. We did not keep that promise, and we are sorry.`,
      ),
      ...(row.givenBack
        ? [
            paragraph(
              'You have one support request back. It stays on your account and is used once the requests of your plan are used up.',
            ),
          ]
        : []),
      paragraph(whatNow(row)),
    ],
    button: 'See your request',
  }),
};

/** Quote only the title to an unverified address. */
function received(mailed: MailedRequest, { supportHours }: LetterDeps): Written {
  const { row } = mailed;
  const isOwn = isOwnAddress(mailed);
  return {
    subject: `We have your request: ${shortTitle(row)}`,
    title: 'We have your request',
    preheader: `The first answer is due by ${moment(row.dueAt)}.`,
    blocks: [
      facts([
        ['Request', isOwn ? row.requestTitle : shortTitle(row)],
        ['App', isOwn ? row.appName : ''],
        ['App URL', isOwn ? row.appUrl : ''],
        ['First answer due by', moment(row.dueAt)],
      ]),
      paragraph(
        `Your plan promises a first answer within ${row.promisedHours} hours. `,
        supportHours ? `Those are hours in which support works: ${supportHours}. ` : '',
        'If we are late, you get one support request back',
        // A plan without a limit gets no extra request now; it is kept for a limited plan.
        row.countedAs === 'developer' ? ', kept for a plan that has a limit.' : '.',
      ),
      ...(isOwn ? row.issueDescriptions.map((issue) => quote(issue)) : []),
    ],
    button: 'See your request',
  };
}

function whatNow({ firstAnsweredAt, waitingSince }: MailedRequest['row']): string {
  if (firstAnsweredAt) return 'The answer has come since, and stands in the thread.';
  if (waitingSince) return 'We have a question for you, which stands in the thread.';
  return 'Your request now comes before all others.';
}
