import type { ConversationSources, SendResult } from '#server/integrations/sources/port.ts';
import { findFormProblem } from '#shared/rules/outreach/reply-form.ts';
import type { AccountSessions, OwnAccount } from './accounts/sessions.ts';
import {
  arrived,
  backToReview,
  type Change,
  type LeasedReply,
  leftToOwner,
  type PostingDeps,
  postpone,
  problem,
  type Refusal,
  refused,
  refusedByCheck,
  targetOf,
  unseenYet,
} from './attempt.ts';
import {
  asSender,
  confirmReply,
  findSent,
  isUnsettled,
  type SourceAccess,
  waitForModerator,
  watchReply,
} from './find-reply.ts';
import { settlePosted, settleReply, withLease } from './lease.ts';
import { checkPreconditions, type SendDecision, startSending } from './preconditions.ts';
import { mayGoUnchecked, nextRetryAt } from './schedule.ts';

/**
 * Advances a conversation's reply by one step; a second worker finds the lease and leaves. Can run any number of times.
 */
export async function advanceReply(deps: PostingDeps, id: string, signal: AbortSignal): Promise<void> {
  await withLease(deps, id, signal, async (leased, leaseSignal) => {
    const { row, attempt } = leased;
    const isDue = !attempt.notBefore || attempt.notBefore <= deps.now();
    if (row.status === 'READY') await watchReply(deps, leased, leaseSignal);
    else if (isUnsettled(leased)) await confirmReply(deps, leased, leaseSignal);
    else if (row.status === 'APPROVED' && isDue) await sendReply(deps, leased, leaseSignal);
  });
}

/** Sends an approved reply once: checks, searches for an earlier one, marks it as sending, then sends. */
async function sendReply(deps: PostingDeps, leased: LeasedReply, signal: AbortSignal): Promise<void> {
  const first = await checkPreconditions(deps, leased);
  if (!first.canSend) return settleBlocked(deps, leased, first);
  const poster = deps.posters.posterFor(leased.row.source);
  if (!poster) throw new Error(`a reply may go to ${leased.row.source}, which takes none`);
  const blockedBy = await blockedAtSource(deps, { poster, account: first.account }, leased, signal);
  if (blockedBy) return settleUnsent(deps, leased, first.account, blockedBy);
  signal.throwIfAborted();
  const last = await startSending(deps, leased);
  if (!last.canSend) return settleBlocked(deps, leased, last);
  const { row } = leased;
  const result = await poster.send({
    account: last.account,
    target: targetOf(row),
    text: row.reply ?? '',
    contentWarning: row.contentWarning,
    key: row.id,
    signal,
  });
  await settleSent(deps, leased, { poster, account: last.account }, result, signal);
}

async function settleBlocked(
  deps: PostingDeps,
  leased: LeasedReply,
  decision: Exclude<SendDecision, { canSend: true }>,
): Promise<void> {
  const change = changeOf(decision);
  if (change) await settleReply(deps, leased, change);
}

async function settleUnsent(
  deps: PostingDeps,
  leased: LeasedReply,
  account: OwnAccount,
  change: Change,
): Promise<void> {
  await settleReply(deps, leased, change);
  if (change.conversation?.outcome === 'logged-out') await deps.accounts.markNeedsLink(account);
}

/** Takes no longer than the lease. */
async function settleSent(
  deps: PostingDeps,
  leased: LeasedReply,
  access: SourceAccess,
  result: SendResult,
  signal: AbortSignal,
): Promise<void> {
  const account = await saveRenewedSession(deps.accounts, access.account, result);
  if (result.outcome === 'unknown') return confirmReply(deps, leased, signal);
  if (result.outcome === 'moderation') return waitForModerator(deps, leased);
  if (result.outcome !== 'posted') {
    const refusal = await checkSession({ ...access, account }, result, signal);
    return settleUnsent(deps, leased, account, refused(leased, refusal, deps.now()));
  }
  const { row } = leased;
  await settlePosted(deps, row, arrived(row, result, deps.now()));
}

/** Null for a reply that was withdrawn, or sent by another worker. */
function changeOf(decision: Exclude<SendDecision, { canSend: true }>): Change | null {
  if (decision.next === 'none') return null;
  if (decision.next === 'by-hand') return leftToOwner(decision.blockedBy);
  if (decision.next === 'review') return backToReview(decision.blockedBy);
  const { until, blockedBy } = decision;
  if (!blockedBy) return postpone(until);
  return postpone(
    until,
    blockedBy.code === 'too-fast' ? problem('too-fast', blockedBy) : { heldBecause: blockedBy },
  );
}

/** Reason at the source against sending; null when there is none. */
async function blockedAtSource(
  deps: PostingDeps,
  access: SourceAccess,
  leased: LeasedReply,
  signal: AbortSignal,
): Promise<Change | null> {
  const { now } = deps;
  const { row, attempt } = leased;
  const { host } = row;
  // As the account that would send it, and as the one that an earlier try was sent as.
  const first = await findSent(deps, access, leased, signal);
  const earlier = asSender(access, attempt);
  const isAsked = first.found !== 'nothing' || earlier === access;
  const seen = isAsked ? first : await findSent(deps, earlier, leased, signal);
  if (seen.found === 'posted') return arrived(row, seen, now());
  if (seen.found === 'ambiguous')
    return {
      conversation: {
        status: 'UNCONFIRMED',
        repliedAt: now(),
        ...problem('unknown', { code: 'found-twice', host }),
      },
      attempt: { state: 'done', notBefore: null },
    };
  // A sent reply may have arrived, whatever the source answered.
  if (seen.found !== 'nothing' && attempt.hasLeft) return unseenYet(leased, now());
  if (seen.found === 'logged-out') return refused(leased, { outcome: 'logged-out', text: seen.text }, now());
  // A reply without a warning of its own goes under that of the post, which is known only now.
  const warning = (row.contentWarning === null && seen.found === 'nothing' && seen.warning) || '';
  const misfit = warning && findFormProblem(row.reply ?? '', row.source, access.account.limits, warning);
  if (misfit) return backToReview(refusedByCheck(misfit));
  const open = await checkOpen(deps.sources, leased, access, signal);
  if (open === 'closed' || open === 'gone')
    return refused(leased, await checkSession(access, { outcome: 'closed', text: '' }, signal), now());
  const firstTriedAt = attempt.firstTriedAt ?? now();
  const isChecked = open === 'open' && seen.found === 'nothing';
  const next = isChecked || mayGoUnchecked(firstTriedAt, now()) ? null : nextRetryAt(firstTriedAt, now());
  if (!next) return null;
  const because = { code: 'unchecked', host, until: next.toISOString() } as const;
  return postpone(next, problem('busy', because), { firstTriedAt });
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

/**
 * The account's old session ends once the source has given a new one, unless that is what it refuses.
 * @returns the account with the session that it has then.
 */
async function saveRenewedSession(
  accounts: AccountSessions,
  account: OwnAccount,
  { outcome, session }: SendResult,
): Promise<OwnAccount> {
  if (!session || outcome === 'logged-out') return account;
  await accounts.replaceSession(account, session);
  return { ...account, session };
}
