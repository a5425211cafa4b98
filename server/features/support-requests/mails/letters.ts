import { createHash } from 'node:crypto';
import type { ReactElement } from 'react';
import type { MailMessage } from '#server/integrations/mail/port.ts';
import { facts, linkButton, paragraph, quote } from '#server/mail/blocks.ts';
import { renderLetter } from '#server/mail/render-letter.ts';
import { productName } from '#shared/rules/product.ts';
import { inboxPath } from '#shared/rules/suite-paths.ts';
import { reopenDays } from '#shared/rules/support/status.ts';
import { preview } from '#shared/rules/text/plain-text.ts';
import type { CustomerMailKind, MailedRequest, Recipient, SupportMail } from './support-mail.ts';

export type LetterDeps = {
  siteUrl: () => string;
  supportEmail: string;
  /** Address for an answer by mail; null where there is none. */
  replyAddressFor: (row: MailedRequest['row']) => string | null;
  /** When support works, in words; null for always. */
  supportHours: string | null;
};

type Written = {
  title: string;
  preheader: string;
  blocks: ReactElement[];
  button: string;
};

/**
 * Mail to the request's contact address, with the link to its thread. All of one request are a conversation: each names
 * those before it and, by its Message-ID, the customer's mail that it answers.
 */
export function customerMail(
  kind: CustomerMailKind,
  mailed: MailedRequest,
  deps: LetterDeps,
  answeredId: string | null = null,
): MailMessage {
  const { row } = mailed;
  const { siteUrl, supportEmail, replyAddressFor } = deps;
  const replyAddress = replyAddressFor(row);
  const { title, preheader, blocks, button } = write[kind](mailed, deps);
  return {
    to: row.email,
    replyTo: replyAddress ?? supportEmail,
    ...(replyAddress && { bounceTo: replyAddress }),
    id: mailId(kind, mailed, 'customer'),
    references: kind === 'received' ? [] : [...earlierIds(mailed), ...(answeredId ? [answeredId] : [])],
    isPersonal: isConversation(kind),
    // A mail program shows other subjects as other conversations.
    subject: `${kind === 'received' ? '' : 'Re: '}${subject(mailed)}`,
    ...renderLetter({
      title,
      preheader,
      blocks: [
        ...blocks,
        ...(replyAddress && isConversation(kind) ? [paragraph('You can answer this mail.')] : []),
        // After the #, which no proxy sees.
        linkButton(button, `${siteUrl()}/support-answer#token=${row.answerToken}${unadded(mailed)}`),
        paragraph('Anyone with this link can read and answer your request.'),
      ],
      reason: reasonAndOptOut(mailed, deps),
    }),
  };
}

/** Letters as they went to the request's contact, with another message in place of each. */
export function lettersTo(mailed: MailedRequest, authors: string[], deps: LetterDeps): MailMessage[] {
  const from = (authorName: string) => ({ authorName, text: '' }) as MailedRequest['message'];
  return [
    customerMail('received', mailed, deps),
    customerMail('resolved', mailed, deps),
    customerMail('broken', mailed, deps),
    ...authors.flatMap((name) => [
      customerMail('waiting', { ...mailed, message: from(name) }, deps),
      customerMail('answer', { ...mailed, message: from(name), isResolving: true }, deps),
    ]),
  ];
}

/** Opens the thread with the words of the mail in its field. */
function unadded({ notAdded }: MailedRequest): string {
  return notAdded?.text ? `&mail=${notAdded.mailId}` : '';
}

function earlierIds({ row, sent }: MailedRequest): string[] {
  const answers = sent.map((message) =>
    mailId(message.kind === 'question' ? 'waiting' : 'answer', { row, message }, 'customer'),
  );
  return [mailId('received', { row }, 'customer'), ...answers];
}

/** An address that may be a stranger's gets no words of the sender in it. */
function subject(mailed: MailedRequest): string {
  return isOwnAddress(mailed) ? `We have your request: ${shortTitle(mailed.row)}` : 'We have your request';
}

const isConversation = (kind: CustomerMailKind) => kind === 'answer' || kind === 'waiting';

