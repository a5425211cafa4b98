import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '#server/app-error.ts';
import type { Transaction } from '#server/database/connect.ts';
import { conversationStatusLabels } from '#server/features/outreach/campaigns/conversations/status-labels.ts';
import type { Tasks } from '#server/tasks/tasks.ts';
import type { SourceName } from '#shared/contracts/conversation-sources.ts';
import type { LeasedReply } from './attempt.ts';
import { ownReplies } from './by-hand/own-replies.ts';
import type { PostingDeps } from './deps.ts';
import { replyFinder } from './find-reply.ts';
import { replyLeases } from './lease.ts';
import { postedChecks } from './posted-checks.ts';
import { sendPreconditions } from './preconditions.ts';
import { isUnsettled, replyRecovery } from './recover.ts';
import { linkWaitsMs } from './schedule.ts';
import { replySending } from './send.ts';
import { enqueueReply, enqueueSignedIn, enqueueWaiting, workPostingTasks } from './tasks.ts';

type PostingFeatureDeps = Omit<PostingDeps, 'randomId' | 'pause' | 'leaseMs'> & {
  tasks: Tasks;
  leaseMs?: number;
};

/** Posting for other features. They have checked the conversation's owner. */
export type PostingFeature = {
  /** Has the reply of a conversation that was just APPROVED sent once the transaction is committed. */
  enqueue(transaction: Transaction, conversationId: string): Promise<void>;
  /** Has the approved replies of a campaign sent that waited while it was paused. */
  enqueueWaiting(transaction: Transaction, campaignId: string): Promise<void>;
  /** Has the owner's replies sent that waited for a sign-in at a source. */
  enqueueSignedIn(transaction: Transaction, account: { ownerId: string; source: SourceName }): Promise<void>;
  /** Looks for the owner's reply at the source now; one that is found is POSTED. */
  findNow(conversationId: string): Promise<'found' | 'not-yet'>;
  /** Links the reply that the owner names. @throws AppError `reply_url_…`, conversation_moved_on, reply_looked_for. */
  linkReply(conversationId: string, url: string): Promise<'found' | 'not-yet'>;
};

/** Less than the time after which a task is given to another worker. */
const usualLeaseMs = 100_000;

/**
 * Sends approved replies once, finds those that owners post by hand, and checks that they are still there (design
 * 7.15).
 */
export async function postingFeature({ tasks, ...deps }: PostingFeatureDeps): Promise<PostingFeature> {
  const service = postingService({
    leaseMs: usualLeaseMs,
    ...deps,
    randomId: randomUUID,
    pause: (ms) => sleep(ms),
  });
  await workPostingTasks(tasks, service, deps);
  return {
    enqueue: (transaction, conversationId) => enqueueReply(tasks, transaction, conversationId, deps.now()),
    enqueueWaiting: (transaction, campaignId) => enqueueWaiting(tasks, transaction, campaignId),
    enqueueSignedIn: (transaction, account) => enqueueSignedIn(tasks, transaction, account, deps.now()),
    findNow: service.findNow,
    linkReply: service.linkReply,
  };
}

export type PostingService = ReturnType<typeof postingService>;

type Seen = 'found' | 'not-yet';

/** Sends approved replies once, and finds those that were sent or posted by hand (design 7.15). */
export function postingService(deps: PostingDeps) {
  const { now } = deps;
  const leases = replyLeases(deps);
  const finder = replyFinder(deps);
  const parts = { ...deps, leases, finder };
  const { confirm } = replyRecovery(parts);
  const send = replySending({ ...parts, confirm, preconditions: sendPreconditions(deps) });
  const own = ownReplies(parts);

  async function step(leased: LeasedReply, signal: AbortSignal): Promise<void> {
    const { row, attempt } = leased;
    const isDue = !attempt.notBefore || attempt.notBefore <= now();
    if (row.status === 'READY') await own.watch(leased, signal);
    else if (isUnsettled(leased)) await confirm(leased, signal);
    else if (row.status === 'APPROVED' && isDue) await send(leased, signal);
  }

  function linkLeased(leased: LeasedReply, url: string, signal: AbortSignal): Promise<Seen> {
    const { status, replyUrl } = leased.row;
    const isOpen = status === 'READY' || status === 'UNCONFIRMED' || (status === 'POSTED' && !replyUrl);
    if (!isOpen) throw new AppError('conversation_moved_on', { status: conversationStatusLabels[status] });
    return own.link(leased, url, signal);
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
        if (leased.row.status === 'READY') await own.watch(leased, signal);
        else if (isUnsettled(leased)) await confirm(leased, signal, true);
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
        const seen = await leases.withLease(id, null, (leased, signal) => linkLeased(leased, url, signal));
        if (seen) return seen;
      }
      throw new AppError('reply_looked_for');
    },

    ...postedChecks(deps),
  };
}
