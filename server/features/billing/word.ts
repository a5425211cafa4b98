import type { CheckoutSession, Payment, Subscription } from '#server/integrations/payments/port.ts';

type KeptStatus = Exclude<CheckoutSession['status'], 'refused'>;

/** What the provider has said at one moment about one user. */
export type Word = {
  kind: 'word';
  userId: string;
  session: (Pick<CheckoutSession, 'id' | 'plan'> & { status: KeptStatus }) | null;
  /** Its payment was on its way and did not arrive. */
  hasFailed: boolean;
  payments: Payment[];
  subscription: Subscription | null;
  customerId: string | null;
  /** An attempt to be paid for a later period of a subscription that failed. */
  failedInvoice: { id: string; attempt: number } | null;
};

/** What was taken back of a charge: `refund`, or a dispute by its id. */
export type Reversal = {
  kind: 'reversal';
  chargedAs: string;
  id: string;
  refundedAmount: number;
  won: boolean;
};

const nothing = {
  kind: 'word' as const,
  session: null,
  hasFailed: false,
  payments: [],
  subscription: null,
  customerId: null,
  failedInvoice: null,
};

/**
 * A session says something about money only once it is paid, or once it is known that nothing will come. A refused one
 * ends its checkout.
 */
export function wordOfSession(session: CheckoutSession, now: Date, hasFailed = false): Word {
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

export function wordOfSubscription(subscription: Subscription): Word {
  const { userId, customerId, payment } = subscription;
  return { ...nothing, userId, customerId, subscription, payments: payment ? [payment] : [] };
}

/** What was read again of a payment alone. */
export function wordOfPayment(payment: Payment): Word {
  return { ...nothing, userId: payment.userId, payments: [payment] };
}

export function wordOfRenewal(payment: Payment, subscription: Subscription | null): Word {
  const customerId = subscription?.customerId ?? null;
  return { ...nothing, userId: payment.userId, customerId, subscription, payments: [payment] };
}

export function wordOfFailure(subscription: Subscription, failedInvoice: Word['failedInvoice']): Word {
  return { ...wordOfSubscription(subscription), failedInvoice };
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
