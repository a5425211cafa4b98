import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StripeEvent } from '#fakes/stripe/state.ts';
import { type StripeFake, startStripeFake } from '#fakes/stripe/stripe.ts';
import { startTestServer, type TestServer, type TestUser } from '#server/testing/test-server.ts';
import { sessionIdIn } from '#server/testing/worlds/billing-world.ts';

// The whole product with the real adapter, against the fake of Stripe.

const prices = { pro: 'price_pro', developer: 'price_developer' };

let stripe: StripeFake;
let server: TestServer;
beforeAll(async () => {
  stripe = await startStripeFake({ prices, webhookSecret: 'whsec_in_process' });
  server = await startTestServer({}, stripe.env);
});
afterAll(async () => {
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
