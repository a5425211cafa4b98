import { AppError } from '#server/app-error.ts';
import { arrived, type ConversationRow, type LeasedReply, type PostingDeps } from './attempt.ts';
import type { ReplyFinder } from './find-reply.ts';
import type { ReplyLeases } from './lease.ts';
import { readReplyUrl } from './reply-url.ts';
import { nextWatchAt } from './schedule.ts';

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
      if (seen) return leases.settlePosted(row, arrived(row, seen, now()));
      await leases.settle(leased, { attempt: { notBefore: nextWatchAt(row.updatedAt, now()) } });
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
      await leases.settlePosted(row, arrived(row, posted, now()));
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
