import type { Transaction } from '#server/database/connect.ts';
import { billingMails, type users } from '#server/database/tables.ts';
import type { Snapshot } from '#server/features/billing/snapshot.ts';
import type { CheckoutSession, Payment } from '#server/integrations/payments/port.ts';

export type Letters = ReturnType<typeof billingLetters>;

type NewPayments = {
  user: Pick<typeof users.$inferSelect, 'id' | 'mailsOff'>;
  snapshot: Snapshot;
  /** Payments not stored before. */
  fresh: Payment[];
  /** Stored status of the session. */
  before: CheckoutSession['status'] | null;
};

type NewMail = typeof billingMails.$inferInsert;

/** Enqueues the letters for a snapshot, each once. */
export function billingLetters(deps: {
  enqueueMail: (transaction: Transaction, id: string) => Promise<void>;
  now: () => Date;
}) {
  const { enqueueMail, now } = deps;

  async function ask(transaction: Transaction, mail: Omit<NewMail, 'createdAt'>): Promise<void> {
    const insert = transaction.sql.insert(billingMails).values({ ...mail, createdAt: now() });
    const [asked] = await insert.onConflictDoNothing().returning({ id: billingMails.id });
    if (asked) await enqueueMail(transaction, asked.id);
  }

  return {
    /** Runs in the transaction that writes the snapshot. Receipts can't be switched off. */
    async askFor(transaction: Transaction, { user, snapshot, fresh, before }: NewPayments): Promise<void> {
      for (const { id, plan } of fresh) {
        await ask(transaction, {
          id: `receipt:${id}`,
          userId: user.id,
          kind: 'receipt',
          plan,
          paymentId: id,
        });
      }
      const failed = user.mailsOff.includes('paymentFailed') ? null : findFailure(snapshot, before);
      if (failed) await ask(transaction, { ...failed, userId: user.id, kind: 'failed' });
    },
  };
}

/**
 * A processing payment that failed, or an unpaid later period of a subscription. Events come in any order: the
 * processing state or an earlier paid period may not be stored yet.
 */
function findFailure(
  { session, hasFailed, subscription, failedInvoice }: Snapshot,
  before: NewPayments['before'],
): Pick<NewMail, 'id' | 'plan'> | null {
  if (session?.status === 'canceled' && (hasFailed || before === 'processing')) {
    return { id: `failed:${session.id}`, plan: session.plan };
  }
  if (!failedInvoice || !subscription || subscription.state === 'active') return null;
  return { id: `failed:${failedInvoice.id}:${failedInvoice.attempt}`, plan: 'developer' };
}
