import { AppError } from '#server/app-error.ts';
import { conversationStatusWords } from '#shared/rules/conversation-status-words.ts';
import { attemptRepository } from './attempts.ts';
import { sentConfirmation } from './confirm-sent.ts';
import { replyHolding } from './holding.ts';
import { judging } from './judging.ts';
import { ownReplies } from './own-replies.ts';
import type { Held } from './rows.ts';
import { linkWaitsMs } from './schedule.ts';
import { replySending } from './send-reply.ts';
import type { PostingSettings } from './settings.ts';
import { sighting } from './sighting.ts';
import { standingChecks } from './standing.ts';

export type PostingService = ReturnType<typeof postingService>;

type Seen = 'found' | 'not-yet';

/** Sends approved replies once, and finds those that were sent or posted by hand (design 7.15). */
export function postingService(settings: PostingSettings) {
  const { now } = settings;
  const attempts = attemptRepository(settings.database);
  const sight = sighting(settings);
  const parts = { ...settings, attempts, sight };
  const confirmation = sentConfirmation(parts);
  const send = replySending({ ...parts, confirmation, judging: judging(settings) });
  const own = ownReplies(parts);

  const holding = replyHolding(attempts, settings);

  async function step(held: Held, signal: AbortSignal): Promise<void> {
    const { row, attempt } = held;
    const isDue = !attempt.notBefore || attempt.notBefore <= now();
    if (row.status === 'READY') await own.watch(held, signal);
    else if (isUnsettled(held)) await confirmation.confirm(held, signal);
    else if (row.status === 'APPROVED' && isDue) await send(held, signal);
  }

  function linkHeld(held: Held, url: string, signal: AbortSignal): Promise<Seen> {
    const { status, replyUrl } = held.row;
    const isOpen = status === 'READY' || status === 'UNCONFIRMED' || (status === 'POSTED' && !replyUrl);
    if (!isOpen) throw new AppError('conversation_moved_on', { status: conversationStatusWords[status] });
    return own.link(held, url, signal);
  }

  async function isPosted(id: string): Promise<Seen> {
    return (await attempts.find(id))?.row.status === 'POSTED' ? 'found' : 'not-yet';
  }

  return {
    /** Takes a conversation's reply one step on; whoever is second finds it held and leaves. Can run any number of times. */
    async advance(id: string, signal: AbortSignal): Promise<void> {
      await holding(id, signal, step);
    },

    /** Looks for the reply at its source now; one that is found is POSTED. */
    async lookNow(id: string): Promise<Seen> {
      await holding(id, null, async (held, signal) => {
        if (held.row.status === 'READY') await own.watch(held, signal);
        else if (isUnsettled(held)) await confirmation.confirm(held, signal, true);
      });
      return isPosted(id);
    },

    /**
     * Links the reply that its owner names. @throws AppError `reply_url_…`, conversation_moved_on, and
     * reply_looked_for while a worker keeps looking for it.
     */
    async linkReply(id: string, url: string): Promise<Seen> {
      for (const wait of linkWaitsMs) {
        if (wait > 0) await settings.pause(wait);
        const seen = await holding(id, null, (held, signal) => linkHeld(held, url, signal));
        if (seen) return seen;
      }
      throw new AppError('reply_looked_for');
    },

    ...standingChecks(settings),
  };
}

/** Whether it has left and is still to be found; one that was approved anew is, because it is never sent again. */
function isUnsettled({ row, attempt }: Held): boolean {
  if (attempt.state !== 'sending' && attempt.state !== 'sent') return false;
  if (row.status === 'POSTED') return row.replyExternalId === null;
  return row.status === 'POSTING' || row.status === 'UNCONFIRMED' || row.status === 'APPROVED';
}
