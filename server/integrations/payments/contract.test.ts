import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type StripeFake, startStripeFake } from '#fakes/stripe/stripe.ts';
import { connectDatabase, type Database } from '#server/database/connect.ts';
import { createTestDatabase, type TestDatabase } from '#server/database/test-database.ts';
import { embeddedPayments } from './embedded.ts';
import type { CheckoutRequest, Payments } from './port.ts';
import { stripePayments } from './stripe.ts';

let testDatabase: TestDatabase;
let database: Database;
let fake: StripeFake;
beforeAll(async () => {
  testDatabase = await createTestDatabase(inject('testDatabaseUrl'));
  database = connectDatabase(testDatabase.url, () => {});
  fake = await startStripeFake({
    prices: { pro: 'price_pro', developer: 'price_developer' },
    webhookSecret: 'whsec_contract',
  });
});
afterAll(async () => {
  await fake.stop();
  await database.close();
  await testDatabase.drop();
});

type Subject = {
  payments: Payments;
  pay(id: string): unknown;
  /** Ends a session without a payment for good. */
  cancel(id: string): unknown;
};

const adapters: Record<string, () => Subject> = {
  embedded: () => {
    const payments = embeddedPayments(database, randomUUID, Date.now);
    return {
      payments,
      pay: (id) => payments.endSession(id, 'paid'),
      cancel: (id) => payments.endSession(id, 'canceled'),
    };
  },
  stripe: () => {
    const { url, env, pay, expire } = fake;
    const prices = { pro: env.STRIPE_PRICE_PRO ?? '', developer: env.STRIPE_PRICE_DEVELOPER ?? '' };
    const secretKey = env.STRIPE_SECRET_KEY ?? '';
    const webhookSecret = env.STRIPE_WEBHOOK_SECRET ?? '';
    return {
      payments: stripePayments({
        secretKey,
        prices,
        webhookSecret,
        apiUrl: url,
        now: Date.now,
        findSoldPlan: async () => null,
        onRefused: (reason) => {
          throw new Error(reason);
        },
        onBrandingRefused: (error) => {
          throw error;
        },
      }),
      // Stripe refuses what comes second.
      pay: (id) => fake.state.sessions.get(id).status === 'open' && pay(id),
      cancel: (id) => fake.state.sessions.get(id).status === 'open' && expire(id),
    };
  },
};

const asked = (plan: 'pro' | 'developer' = 'pro'): CheckoutRequest => ({
  userId: 'ada',
  userEmail: 'ada@example.com',
  plan,
  mode: plan === 'pro' ? 'payment' : 'subscription',
  successUrl: 'http://localhost:3000/payment-success?session_id={SESSION_ID}',
  cancelUrl: 'http://localhost:3000/payment-cancel',
  customerId: null,
  idempotencyKey: randomUUID(),
});

describe.each(Object.entries(adapters))('%s payments', (_name, make) => {
  async function subscribed() {
    const { payments, pay } = make();
    const { id } = await payments.createCheckoutSession(asked('developer'));
    await pay(id);
    const session = await payments.retrieveSession(id);
    return { payments, session, id: session?.subscription?.id ?? '' };
  }

  it('name a price of their own for each plan', () => {
    const { pro, developer } = make().payments.prices;
    expect(new Set([pro, developer, '']).size).toBe(3);
  });

  it('open a session that belongs to its user and is not paid', async () => {
    const { payments } = make();
    const { id, url } = await payments.createCheckoutSession(asked());
    expect(URL.canParse(url)).toBe(true);
    expect(await payments.retrieveSession(id)).toEqual({
      id,
      userId: 'ada',
      plan: 'pro',
      status: 'open',
      url,
      customerId: null,
      payment: null,
      subscription: null,
    });
  });

  it('open one session for one key, however often, and another for another key', async () => {
    const { payments } = make();
    const request = asked();
    const made = await Promise.all([1, 2, 3].map(() => payments.createCheckoutSession(request)));
    expect(new Set(made.map(({ id, url }) => `${id} ${url}`)).size).toBe(1);
    const other = await payments.createCheckoutSession(asked());
    expect(other.id).not.toBe(made[0]?.id);
  });

  it('report a single payment', async () => {
    const { payments, pay } = make();
    const { id } = await payments.createCheckoutSession(asked());
    await pay(id);
    expect(await payments.retrieveSession(id)).toMatchObject({
      status: 'paid',
      url: null,
      subscription: null,
      payment: {
        id: expect.any(String),
        userId: 'ada',
        plan: 'pro',
        subscriptionId: null,
        amount: 2900,
        currency: 'USD',
        refundedAmount: 0,
        disputed: false,
        paidAt: expect.any(Date),
      },
    });
  });

  it('keep the outcome that came first', async () => {
    const { payments, pay, cancel } = make();
    const paid = await payments.createCheckoutSession(asked());
    await pay(paid.id);
    await cancel(paid.id);
    expect(await payments.retrieveSession(paid.id)).toMatchObject({ status: 'paid' });
    const canceled = await payments.createCheckoutSession(asked());
    await cancel(canceled.id);
    await pay(canceled.id);
    const ended = { status: 'canceled', url: null, payment: null };
    expect(await payments.retrieveSession(canceled.id)).toMatchObject(ended);
  });

  it('know nothing of a session or a subscription that they did not open', async () => {
    const { payments } = make();
    expect(await payments.retrieveSession('never-opened')).toBeNull();
    expect(await payments.retrieveSession('../v1/customers?x=1')).toBeNull();
    expect(await payments.retrieveSubscription('never-begun')).toBeNull();
    await expect(payments.setCancelAtPeriodEnd('never-begun', true)).rejects.toThrow();
  });

  it('begin a subscription for a month, with its first payment', async () => {
    const { payments, session, id } = await subscribed();
    expect(session).toMatchObject({
      status: 'paid',
      plan: 'developer',
      payment: { plan: 'developer', subscriptionId: id, amount: 9900, currency: 'USD' },
      subscription: { userId: 'ada', state: 'active', cancelAtPeriodEnd: false },
    });
    const subscription = await payments.retrieveSubscription(id);
    expect(subscription).toMatchObject(session?.subscription ?? {});
    expect(subscription?.payment?.id).toBe(session?.payment?.id);
    const days = (Number(subscription?.currentPeriodEnd) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(27);
    expect(days).toBeLessThan(32);
  });

  it('end a subscription with its period, and take that back', async () => {
    const { payments, session, id } = await subscribed();
    const currentPeriodEnd = session?.subscription?.currentPeriodEnd;
    const canceled = { id, state: 'active', cancelAtPeriodEnd: true, currentPeriodEnd };
    expect(await payments.setCancelAtPeriodEnd(id, true)).toMatchObject(canceled);
    // Pressed twice.
    expect(await payments.setCancelAtPeriodEnd(id, true)).toMatchObject(canceled);
    expect(await payments.retrieveSubscription(id)).toMatchObject(canceled);
    const goingOn = { ...canceled, cancelAtPeriodEnd: false };
    expect(await payments.setCancelAtPeriodEnd(id, false)).toMatchObject(goingOn);
    expect(await payments.retrieveSubscription(id)).toMatchObject(goingOn);
  });
});
