import { and, eq, inArray } from 'drizzle-orm';
import type { Logger } from 'pino';
import { AppError } from '#server/app-error.ts';
import { type Database, inTransaction, type Transaction } from '#server/database/connect.ts';
import { supportMessages } from '#server/database/tables.ts';
import { addAttachment } from '#server/features/support-requests/attachments/attachments.ts';
import { checkMessage } from '#server/features/support-requests/checked-fields.ts';
import type { LetterDeps } from '#server/features/support-requests/mails/letters.ts';
import { enqueueMail } from '#server/features/support-requests/mails/send-mail.ts';
import {
  findMailedRequest,
  type MailedRequest,
} from '#server/features/support-requests/mails/support-mail.ts';
import { addMessage, bySystem, type OwnerRow, record } from '#server/features/support-requests/repository.ts';
import type { MessageRow, RequestRow } from '#server/features/support-requests/requests-as-jobs.ts';
import type { StoreDeps, SupportDeps } from '#server/features/support-requests/support-deps.ts';
import { writeAnswer } from '#server/features/support-requests/write-answer.ts';
import { isWithin, type Limit } from '#server/http/limits.ts';
import { mailLimit as mostBytes } from '#server/integrations/mailbox/port.ts';
import { attachmentsAllowed } from '#shared/contracts/support-requests/attachments.ts';
import { maskSecrets } from '#shared/rules/secrets/mask-secrets.ts';
import { preview } from '#shared/rules/text/plain-text.ts';
import { looksLikeProgram, type OurMails } from './mails-of-programs.ts';
import { type OurWords, ownWords, withoutLinks } from './own-words.ts';
import { htmlText, type ReadMail, readMail, readRecipients } from './read-mail.ts';
import { type AddressedRequest, findAddressed, type ReplyAddresses } from './reply-address.ts';
import { addMail, hasMail, putMail } from './stored-mails.ts';

export type InboundMailDeps = SupportDeps & {
  addresses: ReplyAddresses;
  /** As our mails name it. */
  sender: { name: string; address: string };
  letters: LetterDeps;
  /** Answers to one request by mail. */
  mailLimit: Limit;
  /** Notices to one request's contact about mails of other senders. */
  otherSenderLimit: Limit;
};

/** True for a mail, by its headers alone, that names a signed address, true or forged. */
export async function isForRequest({ addresses }: InboundMailDeps, headers: Uint8Array): Promise<boolean> {
  return findAddressed(addresses, await readRecipients(headers)) !== null;
}

/**
 * Adds a mail to the thread that its address names. Those to unknown addresses are dropped without a word; all others
 * leave a line in the history. One that comes again changes nothing. Of a mail that is too large only the headers are
 * given.
 * @throws AppError too_many_messages, attachment_store_down: it may come again later.
 */
export async function receiveMail(
  deps: InboundMailDeps,
  raw: Uint8Array,
  { isTooLarge = false, arrivedAt = deps.now() } = {},
): Promise<void> {
  const { database, mailLimit, otherSenderLimit } = deps;
  const found = await findNamed(deps, raw);
  if (!found) return;
  const { mail, isReadable, named, sender, row } = found;
  const { id: requestId, ownerId } = row;
  if (await hasMail(database, requestId, mail.id)) return;
  const isCurrent = named.isFor(row);
  // Counted apart: a reader of an older mail can't keep the contact from writing.
  await mailLimit.take(isCurrent ? requestId : `${requestId} older address`);
  const refused = { requestId, id: mail.id, from: mail.from };
  const ofProgram = { action: 'mail_of_program' as const, to: preview(mail.subject, 100) };
  if (mail.program === 'mail server') {
    const isBounce = isCurrent && mail.undelivered.some((address) => isSame(address, row.email));
    return keepOut(deps, refused, isBounce ? { action: 'mail_undelivered', to: row.email } : ofProgram);
  }
  const refuse = (to: string, words: Partial<RefusedMail>, isTold = true) =>
    keepOut(deps, { ...refused, ...words }, { action: 'mail_not_added', to, notice: isTold ? to : null });
  if (isCurrent && !mail.program && sender !== undefined && (isTooLarge || !isReadable))
    return refuse(isTooLarge ? tooLarge : unreadable, {});
  const { ours, own, text } = await carriedWords(deps, found, mail);
  const words = { text, file: isReadable ? await putMail(deps.files, requestId, mail.id, raw) : null };
  if (mail.program || looksLikeProgram({ ...mail, arrivedAt }, ours))
    return keepOut(deps, { ...refused, ...words }, ofProgram);
  if (!isCurrent) return refuse(olderAddress, words, false);
  // A program that answers such notices from its own address gets no second one soon.
  if (sender === undefined) return refuse(otherSender, words, await isWithin(otherSenderLimit, requestId));
  const { ids, refused: files } = await storeFiles(deps, ownerId, mail);
  const isEmpty = own === '' && ids.length === 0;
  if (mail.wrapped && !isEmpty) files.push(whyEmpty(mail));
  const answer = { id: mail.id, text: own, attachmentIds: ids };
  const stored = { file: words.file, reason: files.join('\n') };
  const problem = isEmpty ? whyEmpty(mail) : await addAnswer(deps, { row, named, sender }, answer, stored);
  if (problem !== null) await refuse([problem, ...files].join('\n'), words, problem !== olderAddress);
}

