import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { AppError } from '#server/app-error.ts';
import { supportRequests } from '#server/database/tables.ts';
import { countedKey, type Limit } from '#server/http/limits.ts';
import type { LinkedThread } from '#shared/contracts/support-requests/support-threads.ts';
import { listForMessages, type ReadFile, readInThread } from './attachments/attachments.ts';
import { readUnaddedMail } from './inbound/stored-mails.ts';
import { findThread } from './repository.ts';
import { type RequestRow, toMessage } from './requests-as-jobs.ts';
import { describeSla } from './sla/sla.ts';
import type { SupportDeps } from './support-deps.ts';
import { writeAnswer } from './write-answer.ts';

type LinkDeps = SupportDeps & {
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

/**
 * The thread of a request by the link of its mails, without a login and without the account.
 * @throws AppError thread_link_invalid, too_many_requests after many of these.
 */
export function readLinkedThread(deps: LinkDeps, token: string, address: string): Promise<LinkedThread> {
  return countWrong(deps, token, address, () => readThread(deps, token));
}

/** Words of a mail that was not added. @throws AppError as `readLinkedThread` does. */
export function readLinkedMail(
  deps: LinkDeps,
  token: string,
  mailId: string,
  address: string,
): Promise<string> {
  return countWrong(deps, token, address, async () => {
    const link = await findLink(deps, token);
    return readUnaddedMail(deps, link.id, mailId);
  });
}

/** A file of a message. @throws AppError as `readLinkedThread` does; attachment_not_found, too_many_requests. */
export function readLinkedFile(
  deps: LinkDeps,
  token: string,
  id: string,
  address: string,
): Promise<ReadFile> {
  return countWrong(deps, token, address, async () => {
    const link = await findLink(deps, token);
    await deps.fileLimit.take(`${fingerprint(token)} ${countedKey(address)}`);
    return readInThread(deps, link.id, id);
  });
}

/** @throws AppError as `readLinkedThread` does; request_closed, request_text_long, too_many_messages. */
export function answerLinkedThread(
  deps: LinkDeps,
  token: string,
  message: { id: string; text: string },
  address: string,
): Promise<LinkedThread> {
  return countWrong(deps, token, address, async () => {
    const link = await findLink(deps, token);
    await deps.answerLimit.take(`${fingerprint(token)} ${countedKey(address)}`);
    await writeAnswer(
      deps,
      link,
      (_owner, row) => {
        // The contact address may have changed since the link was read.
        if (!isValidLink(row, token, deps.now())) throw new AppError('thread_link_invalid');
        // The mail went to this address; which of its readers answers is unknown.
        return { id: null, name: row.email };
      },
      message,
    );
    return readThread(deps, token);
  });
}

async function countWrong<T>(
  { wrongLimit }: LinkDeps,
  token: string,
  address: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    if (!isToken(token)) throw new AppError('thread_link_invalid');
    return await work();
  } catch (error) {
    if (error instanceof AppError && error.code === 'thread_link_invalid') await wrongLimit.take(address);
    throw error;
  }
}

async function readThread({ database, now }: LinkDeps, token: string): Promise<LinkedThread> {
  const thread = await findThread(database, { token });
  if (!thread || !isValidLink(thread.row, token, now())) throw new AppError('thread_link_invalid');
  const { row } = thread;
  const files = await listForMessages(database, row.id);
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

/** The request behind a mail's link, without its thread. */
async function findLink(
  { database, now }: LinkDeps,
  token: string,
): Promise<{ id: string; ownerId: string }> {
  const { id, ownerId, answerToken, resolvedAt } = supportRequests;
  const [link] = await database.sql
    .select({ id, ownerId, answerToken, resolvedAt })
    .from(supportRequests)
    .where(eq(answerToken, token));
  if (!link || !isValidLink(link, token, now())) throw new AppError('thread_link_invalid');
  return link;
}

function isValidLink(
  { answerToken, resolvedAt }: Pick<RequestRow, 'answerToken' | 'resolvedAt'>,
  token: string,
  now: Date,
): boolean {
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
