import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Database } from '#server/database/connect.ts';
import { checkouts } from '#server/database/tables.ts';
import type { PaidPlan, PaymentOrigin } from '#shared/contracts/billing.ts';

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

    /** @returns the session that the checkout has: another one, or none, if somebody was faster. */
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
