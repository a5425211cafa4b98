import { and, eq, ne } from 'drizzle-orm';
import { AppError } from '#server/app-error.ts';
import { conversations } from '#server/database/tables.ts';
import type { Poster, ReadBack } from '#server/integrations/sources/port.ts';
import type { HoldReason } from '#shared/contracts/hold-reasons.ts';
import type { OwnAccount } from './accounts/sessions.ts';
import {
  type Arrival,
  type AttemptRow,
  arrived,
  type ConversationRow,
  type LeasedReply,
  type PostingDeps,
  problem,
  targetOf,
} from './attempt.ts';
import type { ReplyLeases } from './lease.ts';
import { readReplyUrl } from './reply-url.ts';
import { nextConfirmationAt, nextWatchAt, quickPausesMs } from './schedule.ts';

export type ReplyFinder = ReturnType<typeof replyFinder>;

/** Poster and account to look for a reply with. */
export type SourceAccess = { poster: Poster; account: OwnAccount };

/**
 * The account that sent the reply, whatever is linked now. Replies of another account are searched without a session.
 */
export function asSender(
  access: SourceAccess,
  { senderId: id, senderName: username, senderHost: host }: AttemptRow,
): SourceAccess {
  if (id === null || username === null || host === null) return access;
  if (access.account.username === username && access.account.host === host) return access;
  return {
    ...access,
    account: { id, username, host, canPost: false, needsLink: false, session: null, rules: null },
  };
}

/** True for a sent reply not found yet; also after a second approval, because it is never sent twice. */
export function isUnsettled({ row, attempt }: LeasedReply): boolean {
  if (attempt.state !== 'sending' && attempt.state !== 'sent') return false;
  if (row.status === 'POSTED') return row.replyExternalId === null;
  return row.status === 'POSTING' || row.status === 'UNCONFIRMED' || row.status === 'APPROVED';
}

