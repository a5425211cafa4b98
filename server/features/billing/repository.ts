import { eq } from 'drizzle-orm';
import type { Database } from '#server/database/connect.ts';
import { users } from '#server/database/tables.ts';
import type { PaymentOrigin } from '#shared/contracts/billing.ts';
import { readPayments, readSubscriptions, type SubscriptionRow } from './facts.ts';

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
