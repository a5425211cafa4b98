import type { Logger } from 'pino';
import { AppError } from '#server/app-error.ts';
import type { Transaction } from '#server/database/connect.ts';
import { type AnswerDeps, writeAnswer } from '#server/features/support-requests/answers.ts';
import type { AttachmentService } from '#server/features/support-requests/attachments/service.ts';
import { checkMessage } from '#server/features/support-requests/checked-fields.ts';
import type { MailedRequest } from '#server/features/support-requests/mails/support-mail.ts';
import { type OwnerRow, record } from '#server/features/support-requests/repository.ts';
import type { RequestRow } from '#server/features/support-requests/requests-as-jobs.ts';
import type { Limit } from '#server/http/limits.ts';
import { mailLimit as mostBytes } from '#server/integrations/mailbox/port.ts';
import { attachmentsAllowed } from '#shared/contracts/attachments.ts';
import { maskSecrets } from '#shared/rules/secrets/mask-secrets.ts';
import { preview } from '#shared/rules/text/plain-text.ts';
import { looksLikeProgram, type OurMails } from './mails-of-programs.ts';
import { type OurWords, ownWords, withoutLinks } from './own-words.ts';
import { htmlText, type ReadMail, readMail, readRecipients } from './read-mail.ts';
import type { ReplyAddresses } from './reply-address.ts';

export type InboundMailService = ReturnType<typeof inboundMailService>;

type InboundMailServiceDeps = AnswerDeps & {
  attachments: AttachmentService;
  addresses: ReplyAddresses;
  /** As our mails name it. */
  sender: { name: string; address: string };
  /** The request with its owner; null when there is none. */
  findRequest: (requestId: string) => Promise<MailedRequest | null>;
  /** The letters around messages of these authors to the request's contact. */
  lettersTo: (mailed: MailedRequest, authors: string[]) => Promise<Letter[]>;
  /** Answers to one request by mail. */
  mailLimit: Limit;
  /** Notices to one request's contact about mails of other senders. */
  otherSenderLimit: Limit;
  log: Logger;
};

type Letter = { subject: string; text: string; html?: string };

