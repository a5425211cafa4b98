import { and, eq, inArray, isNull, lt, ne, or } from 'drizzle-orm';
import { type Database, inTransaction, type Transaction } from '#server/database/connect.ts';
import { campaigns, conversations, postingAttempts } from '#server/database/tables.ts';
import type {
  AttemptChange,
  AttemptRow,
  CampaignRow,
  Change,
  ConversationRow,
  LeasedReply,
} from './attempt.ts';
import type { PostingDeps } from './deps.ts';

export type ReplyLeases = ReturnType<typeof replyLeases>;

const { conversationId, holder: heldBy, heldUntil } = postingAttempts;

/** Attempts to send replies, one a conversation: only the worker with the lease works on it. */
export function replyLeases({
  database,
  now,
  randomId,
  leaseMs,
}: Pick<PostingDeps, 'database' | 'now' | 'randomId' | 'leaseMs'>) {
  const { sql: db } = database;

  async function find(id: string): Promise<{ row: ConversationRow; campaign: CampaignRow } | null> {
    const [found] = await db
      .select({ row: conversations, campaign: campaigns })
      .from(conversations)
      .innerJoin(campaigns, eq(campaigns.id, conversations.campaignId))
      .where(eq(conversations.id, id));
    return found ?? null;
  }

  /** Read again after the lease is taken: it may have changed before. */
  async function take(id: string): Promise<LeasedReply | null> {
    if (!(await find(id))) return null;
    const holder = randomId();
    const attempt = await takeLease(db, id, holder, now(), new Date(now().getTime() + leaseMs));
    const found = attempt && (await find(id));
    return found ? { ...found, attempt, holder } : null;
  }

  async function release(leased: LeasedReply): Promise<void> {
    await db.update(postingAttempts).set({ holder: null, heldUntil: null }).where(isLeasedBy(leased));
  }

  return {
    find,
    release,

    /**
     * Works with the lease; null when the conversation is unknown or another worker has it. Releases it after errors
     * too, so that nothing waits for its end.
     */
    async withLease<T>(
      id: string,
      signal: AbortSignal | null,
      work: (leased: LeasedReply, signal: AbortSignal) => Promise<T>,
    ): Promise<T | null> {
      const leased = await take(id);
      if (!leased) return null;
      const timeUp = AbortSignal.timeout(leaseMs);
      try {
        return await work(leased, signal ? AbortSignal.any([signal, timeUp]) : timeUp);
      } finally {
        await release(leased);
      }
    },

    /** Saves the result of a step and releases the lease, unless another worker has taken it. */
    settle: (leased: LeasedReply, now: Date, { conversation, attempt }: Change): Promise<void> =>
      inTransaction(database, async (transaction) => {
        const free = { ...attempt, holder: null, heldUntil: null, updatedAt: now };
        if (conversation) await lockConversation(transaction, leased.row.id);
        const { rowCount } = await transaction.sql
          .update(postingAttempts)
          .set(free)
          .where(isLeasedBy(leased));
        if (rowCount && conversation) await save(transaction, leased.row, now, conversation);
      }),

    /** Saves a reply that was found, whatever lease exists: it is true in any case. */
    settlePosted: (row: ConversationRow, now: Date, change: Required<Change>): Promise<void> =>
      inTransaction(database, (transaction) => settlePosted(transaction, row, now, change)),

    /**
     * Marks a reply with a lost answer as sending again, so that no other worker takes it. False when its owner or
     * another worker was first.
     */
    beginAgain: (leased: LeasedReply, now: Date, heldUntil: Date): Promise<boolean> =>
      inTransaction(database, (transaction) => beginAgain(transaction, leased, now, heldUntil)),

    /** The source took the reply and did not say where it is. */
    async noteAccepted(leased: LeasedReply, now: Date): Promise<void> {
      await db.update(postingAttempts).set({ state: 'sent', updatedAt: now }).where(isLeasedBy(leased));
      leased.attempt = { ...leased.attempt, state: 'sent' };
    },
  };
}

const isLeasedBy = ({ row, holder }: LeasedReply) => and(eq(conversationId, row.id), eq(heldBy, holder));

/** Lock it before the attempt, as everywhere. */
async function lockConversation({ sql: db }: Transaction, id: string): Promise<void> {
  const { id: key } = conversations;
  await db.select({ key }).from(conversations).where(eq(key, id)).for('no key update');
}

async function settlePosted(
  transaction: Transaction,
  row: ConversationRow,
  now: Date,
  { conversation, attempt }: Required<Change>,
): Promise<void> {
  const { sql: db } = transaction;
  await lockConversation(transaction, row.id);
  const free = { ...attempt, holder: null, heldUntil: null, updatedAt: now };
  await db.update(postingAttempts).set(free).where(eq(conversationId, row.id));
  const isNews = or(ne(conversations.status, 'POSTED'), isNull(conversations.replyExternalId));
  await db
    .update(conversations)
    .set({ ...conversation, updatedAt: now })
    .where(and(eq(conversations.id, row.id), isNews));
}

async function beginAgain(
  transaction: Transaction,
  leased: LeasedReply,
  now: Date,
  heldUntil: Date,
): Promise<boolean> {
  const { sql: db } = transaction;
  await lockConversation(transaction, leased.row.id);
  const { rowCount } = await db
    .update(postingAttempts)
    .set({ heldUntil, updatedAt: now })
    .where(isLeasedBy(leased));
  if (!rowCount) return false;
  const isLost = inArray(conversations.status, ['POSTING', 'UNCONFIRMED', 'APPROVED']);
  const [row] = await db
    .update(conversations)
    .set({ status: 'POSTING', updatedAt: now })
    .where(and(eq(conversations.id, leased.row.id), isLost))
    .returning();
  if (row) leased.row = row;
  return row !== undefined;
}

/** Takes the attempt; null while another worker holds it. Whoever doesn't come back loses it at `until`. */
async function takeLease(
  db: Database['sql'],
  id: string,
  holder: string,
  now: Date,
  until: Date,
): Promise<AttemptRow | null> {
  const lease = { holder, heldUntil: until, updatedAt: now };
  const [attempt] = await db
    .insert(postingAttempts)
    .values({ conversationId: id, ...lease })
    .onConflictDoUpdate({
      target: conversationId,
      set: lease,
      setWhere: or(isNull(heldBy), lt(heldUntil, now)),
    })
    .returning();
  return attempt ?? null;
}

/** Keeps a state that changed concurrently. */
async function save(
  { sql: db }: Transaction,
  row: ConversationRow,
  now: Date,
  change: Partial<ConversationRow>,
): Promise<void> {
  await db
    .update(conversations)
    .set({ ...change, updatedAt: now })
    .where(and(eq(conversations.id, row.id), eq(conversations.status, row.status)));
}

/** Changes an attempt that this worker holds; false when it no longer does, or it is not `waiting` any more. */
export async function startSending(
  { sql: db }: Transaction,
  leased: LeasedReply,
  change: AttemptChange & { heldUntil: Date; updatedAt: Date },
): Promise<boolean> {
  const isWaiting = and(isLeasedBy(leased), eq(postingAttempts.state, 'waiting'));
  const { rowCount } = await db.update(postingAttempts).set(change).where(isWaiting);
  return Boolean(rowCount);
}
