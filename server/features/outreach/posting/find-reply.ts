import { and, eq, ne } from 'drizzle-orm';
import { AppError } from '#server/app-error.ts';
import { conversations } from '#server/database/tables.ts';
import type { Poster, ReadBack } from '#server/integrations/sources/port.ts';
import { type AttemptRow, arrived, type ConversationRow, type LeasedReply, targetOf } from './attempt.ts';
import type { OwnAccount, PostingDeps } from './deps.ts';
import type { ReplyLeases } from './lease.ts';
import { readReplyUrl } from './reply-url.ts';
import { nextWatchAt } from './schedule.ts';

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

/** Looks for replies at their source. */
export function replyFinder({ database, posters, accounts }: PostingDeps) {
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

  return {
    /** True when the reply with this id is linked to another conversation of the owner. */
    isLinkedElsewhere,

    /** Null without a known account, or at a source that shows no replies. */
    async open(row: ConversationRow): Promise<SourceAccess | null> {
      const poster = posters.posterFor(row.source);
      const account = poster && (await accounts.findAccount(row.ownerId, row.source, row.host));
      return poster && account ? { poster, account } : null;
    },

    /** Looks for a reply with this text, or any of the account where it is null; not for another conversation's. */
    async find(
      { poster, account }: SourceAccess,
      row: ConversationRow,
      text: string | null,
      signal: AbortSignal,
    ): Promise<ReadBack> {
      const since = (text === null && row.approvedAt) || row.createdAt;
      const seen = await poster.readBack({ account, target: targetOf(row), text, since, signal });
      const isOther = seen.found === 'posted' && (await isLinkedElsewhere(row, seen.externalId));
      return isOther ? { found: 'nothing' } : seen;
    },
  };
}

// ---- replies that owners post by hand -----------------------------------------------------------

type OwnRepliesDeps = PostingDeps & { leases: ReplyLeases; finder: ReplyFinder };

/** Finds the replies that owners post by hand. */
export function ownReplies({ leases, finder, posters, now }: OwnRepliesDeps) {
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
      if (seen) return leases.settlePosted(row, now(), arrived(row, seen, now()));
      await leases.settle(leased, now(), { attempt: { notBefore: nextWatchAt(row.updatedAt, now()) } });
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
      await leases.settlePosted(row, now(), arrived(row, posted, now()));
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
