import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '#server/app-error.ts';
import type { Transaction } from '#server/database/connect.ts';
import { conversationStatusLabels } from '#server/features/outreach/conversation-status.ts';
import type { Tasks } from '#server/tasks/tasks.ts';
import type { LeasedReply, PostingDeps } from './attempt.ts';
import { isUnsettled, replyFinder } from './find-reply.ts';
import { replyLeases } from './lease.ts';
import { postedChecks } from './posted-checks.ts';
import { replySending } from './send.ts';
import { enqueueReply, enqueueWaiting, workPostingTasks } from './tasks.ts';

type PostingFeatureDeps = Omit<PostingDeps, 'pause'> & { tasks: Tasks };

export type PostingFeature = Awaited<ReturnType<typeof postingFeature>>;

/**
 * Sends approved replies once, finds those that owners post by hand, and checks that they are still there (design
 * 7.15). The callers of its functions have checked the conversation's owner.
 */
export async function postingFeature({ tasks, ...deps }: PostingFeatureDeps) {
  const service = postingService({ pause: (ms) => sleep(ms), ...deps });
  await workPostingTasks(tasks, service, deps);
  return {
    /** Has the reply of a conversation that was just APPROVED sent once the transaction is committed. */
    enqueue: (transaction: Transaction, conversationId: string) =>
      enqueueReply(tasks, transaction, conversationId, deps.now()),

    /** Has the approved replies of a campaign sent that waited while it was paused. */
    enqueueWaiting: (transaction: Transaction, campaignId: string) =>
      enqueueWaiting(tasks, transaction, campaignId),

    findNow: service.findNow,
    linkReply: service.linkReply,
  };
}

type Seen = 'found' | 'not-yet';

/** Sends approved replies once, and finds those that were sent or posted by hand (design 7.15). */
export function postingService(deps: PostingDeps) {
  const { now } = deps;
  const leases = replyLeases(deps);
  const finder = replyFinder({ ...deps, leases });
  const send = replySending({ ...deps, leases, finder });

  async function step(leased: LeasedReply, signal: AbortSignal): Promise<void> {
    const { row, attempt } = leased;
    const isDue = !attempt.notBefore || attempt.notBefore <= now();
    if (row.status === 'READY') await finder.watch(leased, signal);
    else if (isUnsettled(leased)) await finder.confirm(leased, signal);
    else if (row.status === 'APPROVED' && isDue) await send(leased, signal);
  }

  function linkLeased(leased: LeasedReply, url: string, signal: AbortSignal): Promise<Seen> {
    const { status } = leased.row;
    if (status !== 'READY' && status !== 'UNCONFIRMED')
      throw new AppError('conversation_moved_on', { status: conversationStatusLabels[status] });
    return finder.link(leased, url, signal);
  }

  async function isPosted(id: string): Promise<Seen> {
    return (await leases.find(id))?.row.status === 'POSTED' ? 'found' : 'not-yet';
  }

  return {
    /**
     * Advances a conversation's reply by one step; a second worker finds the lease and leaves. Can run any number of
     * times.
     */
    async advance(id: string, signal: AbortSignal): Promise<void> {
      await leases.withLease(id, signal, step);
    },

    /** Looks for the reply at its source now; one that is found is POSTED. */
    async findNow(id: string): Promise<Seen> {
      await leases.withLease(id, null, async (leased, signal) => {
        if (leased.row.status === 'READY') await finder.watch(leased, signal);
        else if (isUnsettled(leased)) await finder.confirm(leased, signal);
      });
      return isPosted(id);
    },

    /**
     * Links the reply that its owner names. @throws AppError `reply_url_…`, conversation_moved_on, and
     * reply_looked_for while a worker looks for it.
     */
    async linkReply(id: string, url: string): Promise<Seen> {
      const seen = await leases.withLease(id, null, (leased, signal) => linkLeased(leased, url, signal));
      if (!seen) throw new AppError('reply_looked_for');
      return seen;
    },

    ...postedChecks(deps),
  };
}
