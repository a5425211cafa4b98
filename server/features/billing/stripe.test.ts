import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSession } from '#fakes/stripe/api.ts';
import type { StripeEvent } from '#fakes/stripe/state.ts';
import { type StripeFake, startStripeFake } from '#fakes/stripe/stripe.ts';
import { type OutboxReader, readOutbox } from '#server/testing/outbox.ts';
import { startTestServer, type TestServer, type TestUser } from '#server/testing/test-server.ts';
import { sessionIdIn } from '#server/testing/worlds/billing-world.ts';

// The whole product with the real adapter, against the fake of Stripe.

const prices = { pro: 'price_pro', developer: 'price_developer' };

let stripe: StripeFake;
let server: TestServer;
let outbox: OutboxReader;
const supportEmail = 'help@spark.example';
beforeAll(async () => {
  stripe = await startStripeFake({ prices, webhookSecret: 'whsec_in_process' });
  server = await startTestServer({}, { ...stripe.env, SUPPORT_EMAIL: supportEmail });
  outbox = readOutbox(server.databaseUrl);
});
afterAll(async () => {
  await outbox.close();
  await server.close();
  await stripe.stop();
});

async function open({ token, id: userId, email: userEmail }: TestUser, plan: 'pro' | 'developer') {
  const mode = plan === 'pro' ? 'payment' : 'subscription';
  const body = { priceId: prices[plan], userId, mode, userEmail };
  const opened = await server.call('POST', '/api/create-checkout-session', { token, body });
  return sessionIdIn(opened.body.url);
}
const verify = ({ token }: TestUser, sessionId: string) =>
  server.call('POST', '/api/verify-payment', { token, body: { sessionId } });
const billingOf = async ({ token }: TestUser) => (await server.call('GET', '/api/billing', { token })).body;

const subscriptionOf = (sessionId: string) => stripe.state.sessions.get(sessionId).subscription ?? '';
type Story = { plan: 'pro' | 'developer'; steps: ((sessionId: string) => unknown)[]; expected: object };

const pay = (id: string) => stripe.pay(id);
const stories: Record<string, Story> = {
  'a payment': {
    plan: 'pro',
    steps: [pay],
    expected: { plan: 'pro', receipts: [{ amount: 2900, state: 'paid' }] },
  },
  'a refund of a part': {
    plan: 'pro',
    steps: [pay, (id) => stripe.refund(id, 900)],
    expected: { plan: 'pro', receipts: [{ state: 'paid', refundedAmount: 900 }] },
  },
  'a refund': {
    plan: 'pro',
    steps: [pay, (id) => stripe.refund(id)],
    expected: { plan: 'free', receipts: [{ state: 'refunded' }] },
  },
  'a dispute that was won': {
    plan: 'pro',
    steps: [pay, (id) => stripe.closeDispute(stripe.dispute(id).id, 'won')],
    expected: { plan: 'pro', receipts: [{ state: 'paid' }] },
  },
  'a dispute that was lost': {
    plan: 'pro',
    steps: [pay, (id) => stripe.closeDispute(stripe.dispute(id).id, 'lost')],
    expected: { plan: 'free', receipts: [{ state: 'disputed' }] },
  },
  'a bank debit that failed': {
    plan: 'pro',
    steps: [(id) => stripe.pay(id, 'later'), (id) => stripe.settle(id, 'failed')],
    expected: { plan: 'free', receipts: [] },
  },
  'a renewal after a failed card': {
    plan: 'developer',
    steps: [
      pay,
      (id) => stripe.failRenewal(subscriptionOf(id)),
      (id) => stripe.tryAgain(subscriptionOf(id), 'paid'),
    ],
    expected: { plan: 'developer', subscription: { state: 'active' }, receipts: [{}, {}] },
  },
  'an end': {
    plan: 'developer',
    steps: [pay, (id) => stripe.end(subscriptionOf(id))],
    expected: { plan: 'free', subscription: { state: 'ended' }, receipts: [{ state: 'paid' }] },
  },
};

const orders: [string, (events: StripeEvent[]) => StripeEvent[]][] = [
  ['in order', (events) => events],
  ['reversed', (events) => [...events].reverse()],
  ['twice, from both ends', (events) => events.flatMap((event, at) => [event, events.at(-1 - at) ?? event])],
];

describe.each(Object.entries(stories))('the events of %s', (_story, { plan, steps, expected }) => {
  it.each(orders)('%s count once', async (_order, arrange) => {
    const user = await server.signUp();
    const id = await open(user, plan);
    const before = stripe.events().length;
    for (const step of steps) step(id);
    for (const event of arrange(stripe.events().slice(before))) await deliver(event);
    await server.app.runDueTasks();
    expect(await billingOf(user)).toMatchObject(expected);
  });
});

