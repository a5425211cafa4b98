import { and, asc, eq, isNotNull, lte, ne } from 'drizzle-orm';
import type { Database } from '#server/database/connect.ts';
import { checkouts, subscriptions } from '#server/database/tables.ts';
import type { PaymentOrigin } from '#shared/contracts/billing.ts';
import { type CheckoutRow, isOpen } from './checkout-repository.ts';
import type { SubscriptionRow } from './facts.ts';

export type DueRepository = ReturnType<typeof dueRepository>;

/** Checkouts and subscriptions due for the next poll. */
export function dueRepository({ sql: db }: Database, origin: PaymentOrigin) {
  return {
    async findDueCheckouts(now: Date, limit: number): Promise<(CheckoutRow & { sessionId: string })[]> {
      const due = and(
        isOpen,
        eq(checkouts.origin, origin),
        isNotNull(checkouts.sessionId),
        lte(checkouts.askAt, now),
      );
      const rows = await db.select().from(checkouts).where(due).orderBy(asc(checkouts.askAt)).limit(limit);
      return rows.flatMap((row) => (row.sessionId ? [{ ...row, sessionId: row.sessionId }] : []));
    },

    findDueSubscriptions(now: Date, limit: number): Promise<SubscriptionRow[]> {
      const due = and(
        ne(subscriptions.state, 'ended'),
        eq(subscriptions.origin, origin),
        lte(subscriptions.askAt, now),
      );
      return db.select().from(subscriptions).where(due).orderBy(asc(subscriptions.askAt)).limit(limit);
    },

    async postponeCheckout(id: string, askAt: Date): Promise<void> {
      await db.update(checkouts).set({ askAt }).where(eq(checkouts.id, id));
    },

    async postponeSubscription(id: string, askAt: Date): Promise<void> {
      await db.update(subscriptions).set({ askAt }).where(eq(subscriptions.id, id));
    },
  };
}