/** Looks for replies at their source. */
export function replyFinder(deps: PostingDeps & { leases: ReplyLeases }) {
  const { database, posters, accounts, leases, now, pause } = deps;

  async function isLinkedElsewhere(row: ConversationRow, externalId: string): Promise<boolean> {
    const [other] = await database.sql
      .select({ id: conversations.id })
      .from(conversations)
      .where(
        and(
          eq(conversations.ownerId, row.ownerId),
          eq(conversations.source, row.source),
          eq(conversations.host, row.host),
          eq(conversations.replyExternalId, externalId),
          ne(conversations.id, row.id),
        ),
      );
    return other !== undefined;
  }

  async function open(row: ConversationRow): Promise<SourceAccess | null> {
    const poster = posters.posterFor(row.source);
    const account = poster && (await accounts.findAccount(row.ownerId, row.source, row.host));
    return poster && account ? { poster, account } : null;
  }

  async function find(
    { poster, account }: SourceAccess,
    row: ConversationRow,
    text: string | null,
    signal: AbortSignal,
  ): Promise<ReadBack> {
    const since = (text === null && row.approvedAt) || row.createdAt;
    const seen = await poster.readBack({ account, target: targetOf(row), text, since, signal });
    const isOther = seen.found === 'posted' && (await isLinkedElsewhere(row, seen.externalId));
    return isOther ? { found: 'nothing' } : seen;
  }

  /** Searches at once and twice more while a reply is on its way: its thread may show it late. */
  async function findSent(
    access: SourceAccess,
    row: ConversationRow,
    signal: AbortSignal,
  ): Promise<ReadBack> {
    let seen: ReadBack = { found: 'nothing' };
    for (const wait of row.status === 'POSTING' ? quickPausesMs : [0]) {
      if (wait > 0) await pause(wait);
      signal.throwIfAborted();
      seen = await find(access, row, row.reply, signal);
      if (seen.found === 'posted' || seen.found === 'ambiguous') break;
    }
    return seen;
  }

  async function leaveUnconfirmed(leased: LeasedReply, because: HoldReason, next: Date | null) {
    const { row, attempt } = leased;
    const repliedAt = row.repliedAt ?? now();
    await leases.settle(leased, {
      conversation: { status: 'UNCONFIRMED', repliedAt, ...problem('unknown', because) },
      attempt: { readBacks: attempt.readBacks + 1, notBefore: next },
    });
  }

  /** A reply by hand. The approved words count first: an account may have more than one reply under a post. */
  async function findOwn(row: ConversationRow, access: SourceAccess | null, signal: AbortSignal) {
    if (!access) return null;
    const asApproved = row.reply ? await find(access, row, row.reply, signal) : null;
    const seen = asApproved?.found === 'posted' ? asApproved : await find(access, row, null, signal);
    return seen.found === 'posted' ? seen : null;
  }

  async function isMissing(row: ConversationRow, reply: Arrival, signal: AbortSignal): Promise<boolean> {
    const { source, host, threadId } = row;
    const { externalId, url } = reply;
    const poster = posters.posterFor(source);
    if (!poster || !externalId || !url) return false;
    return (await poster.checkPosted({ host, externalId, threadId, url }, signal)) === 'removed';
  }

  return {
    /** Null without a known account, or at a source that shows no replies. */
    open,

    /** Looks for a reply with this text, or any of the account where it is null; not for another conversation's. */
    find,

    /** Finds out what became of a reply that has left. It is never sent again: what stays unknown is its owner's. */
    async confirm(leased: LeasedReply, signal: AbortSignal): Promise<void> {
      const { row, attempt } = leased;
      const { host } = row;
      const wasAccepted = attempt.state === 'sent';
      const access = await open(row);
      if (!access && !wasAccepted) return leaveUnconfirmed(leased, { code: 'account-gone', host }, null);
      const seen = access && (await findSent(asSender(access, attempt), row, signal));
      if (seen?.found === 'posted') return leases.settlePosted(row, arrived(row, seen, now()));
      if (seen?.found === 'ambiguous' && !wasAccepted)
        return leaveUnconfirmed(leased, { code: 'found-twice', host }, null);
      const next = nextConfirmationAt(attempt.sentAt ?? now(), now());
      if (!wasAccepted)
        return leaveUnconfirmed(leased, { code: next ? 'answer-lost' : 'never-found', host }, next);
      const later = { state: next ? ('sent' as const) : ('done' as const), notBefore: next };
      await leases.settlePosted(row, arrived(row, { externalId: null, url: null }, now(), later));
    },

    /** Looks for a reply that its owner posts by hand. */
    async watch(leased: LeasedReply, signal: AbortSignal): Promise<void> {
      const { row } = leased;
      const seen = await findOwn(row, await open(row), signal);
      if (seen) return leases.settlePosted(row, arrived(row, seen, now()));
      await leases.settle(leased, { attempt: { notBefore: nextWatchAt(row.updatedAt, now()) } });
    },

    /**
     * Links the reply that its owner names; `not-yet` when the source does not show it.
     * @throws AppError reply_url_invalid, reply_url_thread for the conversation itself, and reply_url_elsewhere.
     */
    async link({ row }: LeasedReply, given: string, signal: AbortSignal): Promise<'found' | 'not-yet'> {
      const { source, host } = row;
      const access = await open(row);
      const named = readReplyUrl(row, given, access?.account.host ?? null);
      if (typeof named === 'string') throw new AppError(named);
      const { url } = named;
      // Without its id the reply can't be checked later.
      const findId = () => posters.posterFor(source)?.findPostId?.({ host, url }, signal);
      const id = named.id ?? (await findId()) ?? null;
      if (id === row.externalId) throw new AppError('reply_url_thread');
      if (id && (await isLinkedElsewhere(row, id))) throw new AppError('reply_url_elsewhere');
      const seen = await findOwn(row, access, signal);
      const isSeen = seen && (seen.externalId === id || seen.url === url);
      // Without a thread in the address, another reply of theirs is all that speaks of its thread.
      if (seen && !isSeen && !named.namesThread) throw new AppError('reply_url_elsewhere');
      const posted = { externalId: isSeen ? seen.externalId : id, url };
      if (!isSeen && (await isMissing(row, posted, signal))) return 'not-yet';
      await leases.settlePosted(row, arrived(row, posted, now()));
      return 'found';
    },
  };
}
