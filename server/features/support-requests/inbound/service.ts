import type { Logger } from 'pino';
import { AppError } from '#server/app-error.ts';
import { type AnswerDeps, writeAnswer } from '#server/features/support-requests/answers.ts';
import type { AttachmentService } from '#server/features/support-requests/attachments/service.ts';
import type { MailedRequest } from '#server/features/support-requests/mails/support-mail.ts';
import type { OwnerRow } from '#server/features/support-requests/repository.ts';
import type { RequestRow } from '#server/features/support-requests/requests-as-jobs.ts';
import type { Limit } from '#server/http/limits.ts';
import { attachmentsAllowed } from '#shared/contracts/attachments.ts';
import { ownWords } from './own-words.ts';
import { htmlText, type ReadMail, readMail } from './read-mail.ts';
import type { ReplyAddresses } from './reply-address.ts';

export type InboundMailService = ReturnType<typeof inboundMailService>;

type InboundMailServiceDeps = AnswerDeps & {
  attachments: AttachmentService;
  addresses: ReplyAddresses;
  /** The request with its owner; null when there is none. */
  findRequest: (requestId: string) => Promise<MailedRequest | null>;
  /** The letters around messages of these authors to the request's contact. */
  lettersTo: (mailed: MailedRequest, authors: string[]) => Promise<{ text: string; html?: string }[]>;
  /** Answers to one request by mail. */
  mailLimit: Limit;
  /** Notices to one request's contact about mails of other senders. */
  otherSenderLimit: Limit;
  log: Logger;
};

/** Answers of customers that come as mails to the signed address of their request. */
export function inboundMailService({ addresses, findRequest, lettersTo, ...deps }: InboundMailServiceDeps) {
  const { repository, attachments, enqueueMail, mailLimit, otherSenderLimit, log } = deps;

  /** Tells the contact address, to whom the signed address was given, and nobody else. */
  async function sayNotAdded(requestId: string, mail: ReadMail, reason: string): Promise<void> {
    await repository.transaction((transaction) =>
      enqueueMail(transaction, { kind: 'not_added', requestId, messageId: mail.id, reason }),
    );
  }

  /** Reads a mail; null for one that nobody can read, which trying again would not change. */
  async function readOrDrop(raw: Uint8Array): Promise<ReadMail | null> {
    try {
      return await readMail(raw);
    } catch (err) {
      log.warn({ err }, 'a mail could not be read and was dropped');
      return null;
    }
  }

  /** A program that answers such notices from its own address gets no second one soon. */
  async function sayOtherSender(requestId: string, mail: ReadMail): Promise<void> {
    try {
      await otherSenderLimit.take(requestId);
    } catch (error) {
      if (error instanceof AppError) return;
      throw error;
    }
    await sayNotAdded(requestId, mail, 'It came from another address than the one of the request.');
  }

  /** Stores what can be stored; `refused` says why the rest can't. */
  async function storeFiles(ownerId: string, files: ReadMail['files']) {
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

  async function withoutOurs(mailed: MailedRequest, text: string): Promise<string> {
    const { id, issueDescriptions, answerToken } = mailed.row;
    const sent = await repository.listSent(id);
    const letters = await lettersTo(mailed, [...new Set(sent.map(({ authorName }) => authorName))]);
    return ownWords(text, {
      messages: [...sent.map((message) => message.text), ...issueDescriptions],
      letters: letters.flatMap(({ text, html = '' }) => [text, htmlText(html)]),
      address: addresses.inText,
      token: answerToken,
    });
  }

  return {
    /**
     * Adds a mail to the thread that its address names. Mails of programs, unreadable ones, and those to unknown or forged
     * addresses, are dropped without a word. One that comes again changes nothing.
     * @throws AppError too_many_messages, attachment_store_down: it may come again later.
     */
    async receive(raw: Uint8Array): Promise<void> {
      const mail = await readOrDrop(raw);
      if (!mail || mail.isAutomatic) return;
      const named = addresses.find(mail.recipients);
      const found = named && (await findRequest(named.requestId));
      if (!found || !named.isFor(found.row)) return;
      const { row, owner } = found;
      const { id: requestId, ownerId } = row;
      if (await repository.hasMessage(requestId, mail.id)) return;
      await mailLimit.take(requestId);
      const sender = [row.email, owner.email].find((address) => isSame(address, mail.from));
      if (sender === undefined) return sayOtherSender(requestId, mail);
      const text = await withoutOurs(found, mail.text);
      const { ids, refused } = await storeFiles(ownerId, mail.wrapped ? [] : mail.files);
      const isEmpty = text === '' && ids.length === 0;
      const problem = isEmpty ? whyEmpty(mail) : await add(sender);
      const reasons = [problem, ...refused].filter((reason) => reason !== null);
      if (reasons.length > 0) await sayNotAdded(requestId, mail, reasons.join('\n'));

      /** The reason why it can't be added; null when it was. */
      async function add(name: string): Promise<string | null> {
        const author = (_owner: OwnerRow, current: RequestRow) => {
          // The contact address may have changed meanwhile.
          if (!named?.isFor(current)) throw new AppError('thread_link_invalid');
          return { id: null, name };
        };
        const answer = { id: mail?.id ?? '', text, attachmentIds: ids };
        try {
          await writeAnswer(deps, { ownerId, id: requestId }, author, answer);
          return null;
        } catch (error) {
          if (!isForSender(error)) throw error;
          return error.code === 'thread_link_invalid' ? null : error.message;
        }
      }
    },
  };
}

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
