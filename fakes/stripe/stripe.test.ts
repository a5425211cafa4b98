import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Stripe } from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type StripeFake, startStripeFake } from './stripe.ts';

const prices = { pro: 'price_pro', developer: 'price_developer' };
const webhookSecret = 'whsec_stand_in';

let fake: StripeFake;
let stripe: Stripe;
const closings: (() => unknown)[] = [];

function connect(key = fake.env.STRIPE_SECRET_KEY ?? ''): Stripe {
  const { hostname, port } = new URL(fake.url);
  return new Stripe(key, { host: hostname, port, protocol: 'http', telemetry: false, maxNetworkRetries: 0 });
}

beforeEach(async () => {
  fake = await startStripeFake({ prices, webhookSecret });
  stripe = connect();
  closings.push(() => fake.stop());
});
afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close();
});

type CreateParams = Stripe.Checkout.SessionCreateParams;

const single: CreateParams = {
  mode: 'payment',
  line_items: [{ price: prices.pro, quantity: 1 }],
  success_url: 'http://product.test/done?session_id={CHECKOUT_SESSION_ID}',
  cancel_url: 'http://product.test/canceled',
  client_reference_id: 'ada',
  customer_email: 'ada@example.com',
  customer_creation: 'always',
  metadata: { userId: 'ada' },
  payment_intent_data: { metadata: { userId: 'ada' } },
  invoice_creation: { enabled: true },
};
const monthly: CreateParams = {
  mode: 'subscription',
  line_items: [{ price: prices.developer, quantity: 1 }],
  success_url: 'http://product.test/done',
  customer_email: 'ada@example.com',
  subscription_data: { metadata: { userId: 'ada' } },
};

async function subscribed() {
  const { id } = await stripe.checkout.sessions.create(monthly);
  const subscription = String(fake.pay(id).subscription);
  return { sessionId: id, id: subscription };
}

function failure(call: Promise<unknown>): Promise<Record<string, unknown>> {
  return call.then(
    () => ({ type: 'no error' }),
    ({ type, code, param, statusCode, message }) => ({ type, code, param, statusCode, message }),
  );
}

