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
import { asSender, type ReplyFinder, type SourceAccess } from './find-reply.ts';
import type { ReplyLeases } from './lease.ts';
import { type SendDecision, sendPreconditions } from './preconditions.ts';
import { mayGoUnchecked, nextRetryAt } from './schedule.ts';

type ReplySendingDeps = PostingDeps & { leases: ReplyLeases; finder: ReplyFinder };

/** Sends an approved reply once: checks, searches for an earlier one, marks it as sending, then sends. */
export function replySending(deps: ReplySendingDeps) {
  const { leases, finder, accounts, posters, now } = deps;
  const preconditions = sendPreconditions(deps);

  return async (leased: LeasedReply, signal: AbortSignal): Promise<void> => {
    const first = await preconditions.check(leased);
    if (!first.canSend) return settleBlocked(first);
    const poster = posters.posterFor(leased.row.source);
    if (!poster) throw new Error(`a reply may go to ${leased.row.source}, which takes none`);
    const blockedBy = await blockedAtSource(deps, { poster, account: first.account }, leased, signal);
    if (blockedBy) return settleUnsent(first.account, blockedBy);
    signal.throwIfAborted();
    const last = await preconditions.startSending(leased);
    if (!last.canSend) return settleBlocked(last);
    const { row } = leased;
    const access = { poster, account: last.account };
    const given = {
      account: last.account,
      target: targetOf(row),
      text: row.reply ?? '',
      contentWarning: row.contentWarning,
      key: row.id,
      signal,
    };
    await settleSent(access, await poster.send(given));

    async function settleBlocked(decision: Exclude<SendDecision, { canSend: true }>): Promise<void> {
      const change = changeOf(decision);
      if (change) await leases.settle(leased, change);
    }

    async function settleUnsent(account: OwnAccount, change: Change): Promise<void> {
      await leases.settle(leased, change);
      if (change.conversation?.outcome === 'logged-out') await accounts.markNeedsLink(account);
    }

    /** Takes no longer than the lease. */
    async function settleSent(access: SourceAccess, result: SendResult): Promise<void> {
      const account = await saveRenewedSession(accounts, access.account, result);
      if (result.outcome === 'unknown') return finder.confirm(leased, signal);
      if (result.outcome === 'moderation') return finder.waitForModerator(leased);
      if (result.outcome !== 'posted') {
        const refusal = await checkSession({ ...access, account }, result, signal);
        return settleUnsent(account, refused(leased, refusal, now()));
      }
      await leases.settlePosted(row, arrived(row, result, now()));
    }
  };
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
  { sources, finder, now }: ReplySendingDeps,
  access: SourceAccess,
  leased: LeasedReply,
  signal: AbortSignal,
): Promise<Change | null> {
  const { row, attempt } = leased;
  const { host } = row;
  // As the account that would send it, and as the one that an earlier try was sent as.
  const first = await finder.findSent(access, leased, signal);
  const earlier = asSender(access, attempt);
  const isAsked = first.found !== 'nothing' || earlier === access;
  const seen = isAsked ? first : await finder.findSent(earlier, leased, signal);
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
  const open = await checkOpen(sources, leased, access, signal);
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
