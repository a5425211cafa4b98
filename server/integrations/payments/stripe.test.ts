import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type StripeFake, startStripeFake } from '#fakes/stripe/stripe.ts';
import type { CheckoutRequest, PaymentChange, Payments } from './port.ts';
import { stripePayments } from './stripe.ts';

const prices = { pro: 'price_pro', developer: 'price_developer' };

let fake: StripeFake;
let payments: Payments;
let refused: string[];
beforeEach(async () => {
  refused = [];
  fake = await startStripeFake({ prices, webhookSecret: 'whsec_adapter' });
  payments = stripePayments({
    secretKey: fake.env.STRIPE_SECRET_KEY ?? '',
    webhookSecret: 'whsec_adapter',
    prices,
    apiUrl: fake.url,
    now: Date.now,
    findSoldPlan: async (priceId) => (priceId === 'price_pro_earlier' ? 'pro' : null),
    onRefused: (reason) => refused.push(reason),
  });
});
afterEach(() => fake.stop());

const asked = (change: Partial<CheckoutRequest> = {}): CheckoutRequest => ({
  userId: 'ada',
  userEmail: 'ada@example.com',
  plan: 'pro',
  mode: 'payment',
  successUrl: 'http://localhost:3000/payment-success?session_id={SESSION_ID}',
  cancelUrl: 'http://localhost:3000/payment-cancel',
  customerId: null,
  idempotencyKey: randomUUID(),
  ...change,
});
const developer = { plan: 'developer', mode: 'subscription' } as const;

async function bought(change: Partial<CheckoutRequest> = {}) {
  const { id } = await payments.createCheckoutSession(asked(change));
  fake.pay(id);
  const session = await payments.retrieveSession(id);
  return { id, session, payment: session?.payment, subscriptionId: session?.subscription?.id ?? '' };
}

/** Changes reported by the events of one type, oldest first. */
async function news(type: string): Promise<(PaymentChange | null)[]> {
  const told: (PaymentChange | null)[] = [];
  for (const event of fake.events(type))
    told.push((await payments.readEvent?.({ type, payload: event })) ?? null);
  return told;
}

describe('a checkout at Stripe', () => {
  it('is for one price of the configuration and bound to its user', async () => {
    const request = asked();
    const { id } = await payments.createCheckoutSession(request);
    const metadata = { userId: 'ada', plan: 'pro' };
    expect(fake.asked).toEqual([
      {
        method: 'POST',
        path: '/v1/checkout/sessions',
        idempotencyKey: request.idempotencyKey,
        params: {
          mode: 'payment',
          line_items: [{ price: 'price_pro', quantity: '1' }],
          client_reference_id: 'ada',
          customer_email: 'ada@example.com',
          customer_creation: 'always',
          metadata: { ...metadata, userEmail: 'ada@example.com' },
          payment_intent_data: { metadata },
          invoice_creation: { enabled: 'true', invoice_data: { metadata } },
          success_url: 'http://localhost:3000/payment-success?session_id={CHECKOUT_SESSION_ID}',
          cancel_url: request.cancelUrl,
        },
      },
    ]);
    const sent = await fetch(`${fake.url}/pay/${id}/now`, { method: 'POST', redirect: 'manual' });
    expect(sent.headers.get('location')).toBe(`http://localhost:3000/payment-success?session_id=${id}`);
  });

  it('goes on with the customer of an earlier payment', async () => {
    const { session } = await bought();
    expect(session?.customerId).toMatch(/^cus_/);
    const again = await bought({ ...developer, customerId: session?.customerId ?? '' });
    expect(again.session).toMatchObject({
      customerId: session?.customerId,
      subscription: { customerId: session?.customerId },
    });
  });

  it('makes a new customer for somebody who was deleted there', async () => {
    const again = await bought({ customerId: 'cus_deleted' });
    expect(again.session).toMatchObject({ status: 'paid', customerId: expect.stringMatching(/^cus_/) });
    expect(again.session?.customerId).not.toBe('cus_deleted');
  });

  it('counts for no user when only its reference names one, as in a payment link', async () => {
    const { id } = await bought();
    const session = fake.state.sessions.get(id);
    session.metadata = {};
    expect(await payments.retrieveSession(id)).toBeNull();
    session.metadata = { userId: 'eve', plan: 'pro' };
    expect(await payments.retrieveSession(id)).toBeNull();
  });

  it('is processing while a bank debit is on its way, then paid or canceled', async () => {
    for (const plan of [{}, developer]) {
      const { id } = await payments.createCheckoutSession(asked(plan));
      fake.pay(id, 'later');
      const waiting = { status: 'processing', url: null, payment: null };
      expect(await payments.retrieveSession(id)).toMatchObject(waiting);
      fake.settle(id, 'paid');
      expect(await payments.retrieveSession(id)).toMatchObject({
        status: 'paid',
        payment: { userId: 'ada' },
      });
      const other = await payments.createCheckoutSession(asked(plan));
      fake.pay(other.id, 'later');
      fake.settle(other.id, 'failed');
      expect(await payments.retrieveSession(other.id)).toMatchObject({ ...waiting, status: 'canceled' });
    }
  });
});