describe('a checkout session', () => {
  it('is open with an address, and belongs to whom it was made for', async () => {
    const session = await stripe.checkout.sessions.create(single);
    expect(session).toMatchObject({
      object: 'checkout.session',
      status: 'open',
      payment_status: 'unpaid',
      mode: 'payment',
      client_reference_id: 'ada',
      customer: null,
      metadata: { userId: 'ada' },
      amount_total: 2900,
      payment_intent: null,
    });
    expect(session.id).toMatch(/^cs_test_/);
    expect(await (await fetch(String(session.url))).text()).toContain('<button>Pay</button>');
  });

  it('is paid with an intent, a charge, a customer and an invoice', async () => {
    const { id } = await stripe.checkout.sessions.create(single);
    fake.pay(id);
    const expand = ['payment_intent.latest_charge', 'invoice.payments', 'customer'];
    const session = await stripe.checkout.sessions.retrieve(id, { expand });
    const intent = session.payment_intent as Stripe.PaymentIntent;
    expect(session).toMatchObject({ status: 'complete', payment_status: 'paid', url: null });
    expect(session.customer).toMatchObject({ object: 'customer', email: 'ada@example.com' });
    expect(intent).toMatchObject({ status: 'succeeded', amount_received: 2900, metadata: { userId: 'ada' } });
    expect(intent.latest_charge).toMatchObject({ object: 'charge', paid: true, payment_intent: intent.id });
    expect(session.invoice).toMatchObject({
      status: 'paid',
      parent: null,
      payments: { data: [{ payment: { type: 'payment_intent', payment_intent: intent.id } }] },
    });
  });

  it('is expired by the API, and then neither paid nor expired again', async () => {
    const { id } = await stripe.checkout.sessions.create(single);
    expect(await stripe.checkout.sessions.expire(id)).toMatchObject({ status: 'expired', url: null });
    expect(await failure(stripe.checkout.sessions.expire(id))).toMatchObject({ statusCode: 400 });
    expect(() => fake.pay(id)).toThrow('status of');
  });

  it('is completed first and paid later by a bank debit, or fails', async () => {
    const good = await stripe.checkout.sessions.create(single);
    expect(fake.pay(good.id, 'later')).toMatchObject({ status: 'complete', payment_status: 'unpaid' });
    expect(fake.settle(good.id, 'paid')).toMatchObject({ payment_status: 'paid' });
    const bad = await stripe.checkout.sessions.create(single);
    fake.pay(bad.id, 'later');
    fake.settle(bad.id, 'failed');
    const session = await stripe.checkout.sessions.retrieve(bad.id, { expand: ['payment_intent'] });
    expect(session).toMatchObject({
      status: 'complete',
      payment_status: 'unpaid',
      payment_intent: { status: 'requires_payment_method' },
    });
    expect(fake.events().map(({ type }) => type)).toEqual(
      expect.arrayContaining([
        'checkout.session.async_payment_succeeded',
        'checkout.session.async_payment_failed',
      ]),
    );
  });

  it.each<[string, CreateParams, object]>([
    ['without a mode', { ...single, mode: undefined }, { code: 'parameter_missing', param: 'mode' }],
    ['without a price', { ...single, line_items: [] }, { code: 'parameter_missing', param: 'line_items' }],
    [
      'with an unknown price',
      { ...single, line_items: [{ price: 'price_of_nobody', quantity: 1 }] },
      { statusCode: 404, code: 'resource_missing', param: 'line_items[0][price]' },
    ],
    ['with a price of the other kind', { ...single, line_items: monthly.line_items }, { statusCode: 400 }],
    [
      'with a customer and an address',
      { ...monthly, customer: 'cus_1' },
      { statusCode: 400, param: 'customer' },
    ],
    [
      'with an unknown customer',
      { ...monthly, customer_email: undefined, customer: 'cus_1' },
      { statusCode: 404, code: 'resource_missing', param: 'customer' },
    ],
    [
      'with a customer to make for a subscription',
      { ...monthly, customer_creation: 'always' },
      { statusCode: 400 },
    ],
    [
      'with an invoice for a subscription',
      { ...monthly, invoice_creation: { enabled: true } },
      { statusCode: 400 },
    ],
    ['with a relative address', { ...single, success_url: '/done' }, { code: 'url_invalid' }],
    ['with no address at all', { ...single, customer_email: 'ada' }, { code: 'email_invalid' }],
    [
      'with a word that Stripe does not know',
      Object.assign({ price: 1 }, single),
      { code: 'parameter_unknown' },
    ],
  ])('is refused %s', async (_, params, error) => {
    expect(await failure(stripe.checkout.sessions.create(params))).toMatchObject({
      type: 'StripeInvalidRequestError',
      ...error,
    });
  });
});

describe('the hosted page', () => {
  const press = (id: string, button: string) =>
    fetch(`${fake.url}/pay/${id}/${button}`, { method: 'POST', redirect: 'manual' });

  it('takes the money and sends people back with the id of the session', async () => {
    const { id } = await stripe.checkout.sessions.create(single);
    const paid = await press(id, 'now');
    expect(paid.status).toBe(303);
    expect(paid.headers.get('location')).toBe(`http://product.test/done?session_id=${id}`);
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ payment_status: 'paid' });
  });

  it('sends people back who cancel, and keeps those whose card is declined; both may still pay', async () => {
    const { id } = await stripe.checkout.sessions.create(single);
    expect((await press(id, 'cancel')).headers.get('location')).toBe('http://product.test/canceled');
    expect(await (await press(id, 'decline')).text()).toContain('Your card was declined.');
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'open' });
    await press(id, 'later');
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({
      status: 'complete',
      payment_status: 'unpaid',
    });
  });
});

