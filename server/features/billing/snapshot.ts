import type { CheckoutSession, Payment, Subscription } from '#server/integrations/payments/port.ts';

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
