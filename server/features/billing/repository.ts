import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Database } from '#server/database/connect.ts';
import { checkouts, payments, subscriptions, users } from '#server/database/tables.ts';
import type { PaidPlan, PaymentOrigin } from '#shared/contracts/billing.ts';

export type BillingRepository = ReturnType<typeof billingRepository>;
type Buyer = Pick<typeof users.$inferSelect, 'plan' | 'billingCustomerId'>;

/** Buyers and their purchases at one provider. */
export function billingRepository({ sql: db }: Database, origin: PaymentOrigin) {
  return {
    async findBuyer(id: string): Promise<Buyer | null> {
      const [row] = await db.select().from(users).where(eq(users.id, id));
      if (!row) return null;
      const isCustomer = row.billingOrigin === origin;
      return { plan: row.plan, billingCustomerId: isCustomer ? row.billingCustomerId : null };
    },

    /** Of any provider, the newest first. */
    listPayments: (userId: string) => readPayments(db, { userId }),

    async listSubscriptions(userId: string): Promise<SubscriptionRow[]> {
      return (await readSubscriptions(db, userId)).filter((row) => row.origin === origin);
    },
  };
}

export type CheckoutRepository = ReturnType<typeof checkoutRepository>;
export type CheckoutRow = typeof checkouts.$inferSelect;
type Bought = Pick<CheckoutRow, 'userId' | 'plan'>;

/** Those that are not over. */
export const isOpen = inArray(checkouts.status, ['open', 'processing']);

/** The plan that a price was sold for, so that payments at an earlier price count; null for any other price. */
export async function findSoldPlan({ sql: db }: Database, priceId: string): Promise<PaidPlan | null> {
  const sold = db.select({ plan: checkouts.plan }).from(checkouts).where(eq(checkouts.priceId, priceId));
  const [found] = await sold.limit(1);
  return found?.plan ?? null;
}

/** Checkouts at one provider. */
export function checkoutRepository({ sql: db }: Database, origin: PaymentOrigin) {
  return {
    /** The checkout of a user and plan that is not over, whatever its price. */
    async findOpenCheckout({ userId, plan }: Bought): Promise<CheckoutRow | null> {
      const same = and(eq(checkouts.userId, userId), eq(checkouts.plan, plan), eq(checkouts.origin, origin));
      const [found] = await db.select().from(checkouts).where(and(same, isOpen));
      return found ?? null;
    },

    /** Does nothing when a checkout is already open. */
    async startCheckout(row: Omit<typeof checkouts.$inferInsert, 'origin'>): Promise<void> {
      await db
        .insert(checkouts)
        .values({ ...row, origin })
        .onConflictDoNothing();
    },

    /** A checkout whose session was not opened yet gets another price. */
    async changePrice({ id, attempt }: CheckoutRow, priceId: string): Promise<void> {
      const unopened = and(eq(checkouts.id, id), isNull(checkouts.sessionId));
      await db
        .update(checkouts)
        .set({ priceId, attempt: attempt + 1 })
        .where(unopened);
    },

    /** @returns the session of the checkout: another one, or none, after a concurrent change. */
    async saveSessionId({ id, priceId }: CheckoutRow, sessionId: string): Promise<string | null> {
      const [saved] = await db
        .update(checkouts)
        .set({ sessionId: sql`coalesce(${checkouts.sessionId}, ${sessionId})` })
        .where(and(eq(checkouts.id, id), eq(checkouts.priceId, priceId)))
        .returning({ sessionId: checkouts.sessionId });
      return saved?.sessionId ?? null;
    },

    async countFailedStart({ id, attempt }: CheckoutRow): Promise<void> {
      const untouched = and(
        eq(checkouts.id, id),
        eq(checkouts.attempt, attempt),
        isNull(checkouts.sessionId),
      );
      await db
        .update(checkouts)
        .set({ attempt: attempt + 1 })
        .where(untouched);
    },

    /** For a session that the provider does not know any more. */
    async closeCheckout(id: string): Promise<void> {
      await db.update(checkouts).set({ status: 'canceled' }).where(eq(checkouts.id, id));
    },
  };
}

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

function toFacts({ row, refunded: refundedSince, lost: lostSince }: PaymentRead) {
  // The table's plan type includes 'free', which has no payments.
  const plan = row.plan as PaidPlan;
  return {
    id: row.id,
    userId: row.userId,
    origin: row.origin,
    plan,
    chargedAs: row.chargedAs,
    subscriptionId: row.subscriptionId,
    amount: row.amount,
    currency: row.currency,
    refundedAmount: refundedSince ?? row.refundedAmount,
    disputed: lostSince ?? row.disputed,
    paidAt: row.paidAt,
    receiptUrl: row.receiptUrl,
  };
}