/** The contact address may belong to someone else. */
function isOwnAddress({ row, owner }: MailedRequest): boolean {
  return row.email.toLowerCase() === owner.email.toLowerCase();
}

function reasonAndOptOut(mailed: MailedRequest, { siteUrl, supportEmail }: LetterDeps): string {
  const why = `Sent because ${mailed.row.email} is a support contact at ${productName}. Stop such mails: ${siteUrl()}/settings`;
  if (isOwnAddress(mailed)) return why;
  return `${why} Not yours? Write to ${supportEmail}.`;
}

const write: Record<CustomerMailKind, (mailed: MailedRequest, deps: LetterDeps) => Written> = {
  received,
  answer: ({ row, message, filesLeftOut, isResolving }) => ({
    title: `${message?.authorName || 'Support'} answered your request`,
    preheader: preview(message?.text ?? '', 120),
    blocks: [
      paragraph(`About "${row.requestTitle}":`),
      ...wordsOf(message, filesLeftOut),
      ...(isResolving ? [paragraph(`It is resolved now. ${reopening}`)] : []),
    ],
    button: 'Read and answer',
  }),
  waiting: ({ row, message, filesLeftOut }) => ({
    title: `${message?.authorName || 'Support'} needs something from you`,
    preheader: preview(message?.text ?? '', 120),
    blocks: [
      paragraph(`About "${row.requestTitle}":`),
      ...wordsOf(message, filesLeftOut),
      paragraph('We wait for your answer.', row.pausedAt ? ' Our time for an answer pauses until then.' : ''),
    ],
    button: 'Answer the question',
  }),
  not_added: ({ row, message, notAdded }) => ({
    title: message ? 'Some of your mail was not added' : 'Your mail was not added',
    preheader: preview(notAdded?.reason ?? '', 120),
    blocks: [
      paragraph(`About "${shortTitle(row)}":`),
      ...(notAdded?.reason ?? '').split('\n').map((reason) => paragraph(reason)),
      ...(notAdded?.text ? [quote(notAdded.text)] : []),
    ],
    button: notAdded?.text ? 'Add your words to the thread' : 'Answer in the thread',
  }),
  resolved: ({ row }) => ({
    title: 'Your request is resolved',
    preheader: `If something is still wrong, answer within ${reopenDays} days.`,
    blocks: [paragraph(`"${row.requestTitle}" is resolved.`), paragraph(reopening)],
    button: 'Read the thread',
  }),
  broken: ({ row }) => ({
    title: 'We did not keep our promise',
    preheader: `The answer was due by ${moment(row.dueAt)}.`,
    blocks: [
      paragraph(`The answer to "${row.requestTitle}" was due by ${moment(row.dueAt)}. We are sorry.`),
      ...(row.givenBack ? [paragraph('You have one request back, used after those of your plan.')] : []),
      paragraph(nextStep(row)),
    ],
    button: 'See your request',
  }),
};

/** The message, and the files that its mail does not carry. */
function wordsOf(message: MailedRequest['message'], filesLeftOut: string[]): ReactElement[] {
  const leftOut = `Not in this mail, to download in your request: ${filesLeftOut.join(', ')}`;
  return [
    message?.text ? quote(message.text) : paragraph('See the files.'),
    ...(filesLeftOut.length > 0 ? [paragraph(leftOut)] : []),
  ];
}

const reopening = `Something still wrong? Answer within ${reopenDays} days, and the request opens again.`;

/** An address that may be a stranger's gets only the title of the sender's words. */
function received(mailed: MailedRequest, { supportHours }: LetterDeps): Written {
  const { row } = mailed;
  const isOwn = isOwnAddress(mailed);
  return {
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
        supportHours ? `Support works ${supportHours}. ` : '',
        'If we are late, you get one request back',
        // A plan without a limit gets no extra request now; it is kept for a limited plan.
        row.countedAs === 'developer' ? ', for a plan with a limit.' : '.',
      ),
      ...(isOwn ? row.issueDescriptions.map((issue) => quote(issue)) : []),
    ],
    button: 'See your request',
  };
}

