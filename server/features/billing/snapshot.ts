import { eq, sql } from 'drizzle-orm';
import type { Transaction } from '#server/database/connect.ts';
import { checkouts, payments, subscriptions, type users } from '#server/database/tables.ts';
import type { CheckoutSession, Payment, Subscription } from '#server/integrations/payments/port.ts';
import type { PaymentOrigin } from '#shared/contracts/billing.ts';
import { nextPaymentPollAt, nextPollAt, nextSubscriptionPollAt } from './next-poll.ts';
import { type PaymentFacts, readPayments, type SubscriptionRow } from './repository.ts';

type CheckoutStatus = Exclude<CheckoutSession['status'], 'refused'>;

/** The provider's state of one user at one moment. */
export type Snapshot = {
  kind: 'snapshot';
  userId: string;
  session: (Pick<CheckoutSession, 'id' | 'plan'> & { status: CheckoutStatus }) | null;
  /** The payment was processing and failed. */
  hasFailed: boolean;
  payments: Payment[];
  subscription: Subscription | null;
  customerId: string | null;
  /** An attempt to be paid for a later period of a subscription that failed. */
  failedInvoice: { id: string; attempt: number } | null;
};

/** Money returned from a charge: `refund`, or a dispute by its id. */
export type Reversal = {
  kind: 'reversal';
  chargedAs: string;
  id: string;
  refundedAmount: number;
  won: boolean;
};

const nothing = {
  kind: 'snapshot' as const,
  session: null,
  hasFailed: false,
  payments: [],
  subscription: null,
  customerId: null,
  failedInvoice: null,
};

/** A session counts once it is paid or has ended. A refused session ends its checkout. */
export function snapshotOfSession(session: CheckoutSession, now: Date, hasFailed = false): Snapshot {
  const { id, plan, userId, customerId, subscription } = session;
  const status = session.status === 'refused' ? 'canceled' : session.status;
  if (status !== 'paid') return { ...nothing, userId, session: { id, plan, status }, hasFailed };
  return {
    ...nothing,
    userId,
    session: { id, plan, status },
    customerId,
    subscription,
    payments: [session.payment ?? unpriced(session, now)],
  };
}

export function snapshotOfSubscription(subscription: Subscription): Snapshot {
  const { userId, customerId, payment } = subscription;
  return { ...nothing, userId, customerId, subscription, payments: payment ? [payment] : [] };
}

/** Snapshot of a single payment. */
export function snapshotOfPayment(payment: Payment): Snapshot {
  return { ...nothing, userId: payment.userId, payments: [payment] };
}

export function snapshotOfRenewal(payment: Payment, subscription: Subscription | null): Snapshot {
  const customerId = subscription?.customerId ?? null;
  return { ...nothing, userId: payment.userId, customerId, subscription, payments: [payment] };
}

export function snapshotOfFailure(
  subscription: Subscription,
  failedInvoice: Snapshot['failedInvoice'],
): Snapshot {
  return { ...snapshotOfSubscription(subscription), failedInvoice };
}

/** A session that was paid without an amount: there was nothing to pay. */
function unpriced({ id, userId, plan, subscription }: CheckoutSession, now: Date): Payment {
  return {
    id,
    userId,
    plan,
    chargedAs: null,
    subscriptionId: subscription?.id ?? null,
    amount: 0,
    currency: 'USD',
    refundedAmount: 0,
    disputed: false,
    paidAt: now,
    receiptUrl: null,
  };
}

type CheckoutRow = typeof checkouts.$inferSelect;
/** Stored rows for everything in a snapshot. */
type StoredFacts = {
  checkout: CheckoutRow | null;
  payments: PaymentFacts[];
  subscription: SubscriptionRow | null;
};
/** The provider, the number of the read, and its time. */
type ProviderReading = { origin: PaymentOrigin; since: number; now: Date };

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
