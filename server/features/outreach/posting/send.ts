import type { ConversationSources, ReadBack, SendResult } from '#server/integrations/sources/port.ts';
import {
  arrived,
  backToReview,
  type Change,
  type LeasedReply,
  leftToOwner,
  postpone,
  problem,
  type Refusal,
  refused,
  targetOf,
  unseenYet,
} from './attempt.ts';
import type { OwnAccount, OwnAccounts, PostingDeps } from './deps.ts';
import { asSender, type ReplyFinder, type SourceAccess } from './find-reply.ts';
import { foundTwice, unchecked } from './labels.ts';
import type { ReplyLeases } from './lease.ts';
import type { SendDecision, SendPreconditions } from './preconditions.ts';
import { mayGoUnchecked, mayResend, nextRetryAt } from './schedule.ts';

type ReplySendingDeps = PostingDeps & {
  leases: ReplyLeases;
  finder: ReplyFinder;
  preconditions: SendPreconditions;
  /** Looks for a reply whose answer was lost. */
  confirm(leased: LeasedReply, signal: AbortSignal): Promise<void>;
};

/** Sends an approved reply once: checks, searches for an earlier one, marks it as sending, then sends. */
export function replySending(deps: ReplySendingDeps) {
  const { leases, preconditions, confirm, accounts, posters, now } = deps;
  const blockedAtSource = sourcePreconditions(deps);

  async function apply(
    leased: LeasedReply,
    decision: Exclude<SendDecision, { canSend: true }>,
  ): Promise<void> {
    if (decision.next === 'none') await leases.release(leased);
    else if (decision.next === 'by-hand') await leases.settle(leased, now(), leftToOwner(decision.blockedBy));
    else if (decision.next === 'review') await leases.settle(leased, now(), backToReview(decision.blockedBy));
    else await leases.settle(leased, now(), waiting(decision));
  }

  async function settleUnsent(leased: LeasedReply, account: OwnAccount, change: Change): Promise<void> {
    await leases.settle(leased, now(), change);
    const outcome = change.conversation?.outcome;
    if (outcome === 'captcha' || outcome === 'logged-out') await accounts.markNeedsLink(account);
  }

  /** Never waits for more than the time that the sender holds the reply. */
  async function record(
    leased: LeasedReply,
    access: SourceAccess,
    result: SendResult,
    signal: AbortSignal,
  ): Promise<void> {
    const { row } = leased;
    const account = await saveRenewedSession(accounts, access.account, result);
    if (result.outcome === 'unknown') return confirm(leased, signal);
    if (result.outcome !== 'posted') {
      const refusal = await checkSession({ ...access, account }, result, signal);
      return settleUnsent(leased, account, refused(leased, refusal, now()));
    }
    if (result.externalId) return leases.settlePosted(row, now(), arrived(row, result, now()));
    await leases.noteAccepted(leased, now());
    await confirm(leased, signal);
  }

  return async (leased: LeasedReply, signal: AbortSignal): Promise<void> => {
    const decision = await preconditions.check(leased);
    if (!decision.canSend) return apply(leased, decision);
    const poster = posters.posterFor(leased.row.source);
    if (!poster) throw new Error(`a reply may go to ${leased.row.source}, which takes none`);
    const blockedBy = await blockedAtSource({ poster, account: decision.account }, leased, signal);
    if (blockedBy) return settleUnsent(leased, decision.account, blockedBy);
    signal.throwIfAborted();
    const last = await preconditions.startSending(leased);
    if (!last.canSend) return apply(leased, last);
    const access = { poster, account: last.account };
    await record(leased, access, await sendAs(access, leased, signal), signal);
  };
}

function waiting({ until, blockedBy }: Extract<SendDecision, { next: 'wait' }>): Change {
  if (!blockedBy) return postpone(until);
  if ('tooFast' in blockedBy) return postpone(until, problem('too-fast', blockedBy.tooFast));
  return postpone(until, blockedBy);
}

type SourcePreconditionsDeps = Pick<PostingDeps, 'sources' | 'now'> & { finder: ReplyFinder };

