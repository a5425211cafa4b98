import type * as z from 'zod';
import { type PaidPlan, paidPlan } from '#shared/contracts/billing.ts';
import { paymentNotes } from '#shared/rules/billing/plans.ts';
import { productName } from '#shared/rules/product.ts';
import type { CheckoutRequest, CheckoutSession, Payment, Payments, RefusalReason } from './port.ts';
import { type ClientOptions, StripeCallError, type StripeClient, stripeClient } from './stripe-client.ts';
import { isSignedNow, readEvent, verifyEvent } from './stripe-events.ts';
import {
  lineItems,
  openedSession,
  portalSession,
  type StripeSession,
  type StripeSubscription,
  session,
} from './stripe-objects.ts';
import {
  costs,
  endSubscription,
  findInvoice,
  findSubscription,
  intentOf,
  isLiveKey,
  paymentOfInvoice,
  paymentOfSession,
  readReversals,
  readSubscription,
  type Sales,
  type SalesConfig,
  setCancelAtPeriodEnd,
  stripeSales,
  toSubscription,
  unsoldReason,
} from './stripe-payments.ts';

export type StripeOptions = ClientOptions &
  SalesConfig & {
    webhookSecret: string;
    /** Milliseconds since 1970, for the age of a webhook's signature. */
    now: () => number;
    /** Reports that a checkout has not the look of the product. */
    onBrandingRefused: (error: StripeCallError) => void;
  };

/**
 * Payments by Stripe's hosted checkout. Every failure is a StripeCallError, after ten seconds at the latest; its
 * message can be logged.
 */
export function stripePayments(options: StripeOptions): Payments {
  const client = stripeClient(options);
  const sales = stripeSales(options);
  const { prices } = options;
  return {
    origin: isLiveKey(options.secretKey) ? 'stripe-live' : 'stripe-test',
    prices,
    createCheckoutSession: (request) => client.inTime(openSession(client, options, request)),
    retrieveSession: (id) => client.inTime(readSession(client, sales, id)),
    expireSession: (id) => client.inTime(expireSession(client, id)),
    retrieveReversals: (chargedAs) => client.inTime(readReversals(client, chargedAs)),
    retrieveSubscription: (id) => client.inTime(readSubscription(client, sales, id)),
    setCancelAtPeriodEnd: (id, cancel) => client.inTime(setCancelAtPeriodEnd(client, id, cancel)),
    endSubscription: (id) => client.inTime(endSubscription(client, id)),
    createPortalUrl: async (customer, returnUrl) => {
      const portal = client.find(portalSession, (stripe) =>
        stripe.billingPortal.sessions.create({ customer, return_url: returnUrl }),
      );
      return (await client.inTime(portal))?.url ?? null;
    },
    verifyEvent: (body, signature) => verifyEvent(client.sdk, sales, options, body, signature),
    isSignedNow: (signature) => isSignedNow(signature, options.now()),
    readEvent: (event) => client.inTime(readEvent(client, sales, event)),
  };
}

/** Opens a session for one price of the configuration, bound to its user. */
async function openSession(
  client: StripeClient,
  options: StripeOptions,
  request: CheckoutRequest,
): Promise<{ id: string; url: string }> {
  const { id, url, amount_total: amount, currency } = await createOnce(client, options, request);
  if (typeof amount === 'number' && !costs(request.plan, { amount, currency })) {
    await expireSession(client, id);
    throw new StripeCallError('refused', `the price of ${request.plan} at Stripe is ${amount} ${currency}`);
  }
  return { id, url };
}

async function createOnce(
  client: StripeClient,
  options: StripeOptions,
  request: CheckoutRequest,
  isBranded = true,
): Promise<z.infer<typeof openedSession>> {
  const { idempotencyKey, customerId } = request;
  try {
    return await create(client, options.prices, request, isBranded);
  } catch (error) {
    if (!(error instanceof StripeCallError)) throw error;
    if (isBranded && error.param?.startsWith('branding_settings')) {
      options.onBrandingRefused(error);
      const plain = { ...request, idempotencyKey: `${idempotencyKey}:plain` };
      return createOnce(client, options, plain, false);
    }
    const isUnknownCustomer = error.kind === 'missing' && error.param === 'customer';
    if (!isUnknownCustomer || !customerId) throw error;
    // A customer deleted at Stripe must not prevent a payment.
    const renewed = { ...request, customerId: null, idempotencyKey: `${idempotencyKey}:new-customer` };
    return createOnce(client, options, renewed, isBranded);
  }
}

/** @returns null for what Stripe does not have, and for sessions that this product did not open. */
async function readSession(client: StripeClient, sales: Sales, id: string): Promise<CheckoutSession | null> {
  if (!/^[\w-]{1,255}$/.test(id)) return null;
  const expand = ['payment_intent.latest_charge', 'invoice.payments', 'subscription', 'line_items'];
  const found = await client.find(session, (stripe) => stripe.checkout.sessions.retrieve(id, { expand }));
  const named = found && ownerOf(found);
  if (!named) return null;
  const subscribed = await subscriptionOf(client, found);
  const status = await statusOf(client, found, subscribed);
  const sold = status === 'canceled' ? named : await soldPlan(client, sales, found, named.plan);
  if ('refusal' in sold) {
    const { refusal } = sold;
    return { ...nothing, ...named, id: found.id, status: 'refused', ...(status === 'paid' && { refusal }) };
  }
  const owner = { userId: named.userId, plan: sold.plan };
  const isOurs = subscribed !== null && (await unsoldReason(sales, subscribed)) === null;
  return {
    id: found.id,
    ...owner,
    status,
    url: status === 'open' ? (found.url ?? null) : null,
    customerId: found.customer ?? null,
    payment: status === 'paid' ? await paidBy(client, found, owner) : null,
    subscription: isOurs ? toSubscription(subscribed) : null,
  };
}

