import { and, asc, eq, exists, gt, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import type { Database } from '#server/database/connect.ts';
import { payments, users } from '#server/database/tables.ts';
import type { PaymentOrigin } from '#shared/contracts/billing.ts';
import { type PaymentFacts, readPayments } from './facts.ts';

export type DuePayments = ReturnType<typeof duePayments>;

/** Payments due for the next poll, and plans that came from other providers. */
export function duePayments({ sql: db }: Database, origin: PaymentOrigin) {
  return {
    /** Payments due for another read, in case an event about a refund or dispute was lost. */
    async findDuePayments(now: Date, limit: number): Promise<PaymentFacts[]> {
      const rows = await db
        .select({ id: payments.id })
        .from(payments)
        .where(and(eq(payments.origin, origin), isNotNull(payments.chargedAs), lte(payments.askAt, now)))
        .orderBy(asc(payments.askAt))
        .limit(limit);
      return rows.length > 0 ? readPayments(db, { ids: rows.map(({ id }) => id) }) : [];
    },

    async postponePayment(id: string, askAt: Date | null): Promise<void> {
      await db.update(payments).set({ askAt }).where(eq(payments.id, id));
    },

    /** Developer plans that an older release beside this one has granted: it knows no subscriptions. */
    async findSessionsWithoutSubscription(since: Date): Promise<string[]> {
      const ofPlan = and(eq(payments.plan, 'developer'), eq(payments.origin, origin));
      const isBare = and(ofPlan, isNull(payments.subscriptionId));
      const rows = await db
        .select({ id: payments.id })
        .from(payments)
        .where(and(isBare, gt(payments.grantedAt, since)))
        .limit(100);
      return rows.map(({ id }) => id);
    },

    /** Users whose plan came from payments to another provider. */
    async findPlansOfOthers(limit: number): Promise<string[]> {
      const paid = db.select({ one: sql`1` }).from(payments).where(eq(payments.userId, users.id));
      const isOther = sql`${users.billingOrigin} is distinct from ${origin}`;
      const rows = await db
        .select({ id: users.id })
        .from(users)
        .where(and(isOther, exists(paid)))
        .limit(limit);
      return rows.map(({ id }) => id);
    },
  };
}
