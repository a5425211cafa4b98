import { eq, sql } from 'drizzle-orm';
import type { Transaction } from '#server/database/connect.ts';
import { checkouts, payments, subscriptions, type users } from '#server/database/tables.ts';
import type { Payment, Subscription } from '#server/integrations/payments/port.ts';
import type { PaymentOrigin } from '#shared/contracts/billing.ts';
import { type PaymentFacts, readPayments, type SubscriptionRow } from './facts.ts';
import { nextPaymentPollAt, nextPollAt, nextSubscriptionPollAt } from './next-poll.ts';
import type { Snapshot } from './snapshot.ts';

type CheckoutRow = typeof checkouts.$inferSelect;
/** Stored rows for everything in a snapshot. */
export type StoredFacts = {
  checkout: CheckoutRow | null;
  payments: PaymentFacts[];
  subscription: SubscriptionRow | null;
};
/** The provider, the number of the read, and its time. */
export type ProviderReading = { origin: PaymentOrigin; since: number; now: Date };

export async function readKnown({ sql: tx }: Transaction, snapshot: Snapshot): Promise<StoredFacts> {
  const { session, subscription } = snapshot;
  const ids = snapshot.payments.map(({ id }) => id);
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

/** False for a snapshot that repeats stored rows: it can't be outdated. */
export function hasChanges(
  snapshot: Snapshot,
  known: StoredFacts,
  user: Customer,
  origin: PaymentOrigin,
): boolean {
  const { session, subscription, customerId } = snapshot;
  const isNewCustomer =
    customerId !== null && (customerId !== user.billingCustomerId || origin !== user.billingOrigin);
  return (
    (known.checkout !== null && session !== null && known.checkout.status !== session.status) ||
    (subscription !== null && !isSameSubscription(subscription, known.subscription)) ||
    snapshot.payments.some(
      (paid) =>
        !isSamePayment(
          paid,
          known.payments.find(({ id }) => id === paid.id),
        ),
    ) ||
    (isNewCustomer && (subscription !== null || snapshot.payments.length > 0))
  );
}

export async function saveSnapshot(
  transaction: Transaction,
  snapshot: Snapshot,
  { checkout }: StoredFacts,
  reading: ProviderReading,
): Promise<void> {
  const { sql: tx } = transaction;
  const { session, subscription } = snapshot;
  if (session && checkout) {
    const askAt = nextPollAt(checkout.createdAt, reading.now);
    await tx.update(checkouts).set({ status: session.status, askAt }).where(eq(checkouts.id, checkout.id));
  }
  await savePayments(transaction, snapshot.payments, reading);
  if (subscription) await saveSubscription(transaction, subscription, reading);
}

/** Sets the subscription's next poll, after its payments are stored. */
export async function saveNextPoll(
  { sql: tx }: Transaction,
  subscription: Subscription,
  paid: PaymentFacts[],
  now: Date,
): Promise<void> {
  const last = paid.find(({ subscriptionId }) => subscriptionId === subscription.id);
  const askAt = nextSubscriptionPollAt(subscription, last?.paidAt ?? null, now);
  await tx.update(subscriptions).set({ askAt }).where(eq(subscriptions.id, subscription.id));
}

function isSameSubscription(reported: Subscription, row: SubscriptionRow | null): boolean {
  return (
    row !== null &&
    row.state === reported.state &&
    row.cancelAtPeriodEnd === reported.cancelAtPeriodEnd &&
    row.currentPeriodEnd.getTime() === reported.currentPeriodEnd.getTime()
  );
}

/** Values missing from a snapshot keep their stored value. */
function isSamePayment(reported: Payment, known: PaymentFacts | undefined): boolean {
  return (
    known !== undefined &&
    known.amount === reported.amount &&
    known.currency === reported.currency &&
    known.refundedAmount === reported.refundedAmount &&
    known.disputed === reported.disputed &&
    (reported.chargedAs ?? known.chargedAs) === known.chargedAs &&
    (reported.subscriptionId ?? known.subscriptionId) === known.subscriptionId &&
    (reported.receiptUrl ?? known.receiptUrl) === known.receiptUrl
  );
}

async function savePayments(
  { sql: tx }: Transaction,
  paid: Payment[],
  reading: ProviderReading,
): Promise<void> {
  if (paid.length === 0) return;
  const { origin, since, now } = reading;
  const rows = paid.map((payment) => ({
    ...payment,
    origin,
    grantedAt: now,
    reading: since,
    askAt: payment.chargedAs === null ? null : nextPaymentPollAt(payment, now),
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
  { origin, now }: ProviderReading,
): Promise<void> {
  const described = { state, currentPeriodEnd, cancelAtPeriodEnd };
  await tx
    .insert(subscriptions)
    .values({ id, userId, origin, createdAt: now, askAt: now, ...described })
    .onConflictDoUpdate({ target: subscriptions.id, set: described });
}