/**
 * Says in the request that a mail to it could not be handled for good, and to its sender if that is the contact; with its
 * words, unless they are what failed.
 */
export async function giveUpMail(deps: InboundMailDeps, raw: Uint8Array): Promise<void> {
  const found = await findNamed(deps, raw);
  if (!found) return;
  const { mail, isReadable, named, sender, row } = found;
  const refused = { requestId: row.id, id: mail.id, from: mail.from };
  const notice = sender !== undefined && named.isFor(row) && mail.program === null ? unhandled : null;
  const refusal = { action: 'mail_not_added' as const, to: unhandled, notice };
  try {
    const { text } = await carriedWords(deps, found, mail);
    const file = isReadable ? await putMail(deps.files, row.id, mail.id, raw).catch(() => null) : null;
    await keepOut(deps, { ...refused, text, file }, refusal);
  } catch (err) {
    deps.log.warn({ err }, 'the words of a mail could not be stored');
    await keepOut(deps, refused, refusal);
  }
}

type NamedMail = MailedRequest & {
  mail: ReadMail;
  isReadable: boolean;
  named: AddressedRequest;
  /** The contact or the owner, if it is one of them. */
  sender: string | undefined;
};

/** A mail with the request that its signed address names; null for every other one. */
async function findNamed(
  { database, addresses, log }: InboundMailDeps,
  raw: Uint8Array,
): Promise<NamedMail | null> {
  const read = await readAsFarAsPossible(raw, log);
  const named = read && findAddressed(addresses, read.mail.recipients);
  const found =
    named && (await findMailedRequest(database, { kind: 'received', requestId: named.requestId }));
  if (!found) return null;
  const { row, owner } = found;
  const sender = [row.email, owner.email].find((address) => isSame(address, read.mail.from));
  return { ...found, ...read, named, sender };
}

/** Its own words; all of it if nothing is left as its own. */
async function carriedWords(deps: InboundMailDeps, mailed: MailedRequest, { text: all }: ReadMail) {
  const ours = await listOurs(deps, mailed);
  const own = ownWords(all, ours);
  return { ours, own, text: maskSecrets((own || withoutLinks(all, ours)).slice(0, mostWords)).text };
}

/** All that we sent in the thread: to know our words in a mail, and whether a program answers. */
async function listOurs(
  { database, addresses, sender, letters: letterDeps }: InboundMailDeps,
  mailed: MailedRequest,
): Promise<OurWords & OurMails> {
  const { id, issueDescriptions, answerToken, createdAt, resolvedAt } = mailed.row;
  const sent = await listSent(database, id);
  const { lettersTo } = await import('#server/features/support-requests/mails/letters.ts');
  const authors = [...new Set(sent.map(({ authorName }) => authorName))];
  const letters = lettersTo(mailed, authors, letterDeps);
  return {
    messages: [...sent.map((message) => message.text), ...issueDescriptions],
    letters: letters.flatMap(({ text, html = '' }) => [text, htmlText(html)]),
    address: new RegExp(`(?:${addresses.inText.source}|${RegExp.escape(sender.address)})`, 'i'),
    name: sender.name,
    token: answerToken,
    subjects: letters.map(({ subject }) => subject),
    times: [createdAt, ...sent.map((message) => message.createdAt), ...(resolvedAt ? [resolvedAt] : [])],
  };
}

/** Messages of agents that went to the request's contact. */
function listSent({ sql: db }: Database, requestId: string): Promise<MessageRow[]> {
  const isSent = inArray(supportMessages.kind, ['reply', 'question']);
  return db
    .select()
    .from(supportMessages)
    .where(and(eq(supportMessages.requestId, requestId), isSent));
}

