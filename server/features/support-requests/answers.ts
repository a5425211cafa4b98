import { createHash } from 'node:crypto';
import { AppError } from '#server/app-error.ts';
import type { Transaction } from '#server/database/connect.ts';
import { countedKey, type Limit } from '#server/http/limits.ts';
import type { LinkedThread } from '#shared/contracts/support-threads.ts';
import { reopenableUntil, reopenDays } from '#shared/rules/support/status.ts';
import type { AttachmentService, ReadFile } from './attachments/service.ts';
import { checkMessage } from './checked-fields.ts';
import type { StoredMails } from './inbound/stored-mails.ts';
import type { SupportMail } from './mails/support-mail.ts';
import { type Link, type OwnerRow, type RequestRepository, record } from './repository.ts';
import { type RequestRow, toMessage } from './requests-as-jobs.ts';
import { describeSla, resumeSla } from './sla/sla.ts';
import type { SlaClock } from './sla/sla-clock.ts';

/** Author of an answer; `id` is null for the link of a mail. */
type Author = { id: string | null; name: string };

export type AnswerDeps = {
  repository: RequestRepository;
  clock: SlaClock;
  attachments: Pick<AttachmentService, 'bindToMessage' | 'listForMessages' | 'readInThread'>;
  mails: StoredMails;
  enqueueMail: (transaction: Transaction, mail: SupportMail) => Promise<void>;
  now: () => Date;
};

export type Answer = {
  id: string;
  text: string;
  attachmentIds?: string[] | undefined;
  /** Stored with it, once. */
  alongside?: (transaction: Transaction) => Promise<void>;
};

/**
 * Adds the customer's answer to a thread, resumes or starts the SLA and mails us. `authorOf` runs while the rows are locked.
 * @throws AppError job_not_found, request_closed, request_text_long, body_invalid for another message's id, what binding
 *   attachments throws, and what `authorOf` throws.
 */
export async function writeAnswer(
  { repository, clock, attachments, enqueueMail, now }: AnswerDeps,
  { ownerId, id: requestId }: { ownerId: string; id: string },
  authorOf: (owner: OwnerRow, row: RequestRow) => Author,
  { id, text, attachmentIds: ids = [], alongside }: Answer,
): Promise<void> {
  const checked = checkMessage(text);
  await repository.transaction(async (transaction) => {
    const found = await repository.lockRequest(transaction, ownerId, requestId);
    if (!found) throw new AppError('job_not_found');
    const { owner, row } = found;
    const author = authorOf(owner, row);
    const createdAt = now();
    const message = { id, requestId, kind: 'customer' as const, text: checked, createdAt };
    const isNew = await repository.addMessage(transaction, {
      ...message,
      authorId: author.id,
      authorName: author.name,
    });
    // It has had its effect already, and it keeps its first text and files.
    if (!isNew) return;
    if (row.resolvedAt && createdAt > reopenableUntil(row.resolvedAt.toISOString()))
      throw new AppError('request_closed', { days: reopenDays });
    const binding = { ownerId, uploadedBy: ownerId, requestId, messageId: id, ids };
    await attachments.bindToMessage(transaction, binding);
    await alongside?.(transaction);
    await repository.saveRequest(transaction, requestId, {
      ...resumeSla(clock, row, createdAt),
      waitingSince: null,
      customerWaitsSince: row.customerWaitsSince ?? createdAt,
      resolvedAt: null,
      // An answer follows what was read before.
      customerSeenAt: createdAt,
      updatedAt: createdAt,
    });
    const entry = { requestId, actor: 'customer' as const, actorId: author.id, actorName: author.name };
    await record(transaction, { ...entry, action: 'customer_answered', createdAt });
    if (row.resolvedAt) await record(transaction, { ...entry, action: 'reopened', createdAt });
    const reopened = row.resolvedAt !== null;
    await enqueueMail(transaction, { kind: 'customer_answered', requestId, messageId: id, reopened });
  });
}

export type LinkedThreadService = ReturnType<typeof linkedThreadService>;