/** Reason at the source against sending; null when there is none. */
function sourcePreconditions({ sources, finder, now }: SourcePreconditionsDeps) {
  /** As the account that would send it, and as the one that an earlier try was sent as. */
  async function findEarlier(
    access: SourceAccess,
    { row, attempt }: LeasedReply,
    signal: AbortSignal,
  ): Promise<ReadBack> {
    const seen = await finder.find(access, row, row.reply, signal);
    const earlier = asSender(access, attempt);
    return seen.found !== 'nothing' || earlier === access
      ? seen
      : finder.find(earlier, row, row.reply, signal);
  }

  return async (access: SourceAccess, leased: LeasedReply, signal: AbortSignal): Promise<Change | null> => {
    const { row, attempt } = leased;
    const seen = await findEarlier(access, leased, signal);
    if (seen.found === 'posted') return arrived(row, seen, now());
    if (seen.found === 'ambiguous') return foundTwiceBefore(leased, now());
    // A sent reply may have arrived, whatever the source answered.
    if (seen.found !== 'nothing' && attempt.hasLeft) return unseenYet(leased, now());
    if (seen.found === 'logged-out')
      return refused(leased, { outcome: 'logged-out', text: seen.text }, now());
    const open = await checkOpen(sources, leased, access, signal);
    if (open === 'closed' || open === 'gone')
      return refused(leased, await checkSession(access, { outcome: 'closed', text: '' }, signal), now());
    const firstTriedAt = attempt.firstTriedAt ?? now();
    const isChecked = open === 'open' && seen.found === 'nothing';
    const next = isChecked || mayGoUnchecked(firstTriedAt, now()) ? null : nextRetryAt(firstTriedAt, now());
    return next && postpone(next, problem('busy', unchecked(row.host, next)), { firstTriedAt });
  };
}

function foundTwiceBefore({ row }: LeasedReply, now: Date): Change {
  return {
    conversation: { status: 'UNCONFIRMED', repliedAt: now, ...problem('unknown', foundTwice(row.host)) },
    attempt: { state: 'done', notBefore: null },
  };
}

/** A source that this installation no longer asks can't say it; the poster notices a closed thread itself. */
async function checkOpen(
  sources: ConversationSources,
  { row, campaign }: LeasedReply,
  { account }: SourceAccess,
  signal: AbortSignal,
): Promise<'open' | 'closed' | 'gone' | 'unknown'> {
  const blueskySession = row.source === 'bluesky' ? account.session : null;
  const source = sources
    .sourcesFor({ forums: campaign.forums, blueskySession })
    .find(({ source, host }) => source === row.source && host === row.host);
  return source && !source.notConfigured ? source.checkOpen(row, signal) : 'open';
}

/** A source that has forgotten a session may call the thread closed or refuse: then the session is what ended. */
async function checkSession(
  { poster, account }: SourceAccess,
  refusal: Refusal,
  signal: AbortSignal,
): Promise<Refusal> {
  if (refusal.outcome !== 'closed' && refusal.outcome !== 'refused') return refusal;
  const isValid = await poster.isSessionValid?.(account, signal);
  return isValid === false ? { outcome: 'logged-out', text: refusal.text } : refusal;
}

/** Sends as the account; the caller has noted `sending` before. */
export function sendAs(
  { poster, account }: SourceAccess,
  { row }: LeasedReply,
  signal: AbortSignal,
): Promise<SendResult> {
  const text = row.reply ?? '';
  return poster.send({ account, target: targetOf(row), text, key: row.id, signal });
}

/**
 * The account's old session ends once the source has given a new one, unless that is what it refuses.
 * @returns the account with the session that it has then.
 */
export async function saveRenewedSession(
  accounts: OwnAccounts,
  account: OwnAccount,
  { outcome, session }: SendResult,
): Promise<OwnAccount> {
  if (!session || outcome === 'logged-out') return account;
  await accounts.replaceSession(account, session);
  return { ...account, session };
}

/** Only where the source takes the same key of the same account for the same reply, and as long as it remembers it. */
export function isKnownToBeOne(
  { poster, account }: SourceAccess,
  { attempt }: LeasedReply,
  now: Date,
): boolean {
  const { state, sentAt, senderId } = attempt;
  const isRemembered = sentAt !== null && mayResend(sentAt, now);
  const isSame = account.canPost && account.id === senderId;
  return poster.isIdempotent && isSame && state === 'sending' && isRemembered;
}
