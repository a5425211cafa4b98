import { AppError } from '#server/app-error.ts';
import type { Attempts } from './attempts.ts';
import { arrived } from './outcome.ts';
import { readReplyUrl } from './reply-url.ts';
import type { ConversationRow, Held } from './rows.ts';
import { nextWatch } from './schedule.ts';
import type { PostingSettings } from './settings.ts';
import type { Sighting } from './sighting.ts';

type Settings = PostingSettings & { attempts: Attempts; sight: Sighting };

/** Finds the replies that owners post by hand. */
export function ownReplies({ attempts, sight, posters, now }: Settings) {
  /** The approved words count first: an account may have more than one reply under a post. */
  async function find(row: ConversationRow, signal: AbortSignal) {
    const eyes = await sight.open(row);
    if (!eyes) return null;
    const asApproved = row.reply ? await sight.look(eyes, row, row.reply, signal) : null;
    const seen = asApproved?.found === 'posted' ? asApproved : await sight.look(eyes, row, null, signal);
    return seen.found === 'posted' ? seen : null;
  }

  return {
    async watch(held: Held, signal: AbortSignal): Promise<void> {
      const { row } = held;
      const seen = await find(row, signal);
      if (seen) return attempts.settlePosted(row, now(), arrived(row, seen, now()));
      await attempts.settle(held, now(), { attempt: { notBefore: nextWatch(row.updatedAt, now()) } });
    },

    /**
     * Links the reply that its owner names; `not-yet` when the source does not show it.
     * @throws AppError reply_url_invalid, reply_url_thread for the conversation itself, and reply_url_elsewhere.
     */
    async link(held: Held, url: string, signal: AbortSignal): Promise<'found' | 'not-yet'> {
      const { row } = held;
      const elsewhere = () => new AppError('reply_url_elsewhere');
      const eyes = await sight.open(row);
      const named = readReplyUrl(row, url, eyes?.account.host ?? null);
      if (typeof named === 'string') throw new AppError(named);
      const id = named.id ?? (await findId(row, named.url, signal));
      if (id === row.externalId) throw new AppError('reply_url_thread');
      if (id && (await sight.isAnothers(row, id))) throw elsewhere();
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

  /** Without its id nobody can look later whether the reply stands. */
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
    return (await poster.checkStanding({ host, externalId, threadId, url }, signal)) === 'removed';
  }
}