type LinkedThreadServiceDeps = AnswerDeps & {
  /** Invalid links of one network address. Valid ones are not counted: the page polls. */
  wrongLimit: Limit;
  /** Answers through one link from one network address. */
  answerLimit: Limit;
  /** Files read through one link from one network address. */
  fileLimit: Limit;
};

/** Days after which the link of a resolved request expires. */
const linkDays = 90;
const dayMs = 86_400_000;

/** The thread of a request by the link of its mails, without a login and without the account. */
export function linkedThreadService({
  wrongLimit,
  answerLimit,
  fileLimit,
  ...deps
}: LinkedThreadServiceDeps) {
  const { repository, attachments, mails, now } = deps;

  async function findLink(token: string): Promise<Link> {
    const link = await repository.findLink(token);
    if (!link || !isValidLink(link, token, now())) throw new AppError('thread_link_invalid');
    return link;
  }

  async function readThread(token: string): Promise<LinkedThread> {
    const thread = await repository.findLinkedThread(token);
    if (!thread || !isValidLink(thread.row, token, now())) throw new AppError('thread_link_invalid');
    const { row } = thread;
    const files = await attachments.listForMessages(row.id);
    return {
      appName: row.appName,
      requestTitle: row.requestTitle,
      issueDescriptions: row.issueDescriptions,
      created_at: row.createdAt.toISOString(),
      resolvedAt: row.resolvedAt?.toISOString() ?? null,
      waitingForCustomer: row.waitingSince !== null,
      due: describeSla(row),
      messages: thread.messages.map((message) => ({
        ...toMessage({ ...message, hasMail: false }, files.get(message.id) ?? []),
        // Not the name of the account.
        ...(message.kind === 'customer' && { author: 'You' }),
      })),
    };
  }

  /** Counts invalid links. */
  async function follow<T>(token: string, address: string, work: () => Promise<T>): Promise<T> {
    try {
      if (!isToken(token)) throw new AppError('thread_link_invalid');
      return await work();
    } catch (error) {
      if (error instanceof AppError && error.code === 'thread_link_invalid') await wrongLimit.take(address);
      throw error;
    }
  }

  return {
    /** @throws AppError thread_link_invalid, too_many_requests after many of these. */
    read(token: string, address: string): Promise<LinkedThread> {
      return follow(token, address, () => readThread(token));
    },

    /** Words of a mail that was not added. @throws AppError as `read` does. */
    readUnadded(token: string, mailId: string, address: string): Promise<string> {
      return follow(token, address, async () => {
        const link = await findLink(token);
        return mails.readUnadded(link.id, mailId);
      });
    },

    /** A file of a message. @throws AppError as `read` does; attachment_not_found, too_many_requests. */
    readFile(token: string, id: string, address: string): Promise<ReadFile> {
      return follow(token, address, async () => {
        const link = await findLink(token);
        await fileLimit.take(`${fingerprint(token)} ${countedKey(address)}`);
        return attachments.readInThread(link.id, id);
      });
    },

    /** @throws AppError as `read` does; request_closed, request_text_long, too_many_messages. */
    answer(token: string, message: { id: string; text: string }, address: string): Promise<LinkedThread> {
      return follow(token, address, async () => {
        const link = await findLink(token);
        await answerLimit.take(`${fingerprint(token)} ${countedKey(address)}`);
        await writeAnswer(
          deps,
          link,
          (_owner, row) => {
            // The contact address may have changed since the link was read.
            if (!isValidLink(row, token, now())) throw new AppError('thread_link_invalid');
            // The mail went to this address; which of its readers answers is unknown.
            return { id: null, name: row.email };
          },
          message,
        );
        return readThread(token);
      });
    },
  };
}

function isValidLink({ answerToken, resolvedAt }: Link, token: string, now: Date): boolean {
  const isOver = resolvedAt && now.getTime() - resolvedAt.getTime() > linkDays * dayMs;
  return answerToken === token && !isOver;
}

/** 32 random bytes as base64url; nothing else needs to be looked up. */
function isToken(token: string): boolean {
  return /^[\w-]{43}$/.test(token);
}

/** Counts are stored, and links open threads. */
function fingerprint(token: string): string {
  return createHash('sha256').update(token).digest('hex').slice(0, 32);
}
