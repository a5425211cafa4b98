import type { SendResult } from '#server/integrations/posting/port.ts';
import type { AttemptChange, Change, ConversationChange, ConversationRow, Held } from './rows.ts';
import { noProblem, problem } from './rows.ts';
import { nextTry, quietUntil, signInLook } from './schedule.ts';
import { busy, busyTooLong, describeFailure, tooFast, unseen, unseenTooLong } from './words.ts';

export type Refusal = Exclude<SendResult, { outcome: 'posted' }>;

/** What was found of a reply; its address is null while only its arrival is known. */
export type Arrival = { externalId: string | null; url: string | null };

const done = { state: 'done', notBefore: null } satisfies AttemptChange;
const nothingPosted = { repliedAt: null } satisfies ConversationChange;

export function arrived(
  row: ConversationRow,
  { externalId, url }: Arrival,
  now: Date,
  attempt: AttemptChange = done,
): Required<Change> {
  const where = { replyExternalId: externalId, replyUrl: url, repliedAt: row.repliedAt ?? now };
  return { conversation: { status: 'POSTED', ...where, ...noProblem }, attempt };
}

/** What follows when the source has said that nothing was posted. */
export function refused({ row, attempt }: Held, result: Refusal, now: Date): Change {
  const { host } = row;
  if (result.outcome === 'too-fast') {
    const until = quietUntil(now);
    return putOff(until, problem('too-fast', tooFast(host, until)), { quietUntil: until });
  }
  if (result.outcome === 'busy') {
    const firstTriedAt = attempt.firstTriedAt ?? now;
    const next = nextTry(firstTriedAt, now, result.retryAfterSeconds);
    if (!next) return failed(problem('busy', busyTooLong(host)));
    return putOff(next, problem('busy', busy(host, next)), { firstTriedAt });
  }
  if (result.outcome === 'unknown') throw new Error('a lost answer refuses nothing');
  const told = problem(result.outcome, describeFailure(result.outcome, host, result));
  if (result.outcome === 'logged-out') return putOff(signInLook(now), told);
  return failed(told);
}

/** A try has left, and nobody can see whether it arrived: it waits for a look, and is left unconfirmed after two days. */
export function unseenYet({ row, attempt }: Held, now: Date): Change {
  const firstTriedAt = attempt.firstTriedAt ?? now;
  const next = nextTry(firstTriedAt, now);
  if (next) return putOff(next, problem('busy', unseen(row.host, next)), { firstTriedAt });
  const told = { repliedAt: now, ...problem('unknown', unseenTooLong(row.host)) };
  return {
    conversation: { status: 'UNCONFIRMED', ...told },
    attempt: { state: 'sending', sentAt: firstTriedAt, notBefore: null },
  };
}

/** Back among the approved, to be sent later. Only a wait for the source counts among the tries. */
export function putOff(
  until: Date | null,
  told: ConversationChange = {},
  attempt: Pick<AttemptChange, 'firstTriedAt' | 'quietUntil'> = {},
): Change {
  return {
    conversation: { status: 'APPROVED', ...nothingPosted, ...told },
    attempt: { state: 'waiting', notBefore: until, sentAt: null, firstTriedAt: null, ...attempt },
  };
}

/** Left to its owner, who posts it by hand. */
export function leftToOwner(heldBecause: string): Change {
  const told = { ...noProblem, heldBecause };
  return { conversation: { status: 'READY', ...nothingPosted, ...told }, attempt: done };
}

/** Its owner reads and approves it again; the words stay with it. */
export function backToReview(heldBecause: string): Change {
  const review = {
    status: 'AWAITING_REVIEW',
    approvedAt: null,
    isPromotion: false,
    autoApproved: false,
  } as const;
  return { conversation: { ...review, ...nothingPosted, ...noProblem, heldBecause }, attempt: done };
}

function failed(told: ConversationChange): Change {
  return { conversation: { status: 'FAILED', ...nothingPosted, ...told }, attempt: done };
}
