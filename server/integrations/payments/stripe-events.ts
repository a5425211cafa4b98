import type { Stripe } from 'stripe';
import { type PaymentEvent, PaymentEventRefusedError, type PaymentNews } from './port.ts';
import type { StripeClient } from './stripe-client.ts';
import { charge, dispute, event, invoice, named, refund } from './stripe-objects.ts';
import { findInvoice, isLost, paymentOfInvoice, subscriptionIdOf } from './stripe-receipts.ts';
import type { Sales } from './stripe-sales.ts';
import { findSubscription, isPaidInFull, isSold, ownerOf, toSubscription } from './stripe-subscriptions.ts';

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
    if (isAhead(signature, now())) throw new Error('signed in the future');
    const kept = readers.has(type) && sales.hasOurMode({ id, livemode }) ? payload : null;
    return { id, type, createdAt: new Date(created * 1000), payload: kept };
  } catch {
    // The SDK's error repeats the body, which a log need not have.
    throw new PaymentEventRefusedError('not an event that Stripe has signed within five minutes');
  }
}

/** The SDK only asks whether a signature is too old. */
function isAhead(signature: string, now: number): boolean {
  const [, signedAt] = /(?:^|,)t=(\d+)/.exec(signature) ?? [];
  return Number(signedAt) - now / 1000 > toleranceSeconds;
}

type Told = Pick<PaymentEvent, 'type' | 'payload'>;

/** Objects are read anew, so that a late event tells what is so now; where that can't be done, what it says counts. */
export async function readNews(
  client: StripeClient,
  sales: Sales,
  { type, payload }: Told,
): Promise<PaymentNews | null> {
  const read = readers.get(type);
  const told = event.pick({ data: true }).safeParse(payload);
  return read && told.success ? read({ client, sales }, told.data.data.object) : null;
}

type Reader = (asked: { client: StripeClient; sales: Sales }, object: unknown) => Promise<PaymentNews | null>;

const session: Reader = async (_, object) => {
  const told = named.safeParse(object);
  return told.success ? { kind: 'session', sessionId: told.data.id } : null;
};

const failedSession: Reader = async (asked, object) => {
  const told = await session(asked, object);
  return told?.kind === 'session' ? { ...told, hasFailed: true } : null;
};

const subscription: Reader = async (_, object) => {
  const told = named.safeParse(object);
  return told.success ? { kind: 'subscription', subscriptionId: told.data.id } : null;
};

const renewed: Reader = async ({ client, sales }, object) => {
  const told = invoice.safeParse(object);
  if (!told.success) return null;
  const current = (await findInvoice(client, told.data.id)) ?? told.data;
  const subscriptionId = subscriptionIdOf(current);
  // The invoice of a single payment: its session tells of it.
  if (!subscriptionId) return null;
  const subscribed = await findSubscription(client, subscriptionId);
  const read = subscribed && toSubscription(subscribed);
  if (!read || !(await isSold(sales, subscribed)) || !isPaidInFull(sales, current)) return null;
  const payment = await paymentOfInvoice(client, current, ownerOf(read));
  return { kind: 'renewed', payment, subscriptionId };
};

const paymentFailed: Reader = async ({ client }, object) => {
  const told = invoice.safeParse(object);
  if (!told.success) return null;
  const { id, attempt_count: attempt } = told.data;
  const current = (await findInvoice(client, id)) ?? told.data;
  // Paid meanwhile: nobody needs to hear of the try before.
  if (current.status === 'paid') return null;
  const subscriptionId = subscriptionIdOf(current);
  const isFirst = current.billing_reason === 'subscription_create';
  return { kind: 'payment-failed', invoiceId: id, subscriptionId, attempt, isFirst };
};

/** A refund may fail days later: its charge says what is given back by then. */
const refundChanged: Reader = async ({ client }, object) => {
  const told = refund.safeParse(object);
  const of = told.data?.charge;
  const paid = of ? await client.lookUp(charge, (stripe) => stripe.charges.retrieve(of)) : null;
  return (
    paid && {
      kind: 'refunded',
      chargedAs: paid.payment_intent ?? paid.id,
      refundedAmount: paid.amount_refunded,
    }
  );
};

const refunded: Reader = async ({ client }, object) => {
  const told = charge.safeParse(object);
  if (!told.success) return null;
  const { id } = told.data;
  const current = (await client.lookUp(charge, (stripe) => stripe.charges.retrieve(id))) ?? told.data;
  const chargedAs = current.payment_intent ?? told.data.payment_intent ?? id;
  return { kind: 'refunded', chargedAs, refundedAmount: current.amount_refunded };
};

const disputed: Reader = async ({ client }, object) => {
  const told = dispute.safeParse(object);
  if (!told.success) return null;
  const { id } = told.data;
  const current = (await client.lookUp(dispute, (stripe) => stripe.disputes.retrieve(id))) ?? told.data;
  const chargedAs = told.data.payment_intent ?? current.payment_intent ?? told.data.charge;
  return chargedAs ? { kind: 'disputed', chargedAs, disputeId: id, won: !isLost(current.status) } : null;
};

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
]);

/** The types that an endpoint at Stripe has to be subscribed to. */
export const paymentEventTypes = [...readers.keys()];