function nextStep({ firstAnsweredAt, waitingSince }: MailedRequest['row']): string {
  if (firstAnsweredAt) return 'The answer has come since.';
  if (waitingSince) return 'We have a question for you in the thread.';
  return 'Your request now comes before all others.';
}

type TeamMailTask = Pick<SupportMail, 'kind' | 'reopened'> & { to: Recipient; recipient: string };

/** Mail to the team or to an agent: about a request that needs somebody. */
export function teamMail(
  { kind, reopened = false, to, recipient }: TeamMailTask,
  mailed: MailedRequest,
  { siteUrl }: LetterDeps,
): MailMessage {
  const { row, owner } = mailed;
  const isLate = kind === 'broken';
  const { subject, title, blocks } = partsOf(kind, reopened, mailed);
  const dueLabel =
    kind === 'received' ? 'First answer due by' : isLate ? 'Answer was due by' : 'Answer due by';
  return {
    to: recipient,
    id: [mailId(kind, mailed, to), ...(to === 'agent' ? [fingerprint(recipient)] : [])].join('-'),
    references: kind === 'received' ? [] : [mailId('received', { row }, 'support')],
    // It says what there is to do, which a team sorts by.
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
          [dueLabel, moment(row.dueAt)],
          ['Promised', `within ${row.promisedHours} hours`],
        ]),
        ...blocks,
        paragraph('Answer in the inbox: a reply to this mail reaches no customer.'),
        linkButton('Open it in the inbox', `${siteUrl()}${inboxPath}/${row.id}`),
      ],
      reason: `Sent because ${recipient} ${to === 'agent' ? 'answers' : 'receives'} support requests of ${productName}.`,
    }),
  };
}

type TeamMailParts = { subject: string; title: string; blocks: ReactElement[] };

function partsOf(
  kind: SupportMail['kind'],
  reopened: boolean,
  { row, message }: MailedRequest,
): TeamMailParts {
  if (kind === 'broken') {
    const blocks = [paragraph('The customer has got one support request back.')];
    return { subject: 'Late', title: 'A promise was broken', blocks };
  }
  if (kind === 'due_soon') return { subject: 'Due soon', title: 'An answer is due soon', blocks: [] };
  if (kind === 'assigned') return { subject: 'Yours now', title: 'A request was given to you', blocks: [] };
  if (kind === 'customer_answered') {
    const blocks = [quote(message?.text ?? '')];
    return reopened
      ? { subject: 'Reopened', title: 'A customer opened a resolved request again', blocks }
      : { subject: 'Customer answered', title: 'A customer answered', blocks };
  }
  const blocks = row.issueDescriptions.map((issue) => quote(issue));
  return { subject: 'New request', title: 'A new support request', blocks };
}

/** A subject's share of the title, in the direction of the subject. */
function shortTitle({ requestTitle }: MailedRequest['row']): string {
  return preview(requestTitle.replace(/\p{Bidi_Control}/gu, ''), 100);
}

function moment(at: Date): string {
  const form = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
  return `${form.format(at)} UTC`;
}

type NamedMail = Pick<MailedRequest, 'row'> &
  Partial<Pick<MailedRequest, 'notAdded'>> & { message?: { id: string } | null };

/** The same for each try of one mail; a request can be late, resolved, and confirmed to a new address, more than once. */
function mailId(kind: SupportMail['kind'], { row, message, notAdded }: NamedMail, to: Recipient): string {
  if (notAdded) return `support-${kind}-${row.id}-${fingerprint(`${notAdded.mailId} ${notAdded.reason}`)}`;
  const which = () => {
    if (kind === 'resolved') return row.resolvedAt?.getTime();
    if (kind === 'broken' || kind === 'due_soon') return row.dueAt.getTime();
    if (kind === 'received' && to === 'customer') return fingerprint(`${row.email} ${row.answerToken}`);
    return message?.id;
  };
  return ['support', kind, to, row.id, which()].filter((part) => part !== undefined).join('-');
}

/** Mail ids are public, so they contain neither the address nor the link. */
function fingerprint(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
