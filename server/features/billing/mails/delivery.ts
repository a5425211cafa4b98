import { eq } from 'drizzle-orm';
import type { Database } from '#server/database/connect.ts';
import { billingMails, users } from '#server/database/tables.ts';
import { readPayments } from '#server/features/billing/repository.ts';
import type { Mail } from '#server/integrations/mail/port.ts';
import { failureText, mailWork } from '#server/mail/mail-work.ts';
import type { BillingMail } from './compose-billing-mail.ts';

type BillingMailDeliveryDeps = {
  repository: MailRepository;
  mail: Mail;
  siteUrl: () => string;
  /** No money moves: the letters say so. */
  isTest: boolean;
  now: () => Date;
};

/**
 * Sends one stored letter, unless that has happened. Its row says why it failed, and whether that ended it.
 * @throws what the mail port throws.
 */
export function billingMailDelivery({ repository, mail, siteUrl, isTest, now }: BillingMailDeliveryDeps) {
  return async (id: string, isLastTry: boolean): Promise<void> => {
    const row = await repository.findMail(id);
    if (!row || row.deliveredAt) return;
    const { composeBillingMail } = await import('./compose-billing-mail.ts');
    try {
      // A receipt may wait while the provider changes: it is about the money that was.
      const isTestOf = row.payment ? row.payment.origin !== 'stripe-live' : isTest;
      await mail.send(composeBillingMail(row, { siteUrl: siteUrl(), isTest: isTestOf }));
    } catch (error) {
      const isOver = isLastTry || mailWork.isFinal(error);
      await repository.recordFailure(id, failureText(error), isOver ? now() : null);
      throw error;
    }
    await repository.markDelivered(id, now());
  };
}

type MailRepository = ReturnType<typeof mailRepository>;
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