describe('events of a payment at Stripe', () => {
  it('has a receipt, and what was given back of it', async () => {
    const { id, payment } = await bought();
    expect(payment?.receiptUrl).toContain(`${fake.url}/invoices/`);
    fake.refund(id, 900);
    expect((await payments.retrieveSession(id))?.payment).toEqual({ ...payment, refundedAmount: 900 });
    const dispute = fake.dispute(id);
    expect((await payments.retrieveSession(id))?.payment).toMatchObject({ disputed: true });
    fake.closeDispute(dispute.id, 'won');
    expect((await payments.retrieveSession(id))?.payment).toMatchObject({ disputed: false });
  });

  it('is the same without expanded objects', async () => {
    const single = await bought();
    const monthly = await bought(developer);
    fake.refund(monthly.id, 100);
    const whole = await payments.retrieveSession(monthly.id);
    const subscription = await payments.retrieveSubscription(monthly.subscriptionId);
    fake.setExpanding(false);
    const { receiptUrl, ...payment } = single.payment ?? { receiptUrl: '' };
    // Which of the two papers is shown depends on what came along.
    expect((await payments.retrieveSession(single.id))?.payment).toMatchObject(payment);
    expect(await payments.retrieveSession(monthly.id)).toEqual(whole);
    expect(await payments.retrieveSubscription(monthly.subscriptionId)).toEqual(subscription);
    expect(receiptUrl).not.toBe('');
  });

  it('comes with the subscription after a renewal, but not of a period that is unpaid', async () => {
    const { subscriptionId, payment } = await bought(developer);
    fake.renew(subscriptionId);
    const renewed = await payments.retrieveSubscription(subscriptionId);
    expect(renewed).toMatchObject({
      state: 'active',
      payment: { subscriptionId, plan: 'developer', amount: 9900 },
    });
    expect(renewed?.payment?.id).not.toBe(payment?.id);
    fake.failRenewal(subscriptionId);
    const failed = await payments.retrieveSubscription(subscriptionId);
    expect(failed).toMatchObject({ state: 'past_due' });
    expect(failed?.payment).toBeUndefined();
    fake.end(subscriptionId);
    const ended = await payments.retrieveSubscription(subscriptionId);
    expect(ended).toMatchObject({ state: 'ended' });
    expect(Number(ended?.currentPeriodEnd)).toBeLessThanOrEqual(Date.now());
  });

  it('sees a cancellation that was made in the billing portal, and takes it back', async () => {
    const { subscriptionId, session } = await bought(developer);
    const url = (await payments.createPortalUrl?.(session?.customerId ?? '', 'http://localhost:3000/')) ?? '';
    expect((await fetch(url, { method: 'POST' })).status).toBe(200);
    expect(await payments.retrieveSubscription(subscriptionId)).toMatchObject({ cancelAtPeriodEnd: true });
    const resumed = await payments.setCancelAtPeriodEnd(subscriptionId, false);
    expect(resumed).toMatchObject({ state: 'active', cancelAtPeriodEnd: false });
    fake.end(subscriptionId);
    expect(await payments.setCancelAtPeriodEnd(subscriptionId, true)).toMatchObject({ state: 'ended' });
  });

  it('names no subscription of another product of the account', async () => {
    const { subscriptionId } = await bought(developer);
    fake.state.subscriptions.get(subscriptionId).metadata = {};
    expect(await payments.retrieveSubscription(subscriptionId)).toBeNull();
  });
});