/** Answers of customers that come as mails to the signed address of their request. */
export function inboundMailService(services: InboundMailServiceDeps) {
  const { addresses, sender, findRequest, lettersTo, ...deps } = services;
  const { repository, attachments, mails, enqueueMail, mailLimit, otherSenderLimit, log, now } = deps;

  /** Reads a mail; null for one that nobody can read, which trying again would not change. */
  async function readOrDrop(raw: Uint8Array): Promise<ReadMail | null> {
    try {
      return await readMail(raw);
    } catch (err) {
      log.warn({ err }, 'a mail could not be read and was dropped');
      return null;
    }
  }

  /** A mail with the request that its signed address names; null for every other one. */
  async function findNamed(raw: Uint8Array) {
    const mail = await readOrDrop(raw);
    const named = mail && addresses.find(mail.recipients);
    const found = named && (await findRequest(named.requestId));
    return found && named.isFor(found.row) ? { ...found, mail, named } : null;
  }

  /** Writes into the history what became of a mail; a `notice` also goes to the contact, and to nobody else. */
  async function keepOut(mail: RefusedMail, { action, to, notice }: Refusal): Promise<void> {
    const { requestId, id, from, text, file = null, note = '' } = mail;
    await repository.transaction(async (transaction) => {
      const createdAt = now();
      if (!(await mails.add(transaction, { id, requestId, file, text, createdAt }))) return;
      const system = { actor: 'system' as const, actorId: null, actorName: '' };
      await record(transaction, { ...system, requestId, action, from, to, createdAt });
      const message = { id, requestId, authorId: null, authorName: from, text: note, createdAt };
      if (note) await repository.addMessage(transaction, { ...message, kind: 'note' });
      if (notice)
        await enqueueMail(transaction, { kind: 'not_added', requestId, messageId: id, reason: notice });
    });
  }

  /** A program that answers such notices from its own address gets no second one soon. */
  async function mayTellOfOther(requestId: string): Promise<boolean> {
    try {
      await otherSenderLimit.take(requestId);
      return true;
    } catch (error) {
      if (error instanceof AppError) return false;
      throw error;
    }
  }

  /** All that we sent in the thread: to know our words in a mail, and whether a program answers. */
  async function listOurs(mailed: MailedRequest): Promise<OurWords & OurMails> {
    const { id, issueDescriptions, answerToken, createdAt, resolvedAt } = mailed.row;
    const sent = await repository.listSent(id);
    const letters = await lettersTo(mailed, [...new Set(sent.map(({ authorName }) => authorName))]);
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

  return {
    /** True for a mail, by its headers alone, that names a signed address, true or forged. */
    async isForRequest(headers: Uint8Array): Promise<boolean> {
      return addresses.find(await readRecipients(headers)) !== null;
    },

    /**
     * Adds a mail to the thread that its address names. Unreadable ones, and those to unknown or forged addresses, are
     * dropped without a word; all others leave a line in the history. One that comes again changes nothing. Of a mail that
     * is too large only the headers are given.
     * @throws AppError too_many_messages, attachment_store_down: it may come again later.
     */
    async receive(raw: Uint8Array, { isTooLarge = false } = {}): Promise<void> {
      const found = await findNamed(raw);
      if (!found) return;
      const { mail, named, row, owner } = found;
      const { id: requestId, ownerId } = row;
      if (await mails.has(requestId, mail.id)) return;
      await mailLimit.take(requestId);
      const refused = { requestId, id: mail.id, from: mail.from, text: '' };
      if (mail.isAutomatic) {
        const isBounce = mail.undelivered.some((address) => isSame(address, row.email));
        if (isBounce) return keepOut(refused, { action: 'mail_undelivered', to: row.email });
        return keepOut(refused, { action: 'mail_of_program', to: preview(mail.subject, 100) });
      }
      const refuse = (reason: string, words: Partial<RefusedMail>, notice: string | null = reason) =>
        keepOut({ ...refused, ...words }, { action: 'mail_not_added', to: reason, notice });
      const sender = [row.email, owner.email].find((address) => isSame(address, mail.from));
      if (isTooLarge && sender !== undefined) return refuse(tooLarge, {});
      const ours = await listOurs(found);
      const text = ownWords(mail.text, ours);
      const file = await mails.put(requestId, mail.id, raw);
      if (looksLikeProgram({ ...mail, arrivedAt: now() }, ours))
        return keepOut(
          { ...refused, file, note: checkMessage(text.slice(0, mostOfNote)) },
          { action: 'mail_of_program', to: preview(mail.subject, 100) },
        );
      // All of it comes back if nothing is left as its own.
      const carried = (text || withoutLinks(mail.text, ours)).slice(0, mostWords);
      const words = { file, text: maskSecrets(carried).text };
      if (sender === undefined)
        return refuse(otherSender, words, (await mayTellOfOther(requestId)) ? otherSender : null);
      const { ids, refused: files } = await storeFiles(attachments, ownerId, mail);
      const isEmpty = text === '' && ids.length === 0;
      if (mail.wrapped && !isEmpty) files.push(whyEmpty(mail));
      const problem = isEmpty ? whyEmpty(mail) : await add(sender);
      if (problem !== null) await refuse([problem, ...files].join('\n'), words);

      /** The reason why it can't be added; null when it was. */
      async function add(name: string): Promise<string | null> {
        const author = (_owner: OwnerRow, current: RequestRow) => {
          // The contact address may have changed meanwhile.
          if (!named.isFor(current)) throw new AppError('thread_link_invalid');
          return { id: null, name };
        };
        const { id } = refused;
        async function alongside(transaction: Transaction): Promise<void> {
          await mails.add(transaction, { id, requestId, file, text: '', createdAt: now() });
          const reason = files.join('\n');
          if (reason) await enqueueMail(transaction, { kind: 'not_added', requestId, messageId: id, reason });
        }
        try {
          const answer = { id, text, attachmentIds: ids, alongside };
          await writeAnswer(deps, { ownerId, id: requestId }, author, answer);
          return null;
        } catch (error) {
          if (!isForSender(error)) throw error;
          return error.code === 'thread_link_invalid' ? null : error.message;
        }
      }
    },

    /** Says in the request that a mail to it could not be handled for good, and to its sender if that is the contact. */
    async giveUp(raw: Uint8Array): Promise<void> {
      const found = await findNamed(raw);
      if (!found) return;
      const { mail, row, owner } = found;
      const refused = { requestId: row.id, id: mail.id, from: mail.from, text: '' };
      const isForContact = [row.email, owner.email].some((address) => isSame(address, mail.from));
      const notice = isForContact ? unhandled : null;
      await keepOut(refused, { action: 'mail_not_added', to: unhandled, notice });
    },
  };
}

/** Stores what can be stored; `refused` says why the rest can't. */
async function storeFiles(attachments: AttachmentService, ownerId: string, mail: ReadMail) {
  const files = mail.wrapped === 'encrypted' ? [] : mail.files;
  const ids: string[] = [];
  const refused: string[] = [];
  for (const { name, bytes } of files) {
    try {
      if (ids.length === attachmentsAllowed) throw new AppError('attachments_full');
      ids.push((await attachments.add(ownerId, name, bytes)).attachment.id);
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
  text: string;
  file?: string;
  /** Words that agents read in the thread. */
  note?: string;
};

type Refusal = {
  action: 'mail_not_added' | 'mail_of_program' | 'mail_undelivered';
  to: string;
  notice?: string | null;
};

/** Most UTF-16 units of a program's words that agents read beside the whole mail. */
const mostOfNote = 10_000;

/** Most UTF-16 units that a notice carries back. */
const mostWords = 100_000;

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

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
