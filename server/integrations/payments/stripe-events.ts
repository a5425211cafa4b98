import type { Stripe } from 'stripe';
import type * as z from 'zod';
import {
  type PaymentChange,
  type PaymentEvent,
  PaymentEventRefusedError,
  type ReportedReversal,
} from './port.ts';
import type { StripeClient } from './stripe-client.ts';
import { chargeReference, event, invoice, named } from './stripe-objects.ts';
import {
  findInvoice,
  findSubscription,
  isLost,
  isPaidInFull,
  ownerOf,
  paymentOfInvoice,
  type Sales,
  subscriptionIdOf,
  toSubscription,
  unsoldReason,
} from './stripe-payments.ts';

const toleranceSeconds = 300;

/**
 * Events of the other mode keep no payload, so that they change nothing.
 * @throws PaymentEventRefusedError for everything that Stripe has not signed within five minutes.
 */
export function verifyEvent(
  sdk: Stripe,
  sales: Sales,
  { webhookSecret, now }: { webhookSecret: string; now: () => number },
  body: string,
  signature: string,
): PaymentEvent {
  try {
    const payload: unknown = sdk.webhooks.constructEvent(
      body,
      signature,
      webhookSecret,
      toleranceSeconds,
      undefined,
      now(),
    );
    const { id, type, created, livemode } = event.parse(payload);
    if (!isSignedNow(signature, now())) throw new Error('signed in the future');
    const relevant = readers.has(type) && sales.hasOurMode({ id, livemode }) ? payload : null;
    return { id, type, createdAt: new Date(created * 1000), payload: relevant };
  } catch {
    // The SDK's error repeats the body, which a log need not have.
    throw new PaymentEventRefusedError('not an event that Stripe has signed within five minutes');
  }
}

/** True for a signature of these minutes, be it right or wrong. The SDK only asks whether it is too old. */
export function isSignedNow(signature: string, now: number): boolean {
  const [, signedAt] = /(?:^|,)t=(\d+)/.exec(signature) ?? [];
  return /(?:^|,)v1=/.test(signature) && Math.abs(Number(signedAt) - now / 1000) <= toleranceSeconds;
}

type StoredEvent = Pick<PaymentEvent, 'type' | 'payload'>;

/** Fetch the current object, so that a late event gives the present state; carry the event's own as a fallback. */
export async function readEvent(
  client: StripeClient,
  sales: Sales,
  { type, payload }: StoredEvent,
): Promise<PaymentChange | null> {
  const read = readers.get(type);
  const parsed = event.pick({ data: true }).safeParse(payload);
  return read && parsed.success ? read({ client, sales }, parsed.data.data.object) : null;
}

type Reader = (
  asked: { client: StripeClient; sales: Sales },
  object: unknown,
) => Promise<PaymentChange | null>;

const session: Reader = async (_, object) => {
  const parsed = named.safeParse(object);
  return parsed.success ? { kind: 'session', sessionId: parsed.data.id } : null;
};

const failedSession: Reader = async (asked, object) => {
  const parsed = await session(asked, object);
  return parsed?.kind === 'session' ? { ...parsed, hasFailed: true } : null;
};

const subscription: Reader = async (_, object) => {
  const parsed = named.safeParse(object);
  return parsed.success ? { kind: 'subscription', subscriptionId: parsed.data.id } : null;
};

const renewed: Reader = async ({ client, sales }, object) => {
  const parsed = invoice.safeParse(object);
  if (!parsed.success) return null;
  const current = (await findInvoice(client, parsed.data.id)) ?? parsed.data;
  const subscriptionId = subscriptionIdOf(current);
  // Invoice of a single payment: its session reports it.
  if (!subscriptionId) return null;
  const subscribed = await findSubscription(client, subscriptionId);
  const read = subscribed && toSubscription(subscribed);
  const unsold = subscribed && (await unsoldReason(sales, subscribed));
  if (!read || unsold === 'other-mode') return null;
  if (unsold) {
    // The session of a first period says so itself.
    const isFirst = current.billing_reason === 'subscription_create';
    return isFirst ? null : { kind: 'renewed-unsold', userId: read.userId, invoiceId: current.id };
  }
  if (!isPaidInFull(sales, current)) return null;
  const payment = await paymentOfInvoice(client, current, ownerOf(read));
  return { kind: 'renewed', payment, subscriptionId };
};

const paymentFailed: Reader = async ({ client }, object) => {
  const parsed = invoice.safeParse(object);
  if (!parsed.success) return null;
  const { id, attempt_count: attempt } = parsed.data;
  const current = (await findInvoice(client, id)) ?? parsed.data;
  // Paid since: no failure to report.
  if (current.status === 'paid') return null;
  const subscriptionId = subscriptionIdOf(current);
  const isFirst = current.billing_reason === 'subscription_create';
  return { kind: 'payment-failed', invoiceId: id, subscriptionId, attempt, isFirst };
};

type ChargeObject = z.infer<typeof chargeReference>;

/** Refunds, disputes and their charges name the payment alike. */
const charged =
  (report: (object: ChargeObject) => ReportedReversal | null): Reader =>
  async (_, object) => {
    const parsed = chargeReference.safeParse(object);
    if (!parsed.success) return null;
    const { id, payment_intent: intent, charge } = parsed.data;
    const chargedAs = intent ?? charge ?? (id.startsWith('ch_') ? id : null);
    return chargedAs ? { kind: 'charge', chargedAs, reported: report(parsed.data) } : null;
  };

const refunded = charged(({ amount_refunded: amount }) =>
  typeof amount === 'number' ? { id: 'refund', refundedAmount: amount, won: false } : null,
);
/** A single refund lacks the whole amount refunded. */
const refundChanged = charged(() => null);
const disputed = charged(({ id, status }) =>
  status ? { id, refundedAmount: 0, won: !isLost(status) } : null,
);

const readers = new Map<string, Reader>([
  ['checkout.session.completed', session],
  ['checkout.session.async_payment_succeeded', session],
  ['checkout.session.async_payment_failed', failedSession],
  ['checkout.session.expired', session],
  ['customer.subscription.created', subscription],
  ['customer.subscription.updated', subscription],
  ['customer.subscription.deleted', subscription],
  ['invoice.paid', renewed],
  ['invoice.payment_failed', paymentFailed],
  ['charge.refunded', refunded],
  ['charge.refund.updated', refundChanged],
  ['refund.failed', refundChanged],
  ['charge.dispute.created', disputed],
  ['charge.dispute.updated', disputed],
  ['charge.dispute.closed', disputed],
  ['charge.dispute.funds_withdrawn', disputed],
  ['charge.dispute.funds_reinstated', disputed],
]);

/** The types that an endpoint at Stripe has to be subscribed to. */
export const paymentEventTypes = [...readers.keys()];