describe('what is not sold here', () => {
  const refusal = { status: 'refused', url: null, payment: null, subscription: null };

  it.each([
    ['another amount', { amount_total: 1 }],
    ['another currency', { currency: 'jpy' }],
    ['the other mode', { livemode: true }],
  ])('is a paid session with %s', async (_, change) => {
    for (const plan of [{}, developer]) {
      const { id } = await bought(plan);
      Object.assign(fake.state.sessions.get(id), change);
      expect(await payments.retrieveSession(id)).toMatchObject(refusal);
      fake.setExpanding(false);
      expect(await payments.retrieveSession(id)).toMatchObject(refusal);
      fake.setExpanding(true);
      expect(refused.at(-1)).toContain(id);
    }
  });

  it('is a session at another price, whatever plan it notes', async () => {
    const { id } = await bought();
    fake.state.sessions.get(id).metadata.plan = 'developer';
    expect(await payments.retrieveSession(id)).toMatchObject({ status: 'paid', payment: { plan: 'pro' } });
    const [line] = fake.state.lineItems.get(id) ?? [];
    if (line) line.price = { ...line.price, id: 'price_of_a_sticker' };
    expect(await payments.retrieveSession(id)).toMatchObject(refusal);
    if (line) line.price.id = 'price_pro_earlier';
    expect(await payments.retrieveSession(id)).toMatchObject({ status: 'paid', payment: { plan: 'pro' } });
  });

  it('is a subscription at another price or of the other mode, and what is paid for it', async () => {
    const { subscriptionId } = await bought(developer);
    const subscription = fake.state.subscriptions.get(subscriptionId);
    const [item] = subscription.items.data;
    subscription.metadata.plan = 'pro';
    for (const change of [{ livemode: true }, { livemode: false }]) {
      Object.assign(subscription, change);
      expect(await payments.retrieveSubscription(subscriptionId)).toBeNull();
      expect(await news('invoice.paid')).toEqual([null]);
      if (item) item.price = { ...item.price, id: 'price_of_a_sticker' };
    }
    if (item) item.price.id = prices.developer;
    expect(await news('invoice.paid')).toMatchObject([{ payment: { plan: 'developer' } }]);
  });

  it('is the first invoice of a subscription with another amount', async () => {
    const { subscriptionId } = await bought(developer);
    for (const invoice of fake.state.invoices.all()) invoice.amount_paid = 1;
    expect((await payments.retrieveSubscription(subscriptionId))?.payment).toBeUndefined();
    expect(await news('invoice.paid')).toEqual([null]);
  });

  it('opens no checkout whose price at Stripe is another', async () => {
    fake.state.prices.get(prices.pro).unit_amount = 100;
    await expect(payments.createCheckoutSession(asked())).rejects.toThrow(
      'the price of pro at Stripe is 100 usd',
    );
    expect(fake.state.sessions.all().map(({ status }) => status)).toEqual(['expired']);
  });
});

