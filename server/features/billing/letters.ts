import type { Transaction } from '#server/database/connect.ts';
import { billingMails, type users } from '#server/database/tables.ts';
import type { CheckoutSession, Payment } from '#server/integrations/payments/port.ts';
import type { Word } from './word.ts';

export type Letters = ReturnType<typeof billingLetters>;

type News = {
  user: Pick<typeof users.$inferSelect, 'id' | 'mailsOff'>;
  word: Word;
  /** Payments that were not known before. */
  fresh: Payment[];
  /** What was known of the session. */
  before: CheckoutSession['status'] | null;
};

type NewMail = typeof billingMails.$inferInsert;

/** Decides which letters a word of the provider is worth, each once whoever hears it how often. */
export function billingLetters(settings: {
  enqueueMail: (transaction: Transaction, id: string) => Promise<void>;
  now: () => Date;
}) {
  const { enqueueMail, now } = settings;

  async function ask(transaction: Transaction, mail: Omit<NewMail, 'createdAt'>): Promise<void> {
    const insert = transaction.sql.insert(billingMails).values({ ...mail, createdAt: now() });
    const [asked] = await insert.onConflictDoNothing().returning({ id: billingMails.id });
    if (asked) await enqueueMail(transaction, asked.id);
  }

  return {
    /** In the transaction that writes the word down. Receipts can't be switched off. */
    async askFor(transaction: Transaction, { user, word, fresh, before }: News): Promise<void> {
      for (const { id, plan } of fresh) {
        await ask(transaction, {
          id: `receipt:${id}`,
          userId: user.id,
          kind: 'receipt',
          plan,
          paymentId: id,
        });
      }
      const failed = user.mailsOff.includes('paymentFailed') ? null : findFailure(word, before);
      if (failed) await ask(transaction, { ...failed, userId: user.id, kind: 'failed' });
    },
  };
}

/**
 * A payment on its way that did not arrive, or a later period of a subscription that is not paid. Events come in any
 * order: that it was on its way, or that an earlier period was paid, may not have been heard yet.
 */
function findFailure(
  { session, hasFailed, subscription, failedInvoice }: Word,
  before: News['before'],
): Pick<NewMail, 'id' | 'plan'> | null {
  if (session?.status === 'canceled' && (hasFailed || before === 'processing')) {
    return { id: `failed:${session.id}`, plan: session.plan };
  }
  if (!failedInvoice || !subscription || subscription.state === 'active') return null;
  return { id: `failed:${failedInvoice.id}:${failedInvoice.attempt}`, plan: 'developer' };
}