describe('a subscription', () => {
  it('tells of its period on its item and names itself on its invoice', async () => {
    const { id, sessionId } = await subscribed();
    const subscription = await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] });
    expect(subscription).toMatchObject({ status: 'active', metadata: { userId: 'ada' }, cancel_at: null });
    const [item] = subscription.items.data;
    expect((item?.current_period_end ?? 0) - (item?.current_period_start ?? 0)).toBeGreaterThan(27 * 86_400);
    expect(subscription).not.toHaveProperty('current_period_end');
    expect(subscription.latest_invoice).toMatchObject({
      billing_reason: 'subscription_create',
      amount_paid: 9900,
      parent: { subscription_details: { subscription: id, metadata: { userId: 'ada' } } },
    });
    expect(await stripe.checkout.sessions.retrieve(sessionId)).toMatchObject({ subscription: id });
  });

  it('renews, fails to renew, is tried again and goes on', async () => {
    const { id } = await subscribed();
    fake.renew(id);
    expect(fake.failRenewal(id)).toMatchObject({ status: 'open', attempt_count: 1 });
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'past_due' });
    expect(fake.tryAgain(id, 'paid')).toMatchObject({ status: 'paid', attempt_count: 2 });
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'active' });
    expect(fake.events('invoice.paid')).toHaveLength(3);
    expect(fake.events('invoice.payment_failed')).toHaveLength(1);
  });

  it('is canceled with its period by a flag, in the portal by a date, and goes on when that is taken back', async () => {
    const { id } = await subscribed();
    const flagged = await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    expect(flagged).toMatchObject({ status: 'active', cancel_at_period_end: true });
    await stripe.subscriptions.update(id, { cancel_at_period_end: false });
    fake.cancelInPortal(id);
    const dated = await stripe.subscriptions.retrieve(id);
    expect(dated).toMatchObject({
      cancel_at_period_end: false,
      cancel_at: dated.items.data[0]?.current_period_end,
    });
    expect(await stripe.subscriptions.update(id, { cancel_at: '' })).toMatchObject({ cancel_at: null });
    const both = { cancel_at: '' as const, cancel_at_period_end: false };
    expect(await failure(stripe.subscriptions.update(id, both))).toMatchObject({ statusCode: 400 });
  });

  it('ends, and can not be changed after that', async () => {
    const { id } = await subscribed();
    expect(await stripe.subscriptions.cancel(id)).toMatchObject({
      status: 'canceled',
      ended_at: expect.any(Number),
    });
    expect(fake.events('customer.subscription.deleted')).toHaveLength(1);
    const late = stripe.subscriptions.update(id, { cancel_at_period_end: true });
    expect(await failure(late)).toMatchObject({ statusCode: 400 });
  });
});

describe('money that goes back', () => {
  it('is refunded in parts up to the whole, and no further', async () => {
    const { id } = await stripe.checkout.sessions.create(single);
    const payment_intent = String(fake.pay(id).payment_intent);
    await stripe.refunds.create({ payment_intent, amount: 900 });
    expect(fake.refund(id)).toMatchObject({ amount: 2000, payment_intent });
    const [first, second] = fake.events('charge.refunded').map(({ data }) => data.object);
    expect(first).toMatchObject({ amount_refunded: 900, refunded: false });
    expect(second).toMatchObject({ amount_refunded: 2900, refunded: true });
    expect(await failure(stripe.refunds.create({ payment_intent }))).toMatchObject({ statusCode: 400 });
  });

  it('is disputed: the charge stays marked although the dispute was won', async () => {
    const { id } = await subscribed();
    const dispute = fake.dispute(id);
    const { payment_intent, charge } = dispute;
    fake.closeDispute(dispute.id, 'won');
    const { data } = await stripe.disputes.list({ payment_intent });
    expect(data).toMatchObject([{ id: dispute.id, status: 'won' }]);
    expect(await stripe.charges.retrieve(charge)).toMatchObject({ disputed: true });
  });
});