describe('the news in an event', () => {
  it('names the session or the subscription to fetch', async () => {
    const { id, subscriptionId } = await bought(developer);
    const open = await payments.createCheckoutSession(asked());
    fake.expire(open.id);
    fake.failRenewal(subscriptionId);
    fake.end(subscriptionId);
    expect(await news('checkout.session.completed')).toEqual([{ kind: 'session', sessionId: id }]);
    expect(await news('checkout.session.expired')).toEqual([{ kind: 'session', sessionId: open.id }]);
    for (const change of ['created', 'updated', 'deleted'])
      expect(await news(`customer.subscription.${change}`)).toEqual([
        { kind: 'subscription', subscriptionId },
      ]);
  });

  it('names the session whose bank debit has come or failed', async () => {
    for (const outcome of ['paid', 'failed'] as const) {
      const { id: sessionId } = await payments.createCheckoutSession(asked());
      fake.pay(sessionId, 'later');
      fake.settle(sessionId, outcome);
      const type = `checkout.session.async_payment_${outcome === 'paid' ? 'succeeded' : 'failed'}`;
      const hasFailed = outcome === 'failed' || undefined;
      expect(await news(type)).toEqual([{ kind: 'session', sessionId, hasFailed }]);
    }
  });

  it('holds the first and every later payment of a subscription, the first one as in its session', async () => {
    const { payment, subscriptionId } = await bought(developer);
    fake.renew(subscriptionId);
    const [first, second] = await news('invoice.paid');
    expect(first).toEqual({ kind: 'renewed', subscriptionId, payment });
    expect(second).toMatchObject({
      kind: 'renewed',
      subscriptionId,
      payment: { amount: 9900, userId: 'ada' },
    });
  });

  it('is nothing for the invoice of a single payment, for other kinds and for nonsense', async () => {
    await bought();
    expect(await news('invoice.paid')).toEqual([null]);
    expect(await news('charge.succeeded')).toEqual([null]);
    for (const payload of [null, 'x', {}, { data: { object: {} } }, { data: { object: { id: 7 } } }])
      expect(await payments.readEvent?.({ type: 'invoice.paid', payload })).toBeNull();
    expect(await payments.readEvent?.({ type: 'constructor', payload: { data: { object: {} } } })).toBeNull();
  });

  it('reports a failed renewal, unless it was paid since', async () => {
    const { subscriptionId } = await bought(developer);
    const { id: invoiceId } = fake.failRenewal(subscriptionId);
    fake.tryAgain(subscriptionId, 'failed');
    const failure = { kind: 'payment-failed', invoiceId, subscriptionId, isFirst: false };
    expect(await news('invoice.payment_failed')).toEqual([
      { ...failure, attempt: 1 },
      { ...failure, attempt: 2 },
    ]);
    fake.tryAgain(subscriptionId, 'paid');
    expect(await news('invoice.payment_failed')).toEqual([null, null]);
  });

  it('names refunded and disputed money as the payment does, and gives the present state', async () => {
    for (const plan of [{}, developer]) {
      const { id, payment } = await bought(plan);
      fake.refund(id, 900);
      fake.refund(id, 100);
      const { id: disputeId } = fake.dispute(id);
      const chargedAs = payment?.chargedAs;
      expect(chargedAs).toMatch(/^pi_/);
      const refunded = { kind: 'refunded', chargedAs, refundedAmount: 1000 };
      expect((await news('charge.refunded')).slice(-2)).toEqual([refunded, refunded]);
      const disputed = { kind: 'disputed', chargedAs, disputeId, won: false };
      expect((await news('charge.dispute.created')).at(-1)).toEqual(disputed);
      fake.closeDispute(disputeId, 'won');
      for (const type of ['charge.dispute.created', 'charge.dispute.closed'])
        expect((await news(type)).at(-1)).toEqual({ ...disputed, won: true });
    }
  });

  it('is read in the version of an older account too', async () => {
    const { payment, subscriptionId } = await bought(developer);
    const [event] = fake.events('invoice.paid');
    const { parent, ...rest } = structuredClone(event?.data.object ?? {}) as Record<string, unknown>;
    const old = {
      ...rest,
      id: 'in_of_another_time',
      subscription: subscriptionId,
      payment_intent: payment?.chargedAs,
    };
    const told = await payments.readEvent?.({ type: 'invoice.paid', payload: { data: { object: old } } });
    expect(parent).toBeDefined();
    expect(told).toMatchObject({ subscriptionId, payment: { userId: 'ada', chargedAs: payment?.chargedAs } });
  });
});
