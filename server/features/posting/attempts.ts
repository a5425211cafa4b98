import { and, eq, inArray, isNull, lt, ne, or } from 'drizzle-orm';
import { type Database, inTransaction, type Transaction } from '#server/database/connect.ts';
import { campaigns, conversations, postingAttempts } from '#server/database/tables.ts';
import type { AttemptChange, AttemptRow, CampaignRow, Change, ConversationRow, Held } from './rows.ts';

export type Attempts = ReturnType<typeof attemptRepository>;

const { conversationId, holder: heldBy, heldUntil } = postingAttempts;

/** The attempts to send replies: one a conversation, with one holder at a time. */
export function attemptRepository(database: Database) {
  const { sql: db } = database;
  return {
    async find(id: string): Promise<{ row: ConversationRow; campaign: CampaignRow } | null> {
      const [found] = await db
        .select({ row: conversations, campaign: campaigns })
        .from(conversations)
        .innerJoin(campaigns, eq(campaigns.id, conversations.campaignId))
        .where(eq(conversations.id, id));
      return found ?? null;
    },

    hold: (id: string, holder: string, now: Date, until: Date) => hold(db, id, holder, now, until),

    /** Notes what a step came to and lets the attempt go, unless another worker has taken it meanwhile. */
    settle: (held: Held, now: Date, { conversation, attempt }: Change): Promise<void> =>
      inTransaction(database, async (transaction) => {
        const free = { ...attempt, holder: null, heldUntil: null, updatedAt: now };
        if (conversation) await lockConversation(transaction, held.row.id);
        const { rowCount } = await transaction.sql.update(postingAttempts).set(free).where(isHeldBy(held));
        if (rowCount && conversation) await save(transaction, held.row, now, conversation);
      }),

    /** Notes a reply that is there, whoever holds it now: that is true whatever others have seen. */
    settlePosted: (row: ConversationRow, now: Date, change: Required<Change>): Promise<void> =>
      inTransaction(database, (transaction) => settlePosted(transaction, row, now, change)),

    /**
     * Notes that a reply whose answer was lost is on its way again, so that nobody takes it over; false when its owner
     * or another worker has done so meanwhile.
     */
    beginAgain: (held: Held, now: Date, heldUntil: Date): Promise<boolean> =>
      inTransaction(database, (transaction) => beginAgain(transaction, held, now, heldUntil)),

    /** The source took the reply and did not say where it is. */
    async noteAccepted(held: Held, now: Date): Promise<void> {
      await db.update(postingAttempts).set({ state: 'sent', updatedAt: now }).where(isHeldBy(held));
      held.attempt = { ...held.attempt, state: 'sent' };
    },

    async release(held: Held): Promise<void> {
      await db.update(postingAttempts).set({ holder: null, heldUntil: null }).where(isHeldBy(held));
    },
  };
}

const isHeldBy = ({ row, holder }: Held) => and(eq(conversationId, row.id), eq(heldBy, holder));

/** Before the attempt, as everybody does who changes both. */
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
  held: Held,
  now: Date,
  heldUntil: Date,
): Promise<boolean> {
  const { sql: db } = transaction;
  await lockConversation(transaction, held.row.id);
  const { rowCount } = await db
    .update(postingAttempts)
    .set({ heldUntil, updatedAt: now })
    .where(isHeldBy(held));
  if (!rowCount) return false;
  const isLost = inArray(conversations.status, ['POSTING', 'UNCONFIRMED', 'APPROVED']);
  const [row] = await db
    .update(conversations)
    .set({ status: 'POSTING', updatedAt: now })
    .where(and(eq(conversations.id, held.row.id), isLost))
    .returning();
  if (row) held.row = row;
  return row !== undefined;
}

/** Takes the attempt; null while another worker holds it. Whoever doesn't come back loses it at `until`. */
async function hold(
  db: Database['sql'],
  id: string,
  holder: string,
  now: Date,
  until: Date,
): Promise<AttemptRow | null> {
  const held = { holder, heldUntil: until, updatedAt: now };
  const [attempt] = await db
    .insert(postingAttempts)
    .values({ conversationId: id, ...held })
    .onConflictDoUpdate({
      target: conversationId,
      set: held,
      setWhere: or(isNull(heldBy), lt(heldUntil, now)),
    })
    .returning();
  return attempt ?? null;
}

/** A state that somebody else has changed meanwhile stays. */
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
  held: Held,
  change: AttemptChange & { heldUntil: Date; updatedAt: Date },
): Promise<boolean> {
  const isWaiting = and(isHeldBy(held), eq(postingAttempts.state, 'waiting'));
  const { rowCount } = await db.update(postingAttempts).set(change).where(isWaiting);
  return Boolean(rowCount);
}
