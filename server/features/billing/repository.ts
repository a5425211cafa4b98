import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Database } from '#server/database/connect.ts';
import { checkouts, payments, subscriptions, users } from '#server/database/tables.ts';
import type { PaidPlan, PaymentOrigin } from '#shared/contracts/billing.ts';

export type CheckoutRow = typeof checkouts.$inferSelect;
type Buyer = Pick<typeof users.$inferSelect, 'plan' | 'billingCustomerId'>;

/** A user with their customer at the provider. */
export async function findBuyer(
  { sql: db }: Database,
  origin: PaymentOrigin,
  id: string,
): Promise<Buyer | null> {
  const [row] = await db.select().from(users).where(eq(users.id, id));
  if (!row) return null;
  const isCustomer = row.billingOrigin === origin;
  return { plan: row.plan, billingCustomerId: isCustomer ? row.billingCustomerId : null };
}

/** The plan that a price was sold for, so that payments at an earlier price count; null for any other price. */
export async function findSoldPlan({ sql: db }: Database, priceId: string): Promise<PaidPlan | null> {
  const sold = db.select({ plan: checkouts.plan }).from(checkouts).where(eq(checkouts.priceId, priceId));
  const [found] = await sold.limit(1);
  return found?.plan ?? null;
}

/** Checkouts that are not over. */
export const isOpen = inArray(checkouts.status, ['open', 'processing']);

/** A payment with its refunds and disputes. */
export type PaymentFacts = Omit<typeof payments.$inferSelect, 'plan' | 'grantedAt' | 'reading' | 'pollAt'> & {
  plan: PaidPlan;
};
export type SubscriptionRow = typeof subscriptions.$inferSelect;
type PaymentFilter = { userId: string } | { ids: string[] } | { chargedAs: string };

/** Payments of all providers with refunds and disputes, the newest first. */
export async function readPayments(database: NodePgDatabase, filter: PaymentFilter): Promise<PaymentFacts[]> {
  const rows = await database
    .select({ row: payments, refunded, lost })
    .from(payments)
    .where(matching(filter));
  return rows.map(toFacts).sort((a, b) => b.paidAt.getTime() - a.paidAt.getTime());
}

/** Subscriptions at one provider, the newest first. */
export function readSubscriptions(
  database: NodePgDatabase,
  origin: PaymentOrigin,
  userId: string,
): Promise<SubscriptionRow[]> {
  return database
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.userId, userId), eq(subscriptions.origin, origin)))
    .orderBy(desc(subscriptions.currentPeriodEnd));
}

/** Begins the id of a notice's copy for the team. */
export const teamPrefix = 'team:';

/** It renews, so a second one would be paid for nothing. */
export function isCharged({ state, cancelAtPeriodEnd }: SubscriptionRow): boolean {
  return (state === 'active' || state === 'past_due') && !cancelAtPeriodEnd;
}

function matching(filter: PaymentFilter) {
  if ('ids' in filter) return inArray(payments.id, filter.ids);
  return 'userId' in filter ? eq(payments.userId, filter.userId) : eq(payments.chargedAs, filter.chargedAs);
}

// By hand, because drizzle omits a column's table and the inner one would be meant. Reversals reported before the
// payment was last read are part of that reading.
const refunded = sql<number | null>`(select max(refunded_amount)::float8 from reversals reported
  where reported.charged_as = payments.charged_as and reported.reading >= payments.reading
  and reported.id = 'refund')`;
/** Null when no dispute was reported since. */
const lost = sql<boolean | null>`(select bool_or(not won) from reversals reported
  where reported.charged_as = payments.charged_as and reported.reading >= payments.reading
  and reported.id not in ('refund', 'changed'))`;

type PaymentRead = { row: typeof payments.$inferSelect; refunded: number | null; lost: boolean | null };

function toFacts({ row, refunded: refundedSince, lost: lostSince }: PaymentRead): PaymentFacts {
  const { grantedAt, reading, pollAt, ...known } = row;
  return {
    ...known,
    // The table's plan type includes 'free', which has no payments.
    plan: row.plan as PaidPlan,
    refundedAmount: refundedSince ?? row.refundedAmount,
    disputed: lostSince ?? row.disputed,
  };
}