/** Stores the mail with its answer. @returns the reason why it can't be added; null when it was. */
async function addAnswer(
  deps: InboundMailDeps,
  { row, named, sender }: { row: RequestRow; named: AddressedRequest; sender: string },
  answer: { id: string; text: string; attachmentIds: string[] },
  { file, reason }: { file: string | null; reason: string },
): Promise<string | null> {
  const { id: requestId, ownerId } = row;
  const { id } = answer;
  const author = (_owner: OwnerRow, current: RequestRow) => {
    // The contact address may have changed meanwhile.
    if (!named.isFor(current)) throw new AppError('thread_link_invalid');
    return { id: null, name: sender };
  };
  const alongside = async (transaction: Transaction) => {
    await addMail(transaction, { id, requestId, file, text: '', createdAt: deps.now() });
    if (reason) await enqueueMail(deps, transaction, { kind: 'not_added', requestId, messageId: id, reason });
  };
  try {
    await writeAnswer(deps, { ownerId, id: requestId }, author, { ...answer, alongside });
    return null;
  } catch (error) {
    if (!isForSender(error)) throw error;
    return error.code === 'thread_link_invalid' ? olderAddress : error.message;
  }
}

/** A mail that can't be read as far as its headers say; null for none, which trying again would not change. */
async function readAsFarAsPossible(raw: Uint8Array, log: Logger) {
  try {
    return { mail: await readMail(raw), isReadable: true };
  } catch (err) {
    log.warn({ err }, 'a mail could not be read');
  }
  return readMail(headersIn(raw)).then(
    (mail) => ({ mail, isReadable: false }),
    () => null,
  );
}

/**
 * Writes into the history what became of a mail. With a `notice` its words go to the contact, and to nobody else; without
 * one agents read them as a note.
 */
async function keepOut(
  deps: InboundMailDeps,
  mail: RefusedMail,
  { action, to, notice = null }: Refusal,
): Promise<void> {
  const { requestId, id, from, text = '', file = null } = mail;
  const note = notice ? '' : checkMessage(text.slice(0, mostOfNote));
  await inTransaction(deps.database, async (transaction) => {
    const createdAt = deps.now();
    if (!(await addMail(transaction, { id, requestId, file, text: notice ? text : '', createdAt }))) return;
    await record(transaction, { ...bySystem(requestId), action, from, to, createdAt });
    const authorName = from || 'unknown sender';
    const message = { id, requestId, authorId: null, authorName, text: note, createdAt };
    if (note) await addMessage(transaction, { ...message, kind: 'note' });
    if (notice)
      await enqueueMail(deps, transaction, { kind: 'not_added', requestId, messageId: id, reason: notice });
  });
}

/** Stores what can be stored; `refused` says why the rest can't. */
async function storeFiles(deps: StoreDeps, ownerId: string, mail: ReadMail) {
  const files = mail.wrapped === 'encrypted' ? [] : mail.files;
  const ids: string[] = [];
  const refused: string[] = [];
  for (const { name, bytes } of files) {
    try {
      if (ids.length === attachmentsAllowed) throw new AppError('attachments_full');
      ids.push((await addAttachment(deps, ownerId, name, bytes)).attachment.id);
    } catch (error) {
      if (!isForSender(error)) throw error;
      refused.push(`"${name}": ${error.message}`);
    }
  }
  return { ids, refused };
}

type RefusedMail = {
  requestId: string;
  id: string;
  from: string;
  text?: string;
  file?: string | null;
};

type Refusal = {
  action: 'mail_not_added' | 'mail_of_program' | 'mail_undelivered';
  to: string;
  notice?: string | null;
};

/** Most UTF-16 units of a mail's words that agents read as a note; behind it they find the whole mail. */
const mostOfNote = 10_000;

/** Most UTF-16 units that a notice carries back. */
const mostWords = 100_000;

const olderAddress = 'It came to an address that is no longer valid.';
const unreadable = 'It could not be read. Please send it as plain text.';
const otherSender = 'It came from another address than the one of the request.';
const unhandled = 'It could not be added for two days. Please send it again.';
const tooLarge = `It was larger than ${mostBytes / 1024 / 1024} MB.`;

function whyEmpty({ wrapped }: ReadMail): string {
  if (wrapped === 'encrypted')
    return 'It is encrypted, and we cannot open it. Please send it without encryption.';
  if (wrapped === 'signed') return 'Its signature hides its text. Please send it without a signature.';
  return 'It held no text above what it quoted.';
}

/** A refusal that trying again would not change. */
function isForSender(error: unknown): error is AppError {
  return error instanceof AppError && error.status < 500 && error.status !== 429;
}

/** Up to the first empty line. */
function headersIn(raw: Uint8Array): Uint8Array {
  const end = /\r?\n\r?\n/.exec(Buffer.from(raw).toString('latin1'))?.index;
  return raw.subarray(0, end);
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
