import { and, asc, eq, inArray, isNotNull, or, sql } from 'drizzle-orm';
import { type Database, inTransaction, type Transaction } from '#server/database/connect.ts';
import { conversations, postingAttempts } from '#server/database/tables.ts';
import type { Queue, Tasks } from '#server/tasks/tasks.ts';
import { findDueLooks, findLostReplies, lockAttempts, noteEnqueued } from './due.ts';
import type { PostingService } from './service.ts';

/** Sends one approved reply; its key is the conversation's id. */
export const postReply: Queue<{ conversationId: string }> = {
  name: 'post-reply',
  onePerKey: true,
  patient: true,
};
/** Looks once for a reply whose answer was lost, or that its owner posts by hand. */
export const findReply: Queue<{ conversationId: string }> = { name: 'find-reply', onePerKey: true };
/** Finds replies that are due and have no task: a worker was killed, a task was lost, or a pause is over. */
export const sweepReplies: Queue<Record<string, never>> = { name: 'sweep-replies', onePerKey: true };
/** Looks whether posted replies still stand. */
export const checkStandings: Queue<Record<string, never>> = { name: 'check-standings', onePerKey: true };

export const postingQueues = [postReply, findReply, sweepReplies, checkStandings];

/**
 * Has a reply sent once the transaction is committed. What has left once stays so; a wait from before ends, also that
 * for the next look at a reply by hand: an account that was too fast is left alone by itself.
 */
export async function enqueueReply(
  tasks: Tasks,
  transaction: Transaction,
  conversationId: string,
  now: Date,
): Promise<void> {
  const { state, notBefore } = postingAttempts;
  await transaction.sql
    .insert(postingAttempts)
    .values({ conversationId, updatedAt: now })
    .onConflictDoUpdate({
      target: postingAttempts.conversationId,
      set: {
        state: sql`case when ${state} = 'done' then 'waiting' else ${state} end`,
        notBefore: sql`case when ${state} in ('sending', 'sent') then ${notBefore} end`,
        firstTriedAt: null,
        updatedAt: now,
      },
    });
  await tasks.enqueue(transaction, postReply, { conversationId }, conversationId);
}

/** Has the approved replies of a campaign sent that goes on again. */
export async function enqueueWaiting(
  tasks: Tasks,
  transaction: Transaction,
  campaignId: string,
): Promise<void> {
  const waiting = await transaction.sql
    .select({ id: conversations.id })
    .from(conversations)
    .where(and(eq(conversations.campaignId, campaignId), eq(conversations.status, 'APPROVED')))
    .orderBy(asc(conversations.approvedAt));
  const ids = waiting.map(({ id }) => id);
  await lockAttempts(transaction, ids);
  // The time of the pause is none that the source was busy.
  const isWaiting = inArray(postingAttempts.conversationId, ids);
  await transaction.sql.update(postingAttempts).set({ firstTriedAt: null }).where(isWaiting);
  for (const id of ids) await tasks.enqueue(transaction, postReply, { conversationId: id }, id);
}

/** Has the approved replies of an owner sent that waited for a sign-in at a source. */
export async function enqueueSignedIn(
  tasks: Tasks,
  transaction: Transaction,
  { ownerId, source }: Pick<typeof conversations.$inferSelect, 'ownerId' | 'source'>,
  now: Date,
): Promise<void> {
  const waiting = await transaction.sql
    .select({ id: conversations.id })
    .from(conversations)
    .where(
      and(
        eq(conversations.ownerId, ownerId),
        eq(conversations.source, source),
        eq(conversations.status, 'APPROVED'),
        or(eq(conversations.outcome, 'logged-out'), isNotNull(conversations.heldBecause)),
      ),
    )
    .orderBy(asc(conversations.id));
  for (const { id } of waiting) await enqueueReply(tasks, transaction, id, now);
}

type Settings = { database: Database; now: () => Date };

export async function workPostingTasks(
  tasks: Tasks,
  service: PostingService,
  settings: Settings,
): Promise<void> {
  const advance = ({ conversationId }: { conversationId: string }, signal: AbortSignal) =>
    service.advance(conversationId, signal);
  // Each waits for its host most of the time, and a slow one holds up its own batch only.
  await tasks.work(postReply, advance, { atOnce: 2, batch: 4 });
  await tasks.work(findReply, advance, { atOnce: 2, batch: 2 });
  await tasks.work(sweepReplies, () => sweep(tasks, settings));
  await tasks.work(checkStandings, (_, signal) => service.checkStanding(signal));
  await tasks.schedule(sweepReplies, '* * * * *');
  await tasks.schedule(checkStandings, '*/5 * * * *');
}

/** Gives every reply that is due a task; nothing is lost when a task or a worker is. */
export async function sweep(tasks: Tasks, { database, now }: Settings): Promise<void> {
  const lost = await findLostReplies(database, now());
  const looks = await findDueLooks(database, now());
  await inTransaction(database, async (transaction) => {
    await noteEnqueued(transaction, lost, now());
    for (const id of lost) await tasks.enqueue(transaction, postReply, { conversationId: id }, id);
    for (const id of looks) await tasks.enqueue(transaction, findReply, { conversationId: id }, id);
  });
}
