import type {
  CheckoutSession,
  Payment,
  ReportedReversal,
  Subscription,
} from '#server/integrations/payments/port.ts';

/** The provider's state of one user at one moment. */
export type Snapshot = {
  kind: 'snapshot';
  userId: string;
  session:
    | (Pick<CheckoutSession, 'id' | 'plan'> & { status: Exclude<CheckoutSession['status'], 'refused'> })
    | null;
  /** The payment was processing and failed. */
  hasFailed: boolean;
  payments: Payment[];
  subscription: Subscription | null;
  customerId: string | null;
  /** A failed attempt to be paid for a later period of a subscription. */
  failedInvoice: { id: string; attempt: number } | null;
};

/** A charge changed that can't be read: its payment is not stored yet, or the provider can't look it up. */
export type UnreadCharge = {
  kind: 'unread-charge';
  chargedAs: string;
  isStored: boolean;
  reported: ReportedReversal | null;
  /** The event's time. */
  reportedAt: Date;
};

export function snapshotOf(userId: string, known: Partial<Snapshot>): Snapshot {
  return {
    kind: 'snapshot',
    userId,
    session: null,
    hasFailed: false,
    payments: [],
    subscription: null,
    customerId: null,
    failedInvoice: null,
    ...known,
  };
}

/** A session counts once it is paid or has ended. A refused session ends its checkout. */
export function snapshotOfSession(session: CheckoutSession, now: Date, hasFailed = false): Snapshot {
  const { id, plan, userId, customerId, subscription } = session;
  const status = session.status === 'refused' ? 'canceled' : session.status;
  if (status !== 'paid') return snapshotOf(userId, { session: { id, plan, status }, hasFailed });
  const payments = [session.payment ?? unpriced(session, now)];
  return snapshotOf(userId, { session: { id, plan, status }, customerId, subscription, payments });
}

export function snapshotOfSubscription(subscription: Subscription): Snapshot {
  const { userId, customerId, payment } = subscription;
  return snapshotOf(userId, { customerId, subscription, payments: payment ? [payment] : [] });
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
