import { and, eq, gt, max, sql } from 'drizzle-orm';
import { type Database, inTransaction, type Transaction } from '#server/database/connect.ts';
import { campaigns, conversations, postingAttempts } from '#server/database/tables.ts';
import { withServerRules } from '#shared/rules/server-rules.ts';
import { isFederated } from '#shared/rules/source-words.ts';
import { startSending } from './attempts.ts';
import { budgetHistory } from './budget-history.ts';
import { decide, type Facts, type Verdict } from './may-go.ts';
import { type CampaignRow, type ConversationRow, type Held, noProblem } from './rows.ts';
import type { OwnAccount, PostingSettings } from './settings.ts';

export type Judging = ReturnType<typeof judging>;

type Outside = Pick<Facts, 'account' | 'mayPost' | 'card' | 'isSentTo'>;

/** Asks whether a reply may go, with what holds at that moment. */
export function judging({ database, posters, accounts, mayPost, cardOf, now, holdMs }: PostingSettings) {
  /** What can't be asked inside a transaction: it takes other connections. */
  async function outside(row: ConversationRow): Promise<Outside> {
    const [account, isAllowed] = await Promise.all([
      accounts.findAccount(row.ownerId, row.source, row.host),
      mayPost(row.ownerId),
    ]);
    const card = withServerRules(cardOf(row, now().toISOString().slice(0, 10)), row.source, account);
    const isSentTo = posters.posterFor(row.source)?.sendsTo(row.host) ?? false;
    return { account, mayPost: isAllowed, card, isSentTo };
  }

  return {
    /** Before the source is asked anything. */
    async judge({ row, campaign }: Held): Promise<Verdict> {
      const asked = await outside(row);
      return decide({ ...asked, ...(await inside(database.sql, { row, campaign }, asked.account, now())) });
    },

    /**
     * Judges again with the other replies of the budget, the campaign and the conversation locked, and notes that
     * the reply is being sent. Only after a `go` it may leave; from then on nobody sends it again.
     */
    async startSending(held: Held): Promise<Verdict> {
      const asked = await outside(held.row);
      return inTransaction(database, async (transaction) => {
        const locked = await lock(transaction, held.row);
        if (!locked) return { may: 'over' };
        const facts = { ...asked, ...(await inside(transaction.sql, locked, asked.account, now())) };
        const verdict = decide(facts);
        if (verdict.may !== 'go') return verdict;
        const until = new Date(facts.now.getTime() + holdMs);
        const hasBegun = await begin(transaction, held, facts, verdict.account, until);
        return hasBegun ? verdict : { may: 'over' };
      });
    },
  };
}

async function lock({ sql: db }: Transaction, { ownerId, source, host, id, campaignId }: ConversationRow) {
  // Two replies of one budget would each count as its last; an account of sources that pass posts on answers everywhere.
  const place = isFederated(source) ? `${ownerId} ${source}` : `${ownerId} ${source} ${host}`;
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${place}, 0))`);
  const [campaign] = await db.select().from(campaigns).where(eq(campaigns.id, campaignId)).for('share');
  const [row] = await db.select().from(conversations).where(eq(conversations.id, id)).for('no key update');
  return row && campaign ? { row, campaign } : null;
}

async function inside(
  db: Database['sql'],
  { row, campaign }: { row: ConversationRow; campaign: Pick<CampaignRow, 'active'> },
  account: OwnAccount | null,
  now: Date,
) {
  const { ownerId, source, host } = row;
  const history = await budgetHistory(db, { ownerId, source, host, accountId: account?.id ?? null });
  return { row, campaign, history, quietUntil: account && (await findQuiet(db, row, account, now)), now };
}

/** Writes that the reply is on its way, in the database and in what this worker holds; false when it lost its hold. */
async function begin(
  transaction: Transaction,
  held: Held,
  { row, now }: Facts,
  { id: senderId, username: senderName, host: senderHost }: OwnAccount,
  heldUntil: Date,
): Promise<boolean> {
  const sender = { senderId, senderName, senderHost };
  const left = { state: 'sending' as const, sentAt: now, hasLeft: true, notBefore: null, readBacks: 0 };
  const sending = { ...left, ...sender };
  if (!(await startSending(transaction, held, { ...sending, heldUntil, updatedAt: now }))) return false;
  const onItsWay = { status: 'POSTING' as const, repliedAt: now, accountId: senderId, ...noProblem };
  await transaction.sql
    .update(conversations)
    .set({ ...onItsWay, updatedAt: now })
    .where(eq(conversations.id, row.id));
  held.row = { ...row, ...onItsWay };
  held.attempt = { ...held.attempt, ...sending };
  return true;
}

/** Kept with the attempts, so that it outlives a reply that is taken back. */
async function findQuiet(
  db: Database['sql'],
  row: ConversationRow,
  account: OwnAccount,
  now: Date,
): Promise<Date | null> {
  const { quietUntil, senderName, senderHost } = postingAttempts;
  const [found] = await db
    .select({ until: max(quietUntil) })
    .from(postingAttempts)
    .innerJoin(conversations, eq(conversations.id, postingAttempts.conversationId))
    .where(
      and(
        eq(conversations.ownerId, row.ownerId),
        eq(conversations.source, row.source),
        eq(senderHost, account.host),
        eq(senderName, account.username),
        gt(quietUntil, now),
      ),
    );
  return found?.until ?? null;
}
