import type { PaidPlan, PaymentOrigin } from '#shared/contracts/billing.ts';

export type CheckoutMode = 'payment' | 'subscription';

export type CheckoutRequest = {
  userId: string;
  userEmail: string;
  plan: PaidPlan;
  mode: CheckoutMode;
  /** The session's id replaces `{SESSION_ID}` in it. */
  successUrl: string;
  cancelUrl: string;
  /** The provider's customer, where this user has paid before. */
  customerId: string | null;
  /** The same key opens the same session, however often it is asked for. */
  idempotencyKey: string;
};

/** One payment as the provider knows it now; amounts in the currency's smallest unit. */
export type Payment = {
  /** The provider's id of what was paid: the same whichever way the payment is found. */
  id: string;
  userId: string;
  plan: PaidPlan;
  /** Charge id in refunds and disputes; null when the provider gives none. */
  chargedAs: string | null;
  /** The subscription whose period it pays; null for a single payment. */
  subscriptionId: string | null;
  amount: number;
  currency: string;
  paidAt: Date;
  receiptUrl: string | null;
  /** Absent when the provider's charge can't be looked up. */
} & Partial<Reversals>;

/**
 * `past_due` still grants for a while: the provider is trying the card again. `waiting` grants nothing and has not ended:
 * the first payment is missing, all tries have failed, or it is paused.
 */
export type Subscription = {
  id: string;
  userId: string;
  state: 'active' | 'past_due' | 'waiting' | 'ended';
  currentPeriodEnd: Date;
  cancelAtPeriodEnd: boolean;
  customerId: string | null;
  /** Its newest payment; absent when the provider's subscription lacks it. */
  payment?: Payment | null;
  /** Price that is not sold here, of a subscription that runs. It must change no plan. */
  unknownPrice?: string;
};

/**
 * A provider's checkout session; only a `paid` one of the same user grants its plan. `processing` is completed but
 * its money has not arrived yet; `refused` has another price, amount, currency or mode than ours.
 */
export type CheckoutSession = {
  id: string;
  userId: string;
  plan: PaidPlan;
  status: 'open' | 'processing' | 'paid' | 'canceled' | 'refused';
  /** URL of an open session; null once it has ended. */
  url: string | null;
  customerId: string | null;
  /** The payment; null before it, and when the provider only says that it was paid. */
  payment: Payment | null;
  subscription: Subscription | null;
  /** Why a paid session is `refused`; absent while nothing is paid. */
  refusal?: RefusalReason;
};

/** Why paid money grants no plan. */
export type RefusalReason = 'other-mode' | 'unknown-price' | 'other-amount';

/** Money refunded or disputed of a payment; `disputes` are absent when the provider can't list them. */
export type Reversals = { refundedAmount: number; disputed: boolean; disputes?: Dispute[] };

export type Dispute = { id: string; state: 'open' | 'won' | 'lost' };

/** One event's own data about a charge: `refund` with the whole amount refunded, or a dispute by its id. */
export type ReportedReversal = { id: string; refundedAmount: number; won: boolean };

/** An event whose signature was checked; `payload` is null for kinds that change nothing here. */
export type PaymentEvent = { id: string; type: string; createdAt: Date; payload: unknown };

/**
 * Object of an event. Sessions and subscriptions are fetched when it is handled, so the order of events does not
 * matter.
 */
export type PaymentChange =
  /** `hasFailed`: it was completed, and its money did not arrive. */
  | { kind: 'session'; sessionId: string; hasFailed?: boolean }
  | { kind: 'subscription'; subscriptionId: string }
  | { kind: 'renewed'; payment: Payment; subscriptionId: string }
  /** A later period of a subscription was paid at a price that is not sold here. */
  | { kind: 'renewed-unsold'; userId: string; invoiceId: string }
  | {
      kind: 'payment-failed';
      /** True for the first period: its checkout reports the failure. */
      isFirst: boolean;
      invoiceId: string;
      subscriptionId: string | null;
      attempt: number;
    }
  /**
   * Money of this charge was refunded or disputed, or came back. `reported` counts when the charge can't be looked up;
   * null for an event without it.
   */
  | { kind: 'charge'; chargedAs: string; reported: ReportedReversal | null };

/** An event not signed by the provider within five minutes, or no event at all. */
export class PaymentEventRefusedError extends Error {}

export type Payments = {
  /** Provider of the payments; only its payments count. */
  origin: PaymentOrigin;
  /** The provider's price of each plan, as the browser sends it back. */
  prices: Record<PaidPlan, string>;
  /** @returns where to send the whole window. */
  createCheckoutSession(request: CheckoutRequest): Promise<{ id: string; url: string }>;
  /** @returns null when the provider does not know the session. */
  retrieveSession(id: string): Promise<CheckoutSession | null>;
  /** Expires an open session, so that it can't be paid. Does nothing to one that is over. */
  expireSession(id: string): Promise<void>;
  /** @returns null for a subscription that the provider does not know, or that is not this product's. */
  retrieveSubscription(id: string): Promise<Subscription | null>;
  /** Ends it with the period that is paid, or takes that back. */
  setCancelAtPeriodEnd(id: string, cancel: boolean): Promise<Subscription>;
  /** Ends a running one at once. @returns null for a subscription that the provider does not know. */
  endSubscription(id: string): Promise<Subscription | null>;
  /** Refunds and disputes of a charge; null for an unknown charge, absent without either. */
  retrieveReversals?: (chargedAs: string) => Promise<Reversals | null>;
  /** The provider's own page for cards and invoices; null for a deleted customer, absent where there is none. */
  createPortalUrl?: (customerId: string, returnUrl: string) => Promise<string | null>;
  /** Checks a webhook; absent where the provider sends none. @throws PaymentEventRefusedError. */
  verifyEvent?: (body: string, signature: string) => PaymentEvent;
  /** False for a webhook that is not signed, or long ago: its body need not be read. */
  isSignedNow?: (signature: string) => boolean;
  /** Change reported by a stored event; null for kinds without an effect here. */
  readEvent?: (event: Pick<PaymentEvent, 'type' | 'payload'>) => Promise<PaymentChange | null>;
};
