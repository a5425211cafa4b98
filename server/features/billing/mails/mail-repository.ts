import { eq } from 'drizzle-orm';
import type { Database } from '#server/database/connect.ts';
import { billingMails, users } from '#server/database/tables.ts';
import { type PaymentFacts, readPayments } from '#server/features/billing/facts.ts';

export type MailRepository = ReturnType<typeof mailRepository>;
export type BillingMail = typeof billingMails.$inferSelect & {
  email: string;
  plan: 'pro' | 'developer';
  userPlan: typeof users.$inferSelect.plan;
  /** The payment of a receipt. */
  payment: PaymentFacts | null;
};

export function mailRepository({ sql: db }: Database) {
  const byId = (id: string) => eq(billingMails.id, id);
  return {
    /** A letter with its payment and user. */
    async findMail(id: string): Promise<BillingMail | null> {
      const [row] = await db
        .select({ mail: billingMails, email: users.email, userPlan: users.plan })
        .from(billingMails)
        .innerJoin(users, eq(users.id, billingMails.userId))
        .where(byId(id));
      if (!row) return null;
      const { mail, ...reader } = row;
      const [payment] = mail.paymentId ? await readPayments(db, { ids: [mail.paymentId] }) : [];
      return { ...mail, ...reader, payment: payment ?? null };
    },

    async markDelivered(id: string, deliveredAt: Date): Promise<void> {
      await db.update(billingMails).set({ deliveredAt, failure: null, givenUpAt: null }).where(byId(id));
    },

    /** `givenUpAt` is null while another try will come. */
    async recordFailure(id: string, failure: string, givenUpAt: Date | null): Promise<void> {
      await db.update(billingMails).set({ failure, givenUpAt }).where(byId(id));
    },
  };
}
