import { AppError } from '#server/app-error.ts';
import { conversationStatusLabels } from '#server/features/outreach/campaigns/status-labels.ts';
import type { ConversationSources, ReadBack, SendResult } from '#server/integrations/sources/port.ts';
import { type Attempts, attemptRepository } from './attempts.ts';
import type { SendDecision } from './can-send.ts';
import { type SentConfirmation, sentConfirmation } from './confirm-sent.ts';
import type { OwnAccount, PostingDeps } from './deps.ts';
import { foundTwice, unchecked } from './labels.ts';
import { arrived, backToReview, leftToOwner, postpone, type Refusal, refused, unseenYet } from './outcome.ts';
import { postedChecks } from './posted-checks.ts';
import { type SendPreconditions, sendPreconditions } from './preconditions.ts';
import { asSender, type ReplyFinder, replyFinder, type SourceAccess } from './reply-finder.ts';
import { readReplyUrl } from './reply-url.ts';
import { type Change, type ConversationRow, type LeasedReply, problem } from './rows.ts';
import { linkWaitsMs, mayGoUnchecked, nextRetryAt, nextWatchAt } from './schedule.ts';
import { saveRenewedSession, sendAs } from './send-as.ts';

export type PostingService = ReturnType<typeof postingService>;

type Seen = 'found' | 'not-yet';

/** Sends approved replies once, and finds those that were sent or posted by hand (design 7.15). */
export function postingService(deps: PostingDeps) {
  const { now } = deps;
  const attempts = attemptRepository(deps.database);
  const finder = replyFinder(deps);
  const parts = { ...deps, attempts, finder };
  const confirmation = sentConfirmation(parts);
  const send = replySending({ ...parts, confirmation, preconditions: sendPreconditions(deps) });
  const own = ownReplies(parts);

  const withLease = replyLease(attempts, deps);

  async function step(leased: LeasedReply, signal: AbortSignal): Promise<void> {
    const { row, attempt } = leased;
    const isDue = !attempt.notBefore || attempt.notBefore <= now();
    if (row.status === 'READY') await own.watch(leased, signal);
    else if (isUnsettled(leased)) await confirmation.confirm(leased, signal);
    else if (row.status === 'APPROVED' && isDue) await send(leased, signal);
  }

  function linkHeld(leased: LeasedReply, url: string, signal: AbortSignal): Promise<Seen> {
    const { status, replyUrl } = leased.row;
    const isOpen = status === 'READY' || status === 'UNCONFIRMED' || (status === 'POSTED' && !replyUrl);
    if (!isOpen) throw new AppError('conversation_moved_on', { status: conversationStatusLabels[status] });
    return own.link(leased, url, signal);
  }

  async function isPosted(id: string): Promise<Seen> {
    return (await attempts.find(id))?.row.status === 'POSTED' ? 'found' : 'not-yet';
  }

  return {
    /**
     * Advances a conversation's reply by one step; a second worker finds the lease and leaves. Can run any number of
     * times.
     */
    async advance(id: string, signal: AbortSignal): Promise<void> {
      await withLease(id, signal, step);
    },

    /** Looks for the reply at its source now; one that is found is POSTED. */
    async findNow(id: string): Promise<Seen> {
      await withLease(id, null, async (leased, signal) => {
        if (leased.row.status === 'READY') await own.watch(leased, signal);
        else if (isUnsettled(leased)) await confirmation.confirm(leased, signal, true);
      });
      return isPosted(id);
    },

    /**
     * Links the reply that its owner names. @throws AppError `reply_url_…`, conversation_moved_on, and
     * reply_looked_for while a worker keeps looking for it.
     */
    async linkReply(id: string, url: string): Promise<Seen> {
      for (const wait of linkWaitsMs) {
        if (wait > 0) await deps.pause(wait);
        const seen = await withLease(id, null, (leased, signal) => linkHeld(leased, url, signal));
        if (seen) return seen;
      }
      throw new AppError('reply_looked_for');
    },

    ...postedChecks(deps),
  };
}

/** True for a sent reply not found yet; also after a second approval, because it is never sent twice. */
function isUnsettled({ row, attempt }: LeasedReply): boolean {
  if (attempt.state !== 'sending' && attempt.state !== 'sent') return false;
  if (row.status === 'POSTED') return row.replyExternalId === null;
  return row.status === 'POSTING' || row.status === 'UNCONFIRMED' || row.status === 'APPROVED';
}

/** Works on replies one worker at a time. */
function replyLease(
  attempts: Attempts,
  { now, randomId, holdMs }: Pick<PostingDeps, 'now' | 'randomId' | 'holdMs'>,
) {
  /** Read again after the hold: it may have changed before. */
  async function hold(id: string): Promise<LeasedReply | null> {
    if (!(await attempts.find(id))) return null;
    const holder = randomId();
    const attempt = await attempts.hold(id, holder, now(), new Date(now().getTime() + holdMs));
    const found = attempt && (await attempts.find(id));
    return found ? { ...found, attempt, holder } : null;
  }

  /**
   * Null when the conversation is unknown or another worker holds it. Whatever fails lets it go, so that it need not
   * wait for the end of the hold.
   */
  return async <T>(
    id: string,
    signal: AbortSignal | null,
    work: (leased: LeasedReply, signal: AbortSignal) => Promise<T>,
  ): Promise<T | null> => {
    const leased = await hold(id);
    if (!leased) return null;
    const timeUp = AbortSignal.timeout(holdMs);
    try {
      return await work(leased, signal ? AbortSignal.any([signal, timeUp]) : timeUp);
    } finally {
      await attempts.release(leased);
    }
  };
}