/** Posts an event with its real signature, as Stripe does. */
async function deliver(event: StripeEvent): Promise<void> {
  const reply = await server.fetch('/api/webhooks/stripe', stripe.webhooks.sign(event));
  expect(reply.status).toBe(200);
}

/** Delivers what has happened at Stripe since `before`; only the named types, where they are named. */
async function deliverSince(before: number, ...types: string[]): Promise<void> {
  for (const event of stripe.events().slice(before))
    if (types.length === 0 || types.includes(event.type)) await deliver(event);
  await server.app.runDueTasks();
}

/** Titles of the mails to a buyer, and of those to the team about them. */
async function mailsAbout({ email }: TestUser) {
  const mails = (await outbox.all()).filter(({ subject }) => !subject.startsWith('Confirm'));
  const titles = (to: string) =>
    mails.filter((one) => one.recipient === to && one.body.includes(email)).map(({ subject }) => subject);
  const buyer = mails.filter((one) => one.recipient === email).map(({ subject }) => subject);
  return { buyer: buyer.filter((subject) => !/receipt/i.test(subject)), team: titles(supportEmail) };
}

async function bought(plan: 'pro' | 'developer') {
  const user = await server.signUp();
  const id = await open(user, plan);
  stripe.pay(id);
  await verify(user, id);
  return { user, id };
}

describe('the buyer and the team are told', () => {
  it('that a dispute was opened and won, also by the return of the funds alone', async () => {
    const { user, id } = await bought('pro');
    const before = stripe.events().length;
    const { id: disputeId } = stripe.dispute(id);
    await deliverSince(before);
    expect(await billingOf(user)).toMatchObject({ plan: 'free' });
    stripe.closeDispute(disputeId, 'won');
    await deliverSince(before, 'charge.dispute.funds_reinstated');
    expect(await billingOf(user)).toMatchObject({ plan: 'pro' });
    expect(await mailsAbout(user)).toEqual({
      buyer: ['Your bank disputes a payment', 'Your payment counts again'],
      team: ['Payments: A dispute was opened', 'Payments: A dispute was won'],
    });
  });

  it('that a dispute was opened before its payment was known, once that is', async () => {
    const user = await server.signUp();
    const id = await open(user, 'pro');
    const before = stripe.events().length;
    stripe.pay(id);
    stripe.dispute(id);
    await deliverSince(before, 'charge.dispute.created');
    expect((await mailsAbout(user)).buyer).toEqual([]);
    for (const _twice of [1, 2]) await deliverSince(before);
    expect(await billingOf(user)).toMatchObject({ plan: 'free', receipts: [{ state: 'disputed' }] });
    expect(await mailsAbout(user)).toEqual({
      buyer: ['Your bank disputes a payment'],
      team: ['Payments: A dispute was opened'],
    });
  });

  it('that a dispute was lost, once', async () => {
    const { user, id } = await bought('pro');
    const before = stripe.events().length;
    const { id: disputeId } = stripe.dispute(id);
    await deliverSince(before);
    stripe.closeDispute(disputeId, 'lost');
    await deliverSince(before);
    await deliverSince(before);
    expect(await mailsAbout(user)).toMatchObject({
      buyer: ['Your bank disputes a payment', 'The dispute of your payment is over'],
    });
  });

  it('that a payment was refunded, and that a subscription ended without its buyer', async () => {
    const [refunded, ended] = [await bought('pro'), await bought('developer')];
    const before = stripe.events().length;
    stripe.refund(refunded.id);
    stripe.end(subscriptionOf(ended.id));
    await deliverSince(before);
    expect(await mailsAbout(refunded.user)).toEqual({
      buyer: ['Your payment was refunded'],
      team: ['Payments: A payment was refunded'],
    });
    expect(await mailsAbout(ended.user)).toEqual({
      buyer: ['Your subscription ended'],
      team: ['Payments: A subscription ended at the payment provider, not by our own button'],
    });
  });

  it('of nothing when the buyer canceled', async () => {
    const { user, id } = await bought('developer');
    await server.call('POST', '/api/billing/cancel', { token: user.token });
    const before = stripe.events().length;
    stripe.end(subscriptionOf(id));
    await deliverSince(before);
    expect(await billingOf(user)).toMatchObject({ plan: 'free' });
    expect(await mailsAbout(user)).toEqual({ buyer: [], team: [] });
  });

  it('that paid money changed no plan', async () => {
    const user = await server.signUp();
    const id = await open(user, 'pro');
    stripe.pay(id);
    const [line] = stripe.state.lineItems.get(id) ?? [];
    if (line) line.price.id = 'price_of_a_sticker';
    expect((await verify(user, id)).body.code).toBe('payment_refused');
    await server.app.runDueTasks();
    expect(await mailsAbout(user)).toEqual({
      buyer: ['Your payment changed no plan'],
      team: ['Payments: A price is not sold here'],
    });
  });

  it('that a second subscription was ended; the first goes on', async () => {
    const { user, id } = await bought('developer');
    const metadata = { userId: user.id, plan: 'developer' };
    const second = createSession(stripe.state, {
      mode: 'subscription',
      line_items: [{ price: prices.developer, quantity: '1' }],
      success_url: 'https://spark.example/',
      metadata,
      subscription_data: { metadata },
    });
    const before = stripe.events().length;
    stripe.pay(second.id);
    await deliverSince(before);
    const states = [id, second.id].map((one) => stripe.state.subscriptions.get(subscriptionOf(one)).status);
    expect(states).toEqual(['active', 'canceled']);
    const ending = stripe.requests.findIndex(({ method }) => method === 'DELETE');
    expect(stripe.requests[ending - 1]?.path).not.toBe(stripe.requests[ending]?.path);
    expect(await billingOf(user)).toMatchObject({ plan: 'developer', subscription: { state: 'active' } });
    expect(await mailsAbout(user)).toEqual({
      buyer: ['We ended a second subscription'],
      team: ['Payments: Two subscriptions of one buyer ran, and one was ended'],
    });
  });

  it.each(['-1 day', '1 day'])(
    'of no end with a subscription that is unknown there, made %s later',
    async (age) => {
      const { user, id } = await bought('developer');
      await server.database.pool.query(
        `insert into subscriptions (id, user_id, origin, state, current_period_end, cancel_at_period_end, created_at, poll_at)
       select id || '_unknown', user_id, origin, state, current_period_end, false, created_at + $2::interval, poll_at
       from subscriptions where user_id = $1`,
        [user.id, age],
      );
      const before = stripe.events().length;
      stripe.failRenewal(subscriptionOf(id));
      stripe.tryAgain(subscriptionOf(id), 'paid');
      await deliverSince(before);
      expect(stripe.state.subscriptions.get(subscriptionOf(id)).status).toBe('active');
      const { buyer, team } = await mailsAbout(user);
      expect([...buyer, ...team].filter((title) => /second|Two/.test(title))).toEqual([]);
    },
  );
});

