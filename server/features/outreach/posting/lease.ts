import { randomUUID } from 'node:crypto';
import { and, eq, isNull, lt, ne, or } from 'drizzle-orm';
import { type Database, inTransaction, type Transaction } from '#server/database/connect.ts';
import { campaigns, conversations, postingAttempts } from '#server/database/tables.ts';
import type {
  AttemptChange,
  CampaignRow,
  Change,
  ConversationRow,
  LeasedReply,
  PostingDeps,
} from './attempt.ts';

type LeaseDeps = Pick<PostingDeps, 'database' | 'now'>;

const { conversationId, holder: heldBy, heldUntil } = postingAttempts;
const free = { holder: null, heldUntil: null };

/** Less than the time after which a task is given to another worker. */
export const leaseMs = 100_000;

export async function findConversation(
  { sql: db }: Database,
  id: string,
): Promise<{ row: ConversationRow; campaign: CampaignRow } | null> {
  const [found] = await db
    .select({ row: conversations, campaign: campaigns })
    .from(conversations)
    .innerJoin(campaigns, eq(campaigns.id, conversations.campaignId))
    .where(eq(conversations.id, id));
  return found ?? null;
}

/**
 * Works with the lease of a reply's attempt: only the worker that has it works on the reply. Null when the conversation
 * is unknown or another worker has it. Releases it after errors too, so that nothing waits for its end.
 */
export async function withLease<T>(
  deps: LeaseDeps,
  id: string,
  signal: AbortSignal | null,
  work: (leased: LeasedReply, signal: AbortSignal) => Promise<T>,
): Promise<T | null> {
  const leased = await takeLease(deps, id);
  if (!leased) return null;
  const timeUp = AbortSignal.timeout(leaseMs);
  try {
    return await work(leased, signal ? AbortSignal.any([signal, timeUp]) : timeUp);
  } finally {
    await deps.database.sql.update(postingAttempts).set(free).where(isLeasedBy(leased));
  }
}

/** Null while another worker has the lease; one that doesn't come back loses it after `leaseMs`. */
async function takeLease({ database, now }: LeaseDeps, id: string): Promise<LeasedReply | null> {
  if (!(await findConversation(database, id))) return null;
  const at = now();
  const holder = randomUUID();
  const lease = { holder, heldUntil: new Date(at.getTime() + leaseMs), updatedAt: at };
  const [attempt] = await database.sql
    .insert(postingAttempts)
    .values({ conversationId: id, ...lease })
    .onConflictDoUpdate({
      target: conversationId,
      set: lease,
      setWhere: or(isNull(heldBy), lt(heldUntil, at)),
    })
    .returning();
  // Read again under the lease: it may have changed before.
  const found = attempt && (await findConversation(database, id));
  return found ? { ...found, attempt, holder } : null;
}

/** Saves the result of a step and releases the lease. A lost lease or a state that changed concurrently stays. */
export function settleReply(
  { database, now }: LeaseDeps,
  leased: LeasedReply,
  { conversation, attempt }: Change,
): Promise<void> {
  return inTransaction(database, async (transaction) => {
    const { sql: tx } = transaction;
    const updatedAt = now();
    const { row } = leased;
    if (conversation) await lockConversation(transaction, row.id);
    const { rowCount } = await tx
      .update(postingAttempts)
      .set({ ...attempt, ...free, updatedAt })
      .where(isLeasedBy(leased));
    if (!rowCount || !conversation) return;
    await tx
      .update(conversations)
      .set({ ...conversation, updatedAt })
      .where(and(eq(conversations.id, row.id), eq(conversations.status, row.status)));
  });
}

/** Saves a reply that was found, whatever lease exists: it is true in any case. */
export function settlePosted(
  { database, now }: LeaseDeps,
  { id }: ConversationRow,
  { conversation, attempt }: Required<Change>,
): Promise<void> {
  return inTransaction(database, async (transaction) => {
    const { sql: tx } = transaction;
    const updatedAt = now();
    await lockConversation(transaction, id);
    await tx
      .update(postingAttempts)
      .set({ ...attempt, ...free, updatedAt })
      .where(eq(conversationId, id));
    const isNews = or(ne(conversations.status, 'POSTED'), isNull(conversations.replyExternalId));
    await tx
      .update(conversations)
      .set({ ...conversation, updatedAt })
      .where(and(eq(conversations.id, id), isNews));
  });
}

const isLeasedBy = ({ row, holder }: LeasedReply) => and(eq(conversationId, row.id), eq(heldBy, holder));

/** Lock it before the attempt, as everywhere. */
async function lockConversation({ sql: tx }: Transaction, id: string): Promise<void> {
  const { id: key } = conversations;
  await tx.select({ key }).from(conversations).where(eq(key, id)).for('no key update');
}

/** Changes an attempt that this worker holds; false when it no longer does, or it is not `waiting` any more. */
export async function changeWaiting(
  { sql: tx }: Transaction,
  leased: LeasedReply,
  change: AttemptChange & { heldUntil: Date; updatedAt: Date },
): Promise<boolean> {
  const isWaiting = and(isLeasedBy(leased), eq(postingAttempts.state, 'waiting'));
  const { rowCount } = await tx.update(postingAttempts).set(change).where(isWaiting);
  return Boolean(rowCount);
}