describe('the API', () => {
  it('opens one session for one key, and refuses the key for another', async () => {
    const options = { idempotencyKey: 'once' };
    const first = await stripe.checkout.sessions.create(single, options);
    const [second, third] = await Promise.all([
      stripe.checkout.sessions.create(single, options),
      stripe.checkout.sessions.create(single, { idempotencyKey: 'twice' }),
    ]);
    expect(second.id).toBe(first.id);
    expect(third.id).not.toBe(first.id);
    expect(await failure(stripe.checkout.sessions.create(monthly, options))).toMatchObject({
      type: 'StripeIdempotencyError',
    });
  });

  it('answers nobody without its key', async () => {
    const stranger = connect('sk_test_other').checkout.sessions.create(single);
    expect(await failure(stranger)).toMatchObject({ statusCode: 401 });
    expect(await (await fetch(`${fake.url}/v1/events`)).json()).toHaveProperty('error.type');
    const authorization = `Basic ${btoa(`${fake.env.STRIPE_SECRET_KEY}:`)}`;
    expect((await fetch(`${fake.url}/v1/events`, { headers: { authorization } })).status).toBe(200);
  });

  it('says what it does not have', async () => {
    expect(await failure(stripe.checkout.sessions.retrieve('cs_test_never'))).toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
    });
    expect(await failure(stripe.payouts.list())).toMatchObject({ statusCode: 404 });
    const { id } = await stripe.checkout.sessions.create(single);
    const expand = ['status.of_affairs'];
    const odd = stripe.checkout.sessions.retrieve(id, { expand: ['nothing', ...expand] });
    expect(await failure(odd)).toMatchObject({ statusCode: 400, param: 'expand' });
  });

  it('opens a portal for a customer', async () => {
    const { id } = await subscribed();
    const { customer } = await stripe.subscriptions.retrieve(id);
    const asked = { customer: String(customer), return_url: 'http://product.test/billing' };
    const portal = await stripe.billingPortal.sessions.create(asked);
    expect(await (await fetch(portal.url)).text()).toContain('href="http://product.test/billing"');
    await fetch(portal.url, { method: 'POST' });
    expect((await stripe.subscriptions.retrieve(id)).cancel_at).toEqual(expect.any(Number));
  });
});

describe('events', () => {
  async function startReceiver(answer: () => number) {
    const got: { body: string; signature: string }[] = [];
    const server = createServer(async (incoming, response) => {
      got.push({ body: await text(incoming), signature: String(incoming.headers['stripe-signature']) });
      response.writeHead(answer()).end();
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    closings.push(() => server.close());
    fake.webhooks.sendTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const read = ({ body, signature }: (typeof got)[number]) =>
      stripe.webhooks.constructEvent(body, signature, webhookSecret);
    return { got, read };
  }

  it('are signed and tell of the object as it was', async () => {
    const { got, read } = await startReceiver(() => 200);
    const { id } = await subscribed();
    fake.end(id);
    await fake.webhooks.delivered();
    const events = got.map(read);
    expect(events.map(({ type }) => type)).toEqual(fake.events().map(({ type }) => type));
    expect(events.find(({ type }) => type === 'customer.subscription.created')).toMatchObject({
      object: 'event',
      data: { object: { id, status: 'active' } },
    });
    const listed = await stripe.events.list({ limit: 100 });
    expect(listed.data.map((event) => event.id)).toEqual(events.map((event) => event.id).reverse());
    expect(await stripe.events.retrieve(events[0]?.id ?? '')).toMatchObject({ type: events[0]?.type });
  });

  it('are held back, repeated, turned round, forged, late or cut when a test wants it', async () => {
    const { got, read } = await startReceiver(() => 500);
    fake.webhooks.holdBack(true);
    const { id } = await stripe.checkout.sessions.create(single);
    fake.pay(id);
    await fake.webhooks.delivered();
    expect(got).toEqual([]);
    const events = fake.events();
    const [first] = events;
    if (!first) throw new Error('nothing happened');
    expect(await fake.webhooks.deliver([...events].reverse())).toEqual(events.map(() => 500));
    expect(got.map(read).map((event) => event.id)).toEqual(events.map((event) => event.id).reverse());
    await fake.webhooks.deliver([first], { secret: 'whsec_of_another' });
    await fake.webhooks.deliver([first], { signedAt: Date.now() - 301_000 });
    await fake.webhooks.deliver([first], { truncated: true });
    for (const bad of got.slice(-3)) expect(() => read(bad)).toThrow();
  });
});

describe('a fault', () => {
  it.each([
    ['error', 'StripeAPIError'],
    ['html', 'StripeAPIError'],
    ['cut', 'StripeConnectionError'],
  ] as const)('%s spoils as many calls as asked for', async (fault, type) => {
    // The SDK tries a broken connection again by itself.
    fake.faults.plan(fault, { times: fault === 'cut' ? 2 : 1 });
    expect(await failure(stripe.checkout.sessions.create(single))).toMatchObject({ type });
    expect(await stripe.checkout.sessions.create(single)).toMatchObject({ status: 'open' });
  });

  it('after the fact loses the answer, not what happened', async () => {
    fake.faults.plan('cut after');
    const { id } = await stripe.checkout.sessions.create(single);
    expect(fake.state.sessions.all().map((session) => session.id)).toEqual([id]);
  });
});
