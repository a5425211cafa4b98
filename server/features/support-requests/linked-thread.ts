import { createHash } from 'node:crypto';
import { AppError } from '#server/app-error.ts';
import { countedKey, type Limit } from '#server/http/limits.ts';
import type { LinkedThread } from '#shared/contracts/support-requests.ts';
import { type AnswerDeps, writeAnswer } from './answers.ts';
import { type RequestRow, toMessage } from './requests-as-jobs.ts';
import { describeSla } from './sla/sla.ts';

export type LinkedThreadService = ReturnType<typeof linkedThreadService>;

type LinkedThreadServiceDeps = AnswerDeps & {
  /** Links that lead nowhere, of one network address. Right ones are never counted: the page reads again and again. */
  wrongLimit: Limit;
  /** Answers through one link from one network address. */
  answerLimit: Limit;
};

/** How long after it is resolved the links in the mails about a request still lead to it. */
const linkDays = 90;
const dayMs = 86_400_000;

/** The thread of a request by the link of its mails, without a login and without the account. */
export function linkedThreadService({ wrongLimit, answerLimit, ...deps }: LinkedThreadServiceDeps) {
  const { repository, now } = deps;

  async function readThread(token: string): Promise<LinkedThread> {
    const thread = await repository.findLinkedThread(token);
    if (!thread || !leadsTo(thread.row, token, now())) throw new AppError('thread_link_invalid');
    const { row } = thread;
    return {
      appName: row.appName,
      requestTitle: row.requestTitle,
      issueDescriptions: row.issueDescriptions,
      created_at: row.createdAt.toISOString(),
      resolvedAt: row.resolvedAt?.toISOString() ?? null,
      waitingForCustomer: row.waitingSince !== null,
      promise: describeSla(row),
      messages: thread.messages.map((message) => ({
        ...toMessage(message),
        // Not the name of the account.
        ...(message.kind === 'customer' && { author: 'You' }),
      })),
    };
  }

  /** Counts what leads nowhere. */
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

    /** @throws AppError as `read` does; request_closed, request_text_long, too_many_messages. */
    answer(token: string, message: { id: string; text: string }, address: string): Promise<LinkedThread> {
      return follow(token, address, async () => {
        const link = await repository.findLink(token);
        if (!link) throw new AppError('thread_link_invalid');
        await answerLimit.take(`${fingerprint(token)} ${countedKey(address)}`);
        await writeAnswer(
          deps,
          link,
          (_owner, row) => {
            // The contact address may have changed since the link was read.
            if (!leadsTo(row, token, now())) throw new AppError('thread_link_invalid');
            // The mail went to this address; who of its readers answers is not known.
            return { id: null, name: row.email };
          },
          message,
        );
        return readThread(token);
      });
    },
  };
}

function leadsTo({ answerToken, resolvedAt }: RequestRow, token: string, now: Date): boolean {
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
