import type { Logger } from 'pino';
import type { Database } from '#server/database/connect.ts';
import type { campaigns, conversations, postingAttempts } from '#server/database/tables.ts';
import type {
  ConversationSources,
  Posters,
  PostingTarget,
  SendResult,
} from '#server/integrations/sources/port.ts';
import type { PostingOutcome } from '#shared/contracts/outreach/conversations.ts';
import type { HoldReason } from '#shared/contracts/outreach/hold-reasons.ts';
import type { ConversationStatus } from '#shared/contracts/outreach/opportunities.ts';
import type { RuleCard } from '#shared/rules/outreach/places/rule-cards.ts';
import type { ReplyProblem } from '#shared/rules/outreach/reply-form.ts';
import type { AccountSessions } from './accounts/sessions.ts';
import { nextRetryAt, nextSignInCheck, quietUntil } from './schedule.ts';

export type PostingDeps = {
  database: Database;
  posters: Posters;
  sources: ConversationSources;
  accounts: AccountSessions;
  /** True when the owner's plan allows sending now. */
  mayPost(ownerId: string): Promise<boolean>;
  /** The rules of a place today. */
  cardOf(place: Pick<ConversationRow, 'source' | 'host' | 'community'>): RuleCard;
  now: () => Date;
  /** Pause between two searches in a thread. */
  pause: (ms: number) => Promise<unknown>;
  log: Logger;
};

export type ConversationRow = typeof conversations.$inferSelect;
export type CampaignRow = typeof campaigns.$inferSelect;
export type AttemptRow = typeof postingAttempts.$inferSelect;

/** How a sentence names each state. */
export const conversationStatusLabels: Record<ConversationStatus, string> = {
  AWAITING_REVIEW: 'awaiting review',
  APPROVED: 'approved',
  REJECTED: 'rejected',
  POSTING: 'being posted',
  POSTED: 'posted',
  FAILED: 'failed',
  READY: 'ready to be posted by you',
  UNCONFIRMED: 'not confirmed',
};

/** Columns that a step may change; the lease columns are set elsewhere. */
export type ConversationChange = Partial<ConversationRow>;
export type AttemptChange = Partial<
  Omit<AttemptRow, 'conversationId' | 'holder' | 'heldUntil' | 'updatedAt'>
>;
export type Change = { conversation?: ConversationChange; attempt?: AttemptChange };

/** A conversation whose attempt this worker holds. */
export type LeasedReply = {
  row: ConversationRow;
  campaign: CampaignRow;
  attempt: AttemptRow;
  holder: string;
};

export function targetOf({ host, threadId, externalId, url }: ConversationRow): PostingTarget {
  return { host, threadId, externalId, url };
}

/** No reply is there, and none is approved. */
export const awaitingReview = {
  status: 'AWAITING_REVIEW',
  approvedAt: null,
  isPromotion: false,
  autoApproved: false,
} satisfies ConversationChange;

export const noProblem = { outcome: null, heldBecause: null } satisfies ConversationChange;

export const problem = (outcome: PostingOutcome, heldBecause: HoldReason): ConversationChange => ({
  outcome,
  heldBecause,
});

export const refusedByCheck = ({ code, params }: ReplyProblem): HoldReason => ({
  code: 'refused-by-check',
  message: code,
  params,
});

// ---- changes that a step makes -----------------------------------------------------------------

export type Refusal = Exclude<SendResult, { outcome: 'posted' }>;

/** A reply found at its source, or named by its owner. */
export type Arrival = { externalId: string | null; url: string; changedText: string | null };

const done = { state: 'done', notBefore: null } satisfies AttemptChange;
const nothingPosted = { repliedAt: null } satisfies ConversationChange;

export function arrived(
  row: ConversationRow,
  { externalId, url, changedText: postedText }: Arrival,
  now: Date,
): Required<Change> {
  const where = { replyExternalId: externalId, replyUrl: url, postedText, repliedAt: row.repliedAt ?? now };
  return { conversation: { status: 'POSTED', ...where, ...noProblem }, attempt: done };
}

/** Change after the source rejected a reply. */
export function refused({ row, attempt }: LeasedReply, result: Refusal, now: Date): Change {
  const { host } = row;
  if (result.outcome === 'too-fast') {
    const until = quietUntil(now);
    return postpone(until, problem('too-fast', { code: 'too-fast', host, until: until.toISOString() }), {
      quietUntil: until,
    });
  }
  if (result.outcome === 'busy') {
    const firstTriedAt = attempt.firstTriedAt ?? now;
    const next = nextRetryAt(firstTriedAt, now, result.retryAfterSeconds);
    if (!next) return failed(problem('busy', { code: 'busy-too-long', host }));
    const changes = problem('busy', { code: 'busy', host, until: next.toISOString() });
    return postpone(next, changes, { firstTriedAt });
  }
  if (result.outcome === 'unknown' || result.outcome === 'moderation')
    throw new Error(`${result.outcome} refuses nothing`);
  const { outcome, text: quote, reason } = result;
  const changes = problem(outcome, { code: reason ?? outcome, host, quote });
  if (outcome === 'logged-out') return postpone(nextSignInCheck(now), changes);
  return failed(changes);
}

/** Change for a sent reply that can't be checked yet. It is checked later, and unconfirmed after two days. */
export function unseenYet({ row, attempt }: LeasedReply, now: Date): Change {
  const firstTriedAt = attempt.firstTriedAt ?? now;
  const next = nextRetryAt(firstTriedAt, now);
  const { host } = row;
  if (next) {
    const changes = problem('busy', { code: 'unseen', host, until: next.toISOString() });
    return postpone(next, changes, { firstTriedAt });
  }
  const changes = { repliedAt: now, ...problem('unknown', { code: 'unseen-too-long', host }) };
  return {
    conversation: { status: 'UNCONFIRMED', ...changes },
    attempt: { state: 'sending', sentAt: firstTriedAt, notBefore: null },
  };
}

/** Approved again, to be sent later. Only waits for the source count as attempts. */
export function postpone(
  until: Date | null,
  changes: ConversationChange = {},
  attempt: Pick<AttemptChange, 'firstTriedAt' | 'quietUntil'> = {},
): Change {
  return {
    conversation: { status: 'APPROVED', ...nothingPosted, ...changes },
    attempt: { state: 'waiting', notBefore: until, sentAt: null, firstTriedAt: null, ...attempt },
  };
}

/** Left to its owner, who posts it by hand. */
export function leftToOwner(heldBecause: HoldReason): Change {
  const changes = { ...noProblem, heldBecause };
  return { conversation: { status: 'READY', ...nothingPosted, ...changes }, attempt: done };
}

/** Back to the owner for another approval; the text stays. */
export function backToReview(heldBecause: HoldReason): Change {
  return { conversation: { ...awaitingReview, ...nothingPosted, ...noProblem, heldBecause }, attempt: done };
}

function failed(changes: ConversationChange): Change {
  return { conversation: { status: 'FAILED', ...nothingPosted, ...changes }, attempt: done };
}