type OwnRepliesDeps = PostingDeps & { attempts: Attempts; finder: ReplyFinder };

/** Finds the replies that owners post by hand. */
function ownReplies({ attempts, finder, posters, now }: OwnRepliesDeps) {
  /** The approved words count first: an account may have more than one reply under a post. */
  async function find(row: ConversationRow, signal: AbortSignal) {
    const access = await finder.open(row);
    if (!access) return null;
    const asApproved = row.reply ? await finder.find(access, row, row.reply, signal) : null;
    const seen = asApproved?.found === 'posted' ? asApproved : await finder.find(access, row, null, signal);
    return seen.found === 'posted' ? seen : null;
  }

  return {
    async watch(leased: LeasedReply, signal: AbortSignal): Promise<void> {
      const { row } = leased;
      const seen = await find(row, signal);
      if (seen) return attempts.settlePosted(row, now(), arrived(row, seen, now()));
      await attempts.settle(leased, now(), { attempt: { notBefore: nextWatchAt(row.updatedAt, now()) } });
    },

    /**
     * Links the reply that its owner names; `not-yet` when the source does not show it.
     * @throws AppError reply_url_invalid, reply_url_thread for the conversation itself, and reply_url_elsewhere.
     */
    async link(leased: LeasedReply, url: string, signal: AbortSignal): Promise<'found' | 'not-yet'> {
      const { row } = leased;
      const elsewhere = () => new AppError('reply_url_elsewhere');
      const access = await finder.open(row);
      const named = readReplyUrl(row, url, access?.account.host ?? null);
      if (typeof named === 'string') throw new AppError(named);
      const id = named.id ?? (await findId(row, named.url, signal));
      if (id === row.externalId) throw new AppError('reply_url_thread');
      if (id && (await finder.isLinkedElsewhere(row, id))) throw elsewhere();
      const seen = await find(row, signal);
      const isSeen = seen && (seen.externalId === id || seen.url === named.url);
      // Without a thread in the address, another reply of theirs is all that speaks of its thread.
      if (seen && !isSeen && !named.namesThread) throw elsewhere();
      const posted = isSeen ? { ...seen, url: named.url } : { externalId: id, url: named.url };
      if (!isSeen && (await isMissing(row, posted, signal))) return 'not-yet';
      await attempts.settlePosted(row, now(), arrived(row, posted, now()));
      return 'found';
    },
  };

  /** Without its id the reply can't be checked later. */
  async function findId({ source, host }: ConversationRow, url: string, signal: AbortSignal) {
    return (await posters.posterFor(source)?.findPostId?.({ host, url }, signal)) ?? null;
  }

  async function isMissing(
    row: ConversationRow,
    { externalId, url }: { externalId: string | null; url: string },
    signal: AbortSignal,
  ): Promise<boolean> {
    const poster = posters.posterFor(row.source);
    if (!poster || !externalId) return false;
    const { host, threadId } = row;
    return (await poster.checkPosted({ host, externalId, threadId, url }, signal)) === 'removed';
  }
}

type ReplySendingDeps = PostingDeps & {
  attempts: Attempts;
  finder: ReplyFinder;
  preconditions: SendPreconditions;
  confirmation: SentConfirmation;
};

/** Sends an approved reply once: checks, searches for an earlier one, marks it as sending, then sends. */
function replySending(deps: ReplySendingDeps) {
  const { attempts, preconditions, confirmation, accounts, posters, now } = deps;
  const findBlocker = sourcePreconditions(deps);

  async function apply(leased: LeasedReply, decision: Exclude<SendDecision, { may: 'go' }>): Promise<void> {
    if (decision.may === 'over') await attempts.release(leased);
    else if (decision.may === 'hand') await attempts.settle(leased, now(), leftToOwner(decision.because));
    else if (decision.may === 'review') await attempts.settle(leased, now(), backToReview(decision.because));
    else await attempts.settle(leased, now(), waiting(decision));
  }

  async function settleUnsent(leased: LeasedReply, account: OwnAccount, change: Change): Promise<void> {
    await attempts.settle(leased, now(), change);
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
    if (result.outcome === 'unknown') return confirmation.confirm(leased, signal);
    if (result.outcome !== 'posted') {
      const refusal = await checkSession({ ...access, account }, result, signal);
      return settleUnsent(leased, account, refused(leased, refusal, now()));
    }
    if (result.externalId) return attempts.settlePosted(row, now(), arrived(row, result, now()));
    await attempts.noteAccepted(leased, now());
    await confirmation.confirm(leased, signal);
  }

  return async (leased: LeasedReply, signal: AbortSignal): Promise<void> => {
    const decision = await preconditions.check(leased);
    if (decision.may !== 'go') return apply(leased, decision);
    const poster = posters.posterFor(leased.row.source);
    if (!poster) throw new Error(`a reply may go to ${leased.row.source}, which takes none`);
    const blocker = await findBlocker({ poster, account: decision.account }, leased, signal);
    if (blocker) return settleUnsent(leased, decision.account, blocker);
    signal.throwIfAborted();
    const last = await preconditions.startSending(leased);
    if (last.may !== 'go') return apply(leased, last);
    const access = { poster, account: last.account };
    await record(leased, access, await sendAs(access, leased, signal), signal);
  };
}

function waiting({ until, because }: Extract<SendDecision, { may: 'wait' }>): Change {
  if (!because) return postpone(until);
  if ('tooFast' in because) return postpone(until, problem('too-fast', because.tooFast));
  return postpone(until, because);
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
