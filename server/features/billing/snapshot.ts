import type { NoticeKind } from '#server/database/tables.ts';
import type {
  CheckoutSession,
  Dispute,
  Payment,
  ReportedReversal,
  Reversals,
  Subscription,
} from '#server/integrations/payments/port.ts';
import type { PaidPlan } from '#shared/contracts/billing.ts';

/** A reason to write to the buyer and the team, or to the team alone, each once. */
export type Notice = {
  kind: NoticeKind;
  /** The provider's id of what it is about. */
  about: string;
  plan: PaidPlan;
  /** Its stored payment. */
  paymentId?: string;
  isForTeamOnly?: boolean;
  /** Id of an earlier notice, without which it is not sent. */
  follows?: string;
};

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
  /** Disputes of its payments, as far as they are known. */
  disputes: Dispute[];
  /** Notices about what changes no plan. */
  notices: Notice[];
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
    disputes: [],
    notices: [],
    ...known,
  };
}

/** A session counts once it is paid or has ended. A refused session ends its checkout. */
export function snapshotOfSession(session: CheckoutSession, now: Date, hasFailed = false): Snapshot {
  const { id, plan, userId, customerId, subscription } = session;
  const status = session.status === 'refused' ? 'canceled' : session.status;
  const { refusal } = session;
  const notices = refusal ? [{ kind: refusal, about: id, plan }] : [];
  if (status !== 'paid') return snapshotOf(userId, { session: { id, plan, status }, hasFailed, notices });
  const payment = session.payment ?? unpriced(session, now);
  const { disputes = [] } = payment;
  const paid = { customerId, subscription, payments: [payment], disputes };
  return snapshotOf(userId, { session: { id, plan, status }, ...paid });
}

export function snapshotOfSubscription(subscription: Subscription): Snapshot {
  const { id, userId, customerId, payment, unknownPrice } = subscription;
  if (unknownPrice !== undefined) {
    const about = `${id}, ${unknownPrice}`;
    const notices: Notice[] = [{ kind: 'unknown-price', about, plan: 'developer', isForTeamOnly: true }];
    return snapshotOf(userId, { notices });
  }
  const { disputes = [] } = payment ?? {};
  return snapshotOf(userId, { customerId, subscription, payments: payment ? [payment] : [], disputes });
}

export function snapshotOfReversals(paid: Payment, reversals: Reversals): Snapshot {
  const { disputes = [], ...sums } = reversals;
  return snapshotOf(paid.userId, { payments: [{ ...paid, ...sums }], disputes });
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
