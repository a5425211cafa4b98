import { desc, eq, inArray, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { payments, subscriptions } from '#server/database/tables.ts';
import type { PaidPlan } from '#shared/contracts/billing.ts';
import { prices } from '#shared/rules/prices.ts';

export type PaymentFacts = Awaited<ReturnType<typeof readPayments>>[number];
export type SubscriptionRow = typeof subscriptions.$inferSelect;
type Which = { userId: string } | { ids: string[] } | { chargedAs: string };

/** Payments, wherever they were made, the newest first, with what was taken back of them. */
export async function readPayments(database: NodePgDatabase, which: Which) {
  const rows = await database.select({ row: payments, refunded, lost }).from(payments).where(matching(which));
  return rows.map(toFacts).sort((a, b) => b.paidAt.getTime() - a.paidAt.getTime());
}

/** The newest first. */
export function readSubscriptions(database: NodePgDatabase, userId: string): Promise<SubscriptionRow[]> {
  return database
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.userId, userId))
    .orderBy(desc(subscriptions.currentPeriodEnd));
}

function matching(which: Which) {
  if ('ids' in which) return inArray(payments.id, which.ids);
  return 'userId' in which ? eq(payments.userId, which.userId) : eq(payments.chargedAs, which.chargedAs);
}

// By hand, because drizzle leaves a column's table out and the inner one would be meant. What was said before the
// payment was last read is part of that reading.
const refunded = sql<number | null>`(select max(refunded_amount)::float8 from reversals taken
  where taken.charged_as = payments.charged_as and taken.reading >= payments.reading and taken.id = 'refund')`;
/** Null where nobody has told us of a dispute since. */
const lost = sql<boolean | null>`(select bool_or(not won) from reversals taken
  where taken.charged_as = payments.charged_as and taken.reading >= payments.reading and taken.id <> 'refund')`;

type Read = { row: typeof payments.$inferSelect; refunded: number | null; lost: boolean | null };

function toFacts({ row, refunded: refundedLater, lost: lostLater }: Read) {
  // The table's plan type knows 'free' too; nobody pays for that.
  const plan = row.plan as PaidPlan;
  return {
    id: row.id,
    userId: row.userId,
    origin: row.origin,
    plan,
    chargedAs: row.chargedAs,
    subscriptionId: row.subscriptionId,
    // An older release, whose checkouts were all tests, kept no amounts.
    amount: row.amount ?? prices[plan].dollars * 100,
    currency: row.currency ?? 'USD',
    refundedAmount: refundedLater ?? row.refundedAmount,
    disputed: lostLater ?? row.disputed,
    paidAt: row.paidAt ?? row.grantedAt,
    receiptUrl: row.receiptUrl,
  };
}
