import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Transaction } from '#server/database/connect.ts';
import type { Tasks } from '#server/tasks/tasks.ts';
import type { SourceName } from '#shared/contracts/conversation-sources.ts';
import type { PostingDeps } from './deps.ts';
import { postingService } from './service.ts';
import { enqueueReply, enqueueSignedIn, enqueueWaiting, workPostingTasks } from './tasks.ts';

type PostingFeatureDeps = Omit<PostingDeps, 'randomId' | 'pause' | 'holdMs'> & {
  tasks: Tasks;
  holdMs?: number;
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
const usualHoldMs = 100_000;

/**
 * Sends approved replies once, finds those that owners post by hand, and checks that they are still there (design
 * 7.15).
 */
export async function postingFeature({ tasks, ...deps }: PostingFeatureDeps): Promise<PostingFeature> {
  const service = postingService({
    holdMs: usualHoldMs,
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
