import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm';
import { type Database, inTransaction, type Transaction } from '#server/database/connect.ts';
import { campaigns, conversations, linkedAccounts, postingAttempts } from '#server/database/tables.ts';
import type { Queue, Tasks } from '#server/tasks/tasks.ts';
import { sourceName } from '#shared/contracts/outreach/conversation-sources.ts';
import { isFederated } from '#shared/rules/outreach/places/source-labels.ts';
import type { PostingDeps } from './attempt.ts';
import { checkPosted } from './posted-checks.ts';
import { watchedSince } from './schedule.ts';
import { advanceReply } from './send-reply.ts';

/** So many are taken at a time; those that are left are the next minute's. */
const batch = 500;
/** A task that has not begun by then may be lost. */
const graceMs = 120_000;
/** An owner who posts by hand needs some minutes. */
const firstWatchMs = 180_000;

const { status, updatedAt } = conversations;
const { conversationId, holder, heldUntil, notBefore } = postingAttempts;

const before = (now: Date, ms: number) => new Date(now.getTime() - ms);
const isFree = (now: Date) => or(isNull(holder), lt(heldUntil, now));

/** Only replies of linked accounts can be found. */
const hasAccount = sql`exists (select from ${linkedAccounts}
  where ${linkedAccounts.ownerId} = ${conversations.ownerId} and ${linkedAccounts.source} = ${conversations.source}
    and ${or(eq(linkedAccounts.host, conversations.host), inArray(conversations.source, sourceName.options.filter(isFederated)))})`;

/** Approved replies that no worker holds, that are due, and whose task may be lost; and those on their way. */
async function findLostReplies({ sql: db }: Database, now: Date): Promise<string[]> {
  const hasTask = and(isNull(holder), gt(postingAttempts.updatedAt, before(now, graceMs)));
  const isDue = and(isFree(now), or(isNull(notBefore), lte(notBefore, now)), sql`not (${hasTask})`);
  const rows = await db
    .select({ id: conversations.id })
    .from(conversations)
    .innerJoin(campaigns, eq(campaigns.id, conversations.campaignId))
    .leftJoin(postingAttempts, eq(conversationId, conversations.id))
    .where(
      and(
        inArray(status, ['APPROVED', 'POSTING']),
        or(campaigns.active, eq(status, 'POSTING')),
        or(and(isNull(conversationId), lt(updatedAt, before(now, graceMs))), isDue),
      ),
    )
    .orderBy(asc(updatedAt))
    .limit(batch);
  return rows.map(({ id }) => id);
}

/** Replies to search for: posted by hand, with a lost answer, or before a moderator. */
async function findDueSearches({ sql: db }: Database, now: Date): Promise<string[]> {
  const isTime = and(isNotNull(notBefore), lte(notBefore, now));
  const byHand = and(
    eq(status, 'READY'),
    hasAccount,
    gt(updatedAt, watchedSince(now)),
    lt(updatedAt, before(now, firstWatchMs)),
    or(isNull(notBefore), isTime),
  );
  const rows = await db
    .select({ id: conversations.id })
    .from(conversations)
    .leftJoin(postingAttempts, eq(conversationId, conversations.id))
    .where(and(or(byHand, and(eq(status, 'UNCONFIRMED'), isTime)), isFree(now)))
    .orderBy(sql`${notBefore} nulls first`)
    .limit(batch);
  return rows.map(({ id }) => id);
}

/** Before several are changed or enqueued: in one order, so that a resume and a sweep can't wait for each other. */
async function lockAttempts({ sql: db }: Transaction, ids: string[]): Promise<void> {
  const isOne = inArray(conversationId, ids);
  await db
    .select({ conversationId })
    .from(postingAttempts)
    .where(isOne)
    .orderBy(conversationId)
    .for('update');
}

/** Those that are enqueued have a task again. */
async function noteEnqueued(transaction: Transaction, ids: string[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await lockAttempts(transaction, ids);
  await transaction.sql.update(postingAttempts).set({ updatedAt: now }).where(inArray(conversationId, ids));
}

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
/** Checks that posted replies are still there. */
export const checkPostedReplies: Queue<Record<string, never>> = { name: 'check-standings', onePerKey: true };

export const postingQueues = [postReply, findReply, sweepReplies, checkPostedReplies];

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
        or(eq(conversations.outcome, 'logged-out'), sql`${conversations.heldBecause}->>'code' = 'sign-in'`),
      ),
    )
    .orderBy(asc(conversations.id));
  for (const { id } of waiting) await enqueueReply(tasks, transaction, id, now);
}

export async function workPostingTasks(tasks: Tasks, deps: PostingDeps): Promise<void> {
  const advance = ({ conversationId }: { conversationId: string }, signal: AbortSignal) =>
    advanceReply(deps, conversationId, signal);
  // Each mostly waits for its host, and a slow one blocks only its batch.
  await tasks.work(postReply, advance, { atOnce: 2, batch: 4 });
  await tasks.work(findReply, advance, { atOnce: 2, batch: 2 });
  await tasks.work(sweepReplies, () => sweep(tasks, deps));
  await tasks.work(checkPostedReplies, (_, signal) => checkPosted(deps, signal));
  await tasks.schedule(sweepReplies, '* * * * *');
  await tasks.schedule(checkPostedReplies, '*/5 * * * *');
}

/** Gives every reply that is due a task; nothing is lost when a task or a worker is. */
export async function sweep(
  tasks: Tasks,
  { database, now }: Pick<PostingDeps, 'database' | 'now'>,
): Promise<void> {
  const lost = await findLostReplies(database, now());
  const looks = await findDueSearches(database, now());
  await inTransaction(database, async (transaction) => {
    await noteEnqueued(transaction, lost, now());
    for (const id of lost) await tasks.enqueue(transaction, postReply, { conversationId: id }, id);
    for (const id of looks) await tasks.enqueue(transaction, findReply, { conversationId: id }, id);
  });
}