const nothing = { url: null, customerId: null, payment: null, subscription: null };

/** Ends an open session; one that is over stays as it is. */
async function expireSession(client: StripeClient, id: string): Promise<void> {
  try {
    await client.find(session, (stripe) => stripe.checkout.sessions.expire(id));
  } catch (error) {
    // Refused because it was completed or had expired: the next read shows which.
    if (!(error instanceof StripeCallError) || error.kind !== 'refused') throw error;
  }
}

function create(
  { ask }: StripeClient,
  prices: Payments['prices'],
  request: CheckoutRequest,
  isBranded: boolean,
): Promise<z.infer<typeof openedSession>> {
  const { userId, userEmail, plan, mode, successUrl, cancelUrl, customerId, idempotencyKey } = request;
  const metadata = { userId, plan };
  // Set the mail address, so that a search at Stripe finds the payment also for another customer.
  const described = { ...metadata, userEmail };
  const isSingle = mode === 'payment';
  return ask(openedSession, (stripe) =>
    stripe.checkout.sessions.create(
      {
        mode,
        line_items: [{ price: prices[plan], quantity: 1 }],
        client_reference_id: userId,
        metadata: described,
        success_url: successUrl.replace('{SESSION_ID}', '{CHECKOUT_SESSION_ID}'),
        cancel_url: cancelUrl,
        // Receipts and refunds stay in the currency of the price.
        adaptive_pricing: { enabled: false },
        ...(isBranded && { branding_settings: brandingFor(cancelUrl) }),
        custom_text: { submit: { message: paymentNotes[plan] } },
        ...(customerId ? { customer: customerId } : { customer_email: userEmail }),
        // Stripe makes a customer for every subscription by itself.
        ...(isSingle && !customerId && { customer_creation: 'always' as const }),
        ...(isSingle
          ? {
              payment_intent_data: { metadata },
              invoice_creation: { enabled: true, invoice_data: { metadata } },
            }
          : { subscription_data: { metadata } }),
      },
      { idempotencyKey },
    ),
  );
}

/** The look of the product, as near as Stripe's page comes to it. Stripe fetches the logo, so it must be public. */
function brandingFor(siteUrl: string) {
  const url = new URL('/icons/icon-512.png', siteUrl);
  return {
    display_name: productName,
    font_family: 'inter' as const,
    border_style: 'rounded' as const,
    button_color: '#1f1c19',
    ...(url.protocol === 'https:' && { logo: { type: 'url' as const, url: url.href } }),
  };
}

/**
 * Only metadata written with the secret key names the owner: anybody who opens a payment link of the same account can
 * choose the reference.
 */
function ownerOf({ metadata, client_reference_id: reference }: StripeSession) {
  const userId = metadata?.userId;
  const plan = paidPlan.safeParse(metadata?.plan);
  if (!userId || !plan.success || (reference && reference !== userId)) return null;
  return { userId, plan: plan.data };
}

/**
 * The plan whose price was paid in our mode: in full, or in the currency that Stripe changed our price to. The noted plan
 * counts only when the lines can't be read.
 */
async function soldPlan(
  client: StripeClient,
  sales: Sales,
  found: StripeSession,
  noted: PaidPlan,
): Promise<{ plan: PaidPlan } | { refusal: RefusalReason }> {
  if (!sales.hasOurMode(found)) return { refusal: 'other-mode' };
  const { id, amount_total: amount, currency } = found;
  const lines =
    found.line_items ??
    (await client.lookUp(lineItems, (stripe) => stripe.checkout.sessions.listLineItems(id)));
  const plan = lines ? await sales.findPlan(lines.data[0]?.price ?? '') : noted;
  if (!plan) {
    sales.refuse(id, 'its price is not sold here');
    return { refusal: 'unknown-price' };
  }
  return sales.isFullPrice(id, plan, { amount, currency }, lines !== null)
    ? { plan }
    : { refusal: 'other-amount' };
}

async function subscriptionOf(client: StripeClient, { subscription }: StripeSession) {
  return typeof subscription === 'string' ? findSubscription(client, subscription) : (subscription ?? null);
}

async function statusOf(
  client: StripeClient,
  { status, payment_status: paid, payment_intent }: StripeSession,
  subscribed: StripeSubscription | null,
): Promise<CheckoutSession['status']> {
  if (status === 'expired') return 'canceled';
  if (paid === 'paid' || (paid === 'no_payment_required' && status === 'complete')) return 'paid';
  if (status !== 'complete') return 'open';
  // Delayed payments: only these events report that one failed.
  if (subscribed) return hopeless.includes(subscribed.status) ? 'canceled' : 'processing';
  const intent = await intentOf(client, payment_intent);
  return hopeless.includes(intent?.status ?? '') ? 'canceled' : 'processing';
}

const hopeless = ['requires_payment_method', 'canceled', 'incomplete_expired', 'past_due', 'unpaid'];

async function paidBy(
  client: StripeClient,
  paid: StripeSession,
  owner: Pick<Payment, 'userId' | 'plan'>,
): Promise<Payment | null> {
  if (!paid.subscription) return paymentOfSession(client, paid, owner);
  const given = typeof paid.invoice === 'string' ? await findInvoice(client, paid.invoice) : paid.invoice;
  return given ? paymentOfInvoice(client, given, owner) : null;
}
