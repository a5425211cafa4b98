import { desc, eq, inArray, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { payments, subscriptions } from '#server/database/tables.ts';
import type { PaidPlan } from '#shared/contracts/billing.ts';
import { prices } from '#shared/rules/billing/prices.ts';

export type PaymentFacts = Awaited<ReturnType<typeof readPayments>>[number];
export type SubscriptionRow = typeof subscriptions.$inferSelect;
type PaymentFilter = { userId: string } | { ids: string[] } | { chargedAs: string };

/** Payments of all providers with refunds and disputes, the newest first. */
export async function readPayments(database: NodePgDatabase, filter: PaymentFilter) {
  const rows = await database
    .select({ row: payments, refunded, lost })
    .from(payments)
    .where(matching(filter));
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

function matching(filter: PaymentFilter) {
  if ('ids' in filter) return inArray(payments.id, filter.ids);
  return 'userId' in filter ? eq(payments.userId, filter.userId) : eq(payments.chargedAs, filter.chargedAs);
}

// By hand, because drizzle leaves a column's table out and the inner one would be meant. What was said before the
// payment was last read is part of that reading.
const refunded = sql<number | null>`(select max(refunded_amount)::float8 from reversals taken
  where taken.charged_as = payments.charged_as and taken.reading >= payments.reading and taken.id = 'refund')`;
/** Null when no dispute was reported since. */
const lost = sql<boolean | null>`(select bool_or(not won) from reversals taken
  where taken.charged_as = payments.charged_as and taken.reading >= payments.reading and taken.id <> 'refund')`;

type PaymentRead = { row: typeof payments.$inferSelect; refunded: number | null; lost: boolean | null };

function toFacts({ row, refunded: refundedLater, lost: lostLater }: PaymentRead) {
  // The table's plan type includes 'free', which has no payments.
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