describe('the team alone is told', () => {
  it('of a payment in another currency, which gives its plan', async () => {
    const user = await server.signUp();
    const id = await open(user, 'pro');
    stripe.pay(id);
    Object.assign(stripe.state.sessions.get(id), { currency: 'eur', amount_total: 2650 });
    expect((await verify(user, id)).body.plan).toBe('pro');
    await server.app.runDueTasks();
    expect(await mailsAbout(user)).toEqual({
      buyer: [],
      team: ['Payments: A payment came in another currency than the price'],
    });
    expect(await billingOf(user)).toMatchObject({ receipts: [{ amount: 2650, currency: 'EUR' }] });
  });

  it('of a subscription at an unknown price at once; the plan stays until the subscription ends', async () => {
    const { user, id } = await bought('developer');
    const before = stripe.events().length;
    const [item] = stripe.state.subscriptions.get(subscriptionOf(id)).items.data;
    if (item) item.price = { ...item.price, id: 'price_of_a_sticker' };
    stripe.cancelInPortal(subscriptionOf(id));
    await deliverSince(before);
    expect(await billingOf(user)).toMatchObject({ plan: 'developer' });
    expect(await mailsAbout(user)).toEqual({ buyer: [], team: ['Payments: A price is not sold here'] });
    stripe.end(subscriptionOf(id));
    await deliverSince(before);
    expect(await billingOf(user)).toMatchObject({ plan: 'free' });
  });
});

it('sells again to a customer who was deleted at Stripe, and has no page for them there', async () => {
  const { user, id } = await bought('developer');
  const before = stripe.events().length;
  stripe.deleteCustomer(id);
  const portal = await server.call('POST', '/api/billing/portal', { token: user.token });
  expect([portal.status, portal.body.code]).toEqual([409, 'portal_unavailable']);
  await deliverSince(before);
  const again = await open(user, 'developer');
  stripe.pay(again);
  expect((await verify(user, again)).body.plan).toBe('developer');
});

it('grants nothing for a paid session at another price, and logs its id', async () => {
  const user = await server.signUp();
  const id = await open(user, 'pro');
  stripe.pay(id);
  stripe.state.sessions.get(id).amount_total = 1;
  const reply = await verify(user, id);
  expect([reply.status, reply.body.code]).toEqual([409, 'payment_refused']);
  expect(await billingOf(user)).toMatchObject({ plan: 'free', receipts: [] });
  expect(server.logs.join()).toContain(`${id} grants nothing`);
});
