import { eq, sql } from 'drizzle-orm';
import type { Transaction } from '#server/database/connect.ts';
import { checkouts, payments, subscriptions, type users } from '#server/database/tables.ts';
import type { Payment, Subscription } from '#server/integrations/payments/port.ts';
import type { PaymentOrigin } from '#shared/contracts/billing.ts';
import { nextAsk, nextPaymentAsk, nextSubscriptionAsk } from './ask-times.ts';
import { type PaymentFacts, readPayments, type SubscriptionRow } from './facts.ts';
import type { Word } from './word.ts';

type CheckoutRow = typeof checkouts.$inferSelect;
/** What was written down before of everything that a word is about. */
export type Known = {
  checkout: CheckoutRow | null;
  payments: PaymentFacts[];
  subscription: SubscriptionRow | null;
};
/** The provider, the question that it answers, and when. */
export type Reading = { origin: PaymentOrigin; since: number; now: Date };

export async function readKnown({ sql: tx }: Transaction, word: Word): Promise<Known> {
  const { session, subscription } = word;
  const ids = word.payments.map(({ id }) => id);
  const [checkout] = session
    ? await tx.select().from(checkouts).where(eq(checkouts.sessionId, session.id))
    : [];
  const [row] = subscription
    ? await tx.select().from(subscriptions).where(eq(subscriptions.id, subscription.id))
    : [];
  const paid = ids.length > 0 ? await readPayments(tx, { ids }) : [];
  return { checkout: checkout ?? null, payments: paid, subscription: row ?? null };
}

type Customer = Pick<typeof users.$inferSelect, 'billingCustomerId' | 'billingOrigin'>;

/** False for a word that repeats what is known: it can't be too late. */
export function saysNews(word: Word, known: Known, user: Customer, origin: PaymentOrigin): boolean {
  const { session, subscription, customerId } = word;
  const isNewCustomer =
    customerId !== null && (customerId !== user.billingCustomerId || origin !== user.billingOrigin);
  return (
    (known.checkout !== null && session !== null && known.checkout.status !== session.status) ||
    (subscription !== null && !isSameSubscription(subscription, known.subscription)) ||
    word.payments.some(
      (paid) =>
        !isSamePayment(
          paid,
          known.payments.find(({ id }) => id === paid.id),
        ),
    ) ||
    (isNewCustomer && (subscription !== null || word.payments.length > 0))
  );
}

export async function saveWord(
  transaction: Transaction,
  word: Word,
  { checkout }: Known,
  reading: Reading,
): Promise<void> {
  const { sql: tx } = transaction;
  const { session, subscription } = word;
  if (session && checkout) {
    const askAt = nextAsk(checkout.createdAt, reading.now);
    await tx.update(checkouts).set({ status: session.status, askAt }).where(eq(checkouts.id, checkout.id));
  }
  await savePayments(transaction, word.payments, reading);
  if (subscription) await saveSubscription(transaction, subscription, reading);
}

/** When the subscription is asked about again, now that everything that is known of it is written down. */
export async function saveNextAsk(
  { sql: tx }: Transaction,
  subscription: Subscription,
  paid: PaymentFacts[],
  now: Date,
): Promise<void> {
  const last = paid.find(({ subscriptionId }) => subscriptionId === subscription.id);
  const askAt = nextSubscriptionAsk(subscription, last?.paidAt ?? null, now);
  await tx.update(subscriptions).set({ askAt }).where(eq(subscriptions.id, subscription.id));
}

function isSameSubscription(said: Subscription, row: SubscriptionRow | null): boolean {
  return (
    row !== null &&
    row.state === said.state &&
    row.cancelAtPeriodEnd === said.cancelAtPeriodEnd &&
    row.currentPeriodEnd.getTime() === said.currentPeriodEnd.getTime()
  );
}

/** What the provider does not tell this time stays as it was. */
function isSamePayment(said: Payment, known: PaymentFacts | undefined): boolean {
  return (
    known !== undefined &&
    known.amount === said.amount &&
    known.currency === said.currency &&
    known.refundedAmount === said.refundedAmount &&
    known.disputed === said.disputed &&
    (said.chargedAs ?? known.chargedAs) === known.chargedAs &&
    (said.subscriptionId ?? known.subscriptionId) === known.subscriptionId &&
    (said.receiptUrl ?? known.receiptUrl) === known.receiptUrl
  );
}

async function savePayments({ sql: tx }: Transaction, paid: Payment[], reading: Reading): Promise<void> {
  if (paid.length === 0) return;
  const { origin, since, now } = reading;
  const rows = paid.map((payment) => ({
    ...payment,
    origin,
    grantedAt: now,
    reading: since,
    askAt: payment.chargedAs === null ? null : nextPaymentAsk(payment, now),
  }));
  await tx
    .insert(payments)
    .values(rows)
    .onConflictDoUpdate({
      target: payments.id,
      set: {
        chargedAs: sql`coalesce(excluded.charged_as, ${payments.chargedAs})`,
        subscriptionId: sql`coalesce(excluded.subscription_id, ${payments.subscriptionId})`,
        amount: sql`excluded.amount`,
        currency: sql`excluded.currency`,
        refundedAmount: sql`excluded.refunded_amount`,
        disputed: sql`excluded.disputed`,
        paidAt: sql`coalesce(${payments.paidAt}, excluded.paid_at)`,
        receiptUrl: sql`coalesce(excluded.receipt_url, ${payments.receiptUrl})`,
        reading: sql`excluded.reading`,
        askAt: sql`excluded.ask_at`,
      },
    });
}

async function saveSubscription(
  { sql: tx }: Transaction,
  { id, userId, state, currentPeriodEnd, cancelAtPeriodEnd }: Subscription,
  { origin, now }: Reading,
): Promise<void> {
  const described = { state, currentPeriodEnd, cancelAtPeriodEnd };
  await tx
    .insert(subscriptions)
    .values({ id, userId, origin, createdAt: now, askAt: now, ...described })
    .onConflictDoUpdate({ target: subscriptions.id, set: described });
}
