import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#server/database/connect.ts';
import { campaigns, conversations, linkedAccounts, postingAttempts } from '#server/database/tables.ts';
import { sourceName } from '#shared/contracts/conversation-sources.ts';
import { isFederated } from '#shared/rules/source-words.ts';
import { watchedSince } from './schedule.ts';

/** So many are taken at a time; those that are left are the next minute's. */
const batch = 500;
/** A task that has not begun by then may be lost. */
const graceMs = 120_000;
/** An owner who posts by hand needs some minutes. */
const firstWatchMs = 180_000;

const { status, updatedAt, replyExternalId, standingCheckedAt, repliedAt } = conversations;
const { conversationId, holder, heldUntil, notBefore, state } = postingAttempts;

const before = (now: Date, ms: number) => new Date(now.getTime() - ms);
const isFree = (now: Date) => or(isNull(holder), lt(heldUntil, now));

/** Only the replies of accounts that are known can be looked for. */
const hasAccount = sql`exists (select from ${linkedAccounts}
  where ${linkedAccounts.ownerId} = ${conversations.ownerId} and ${linkedAccounts.source} = ${conversations.source}
    and ${or(eq(linkedAccounts.host, conversations.host), inArray(conversations.source, sourceName.options.filter(isFederated)))})`;

/** Approved replies that no worker holds, that are due, and whose task may be lost; and those on their way. */
export async function findLostReplies({ sql: db }: Database, now: Date): Promise<string[]> {
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

/** Replies to look for: those posted by hand, those whose answer was lost, and those accepted without an address. */
export async function findDueLooks({ sql: db }: Database, now: Date): Promise<string[]> {
  const isTime = and(isNotNull(notBefore), lte(notBefore, now));
  const byHand = and(
    eq(status, 'READY'),
    hasAccount,
    gt(updatedAt, watchedSince(now)),
    lt(updatedAt, before(now, firstWatchMs)),
    or(isNull(notBefore), isTime),
  );
  const accepted = and(
    eq(status, 'POSTED'),
    isNull(standingCheckedAt),
    isNull(replyExternalId),
    gt(repliedAt, watchedSince(now)),
    eq(state, 'sent'),
    isTime,
  );
  const waiting = [or(byHand, and(eq(status, 'UNCONFIRMED'), isTime)), accepted];
  const found = await Promise.all(
    waiting.map((isWaiting) =>
      db
        .select({ id: conversations.id })
        .from(conversations)
        .leftJoin(postingAttempts, eq(conversationId, conversations.id))
        .where(and(isWaiting, isFree(now)))
        .orderBy(sql`${notBefore} nulls first`)
        .limit(batch),
    ),
  );
  return found.flat().map(({ id }) => id);
}

/** Before several are changed or enqueued: in one order, so that a resume and a sweep can't wait for each other. */
export async function lockAttempts({ sql: db }: Transaction, ids: string[]): Promise<void> {
  const isOne = inArray(conversationId, ids);
  await db
    .select({ conversationId })
    .from(postingAttempts)
    .where(isOne)
    .orderBy(conversationId)
    .for('update');
}

/** Those that are enqueued have a task again. */
export async function noteEnqueued(transaction: Transaction, ids: string[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await lockAttempts(transaction, ids);
  await transaction.sql.update(postingAttempts).set({ updatedAt: now }).where(inArray(conversationId, ids));
}
