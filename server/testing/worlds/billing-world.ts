import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { reconcilePaymentsQueue } from '#server/features/billing/reconcile.ts';
import type {
  CheckoutSession,
  Payment,
  PaymentChange,
  Payments,
  Subscription,
} from '#server/integrations/payments/port.ts';
import { paymentsStub, signature } from '#server/testing/payments-stub.ts';
import {
  startTestServer,
  type TestResponse,
  type TestServer,
  type TestUser,
} from '#server/testing/test-server.ts';

export type BillingWorld = Awaited<ReturnType<typeof startBillingWorld>>;
type Plan = 'pro' | 'developer';

type BillingWorldOptions = {
  payments?: 'stub' | 'embedded';
  /** An existing database. */
  on?: { databaseUrl: string };
};

/** For the tests of a file one world, with the stub and the clock reset before each. */
export function openBillingWorld(options: BillingWorldOptions = {}): BillingWorld {
  const world = {} as BillingWorld;
  beforeAll(async () => void Object.assign(world, await startBillingWorld(options)));
  beforeEach(() => world.reset());
  afterAll(() => world.close());
  return world;
}

/** A server that sells plans, with an adjustable clock; its tasks run in `handled` and `reconcile`. */
export async function startBillingWorld({ payments = 'stub', on }: BillingWorldOptions = {}) {
  const provider = paymentsStub();
  const clock = { ahead: 0 };
  const sold: { payments?: Payments } = payments === 'stub' ? { payments: provider } : {};
  const overrides = { ...sold, now: () => Date.now() + clock.ahead };
  const server = await startTestServer(overrides, {}, on);
  const query = async (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
    (await server.database.pool.query(text, values)).rows;
  /** Posts an event as the provider would. */
  const send = (body: string, signedBy = signature, to = server): Promise<Response> =>
    to.fetch('/api/webhooks/stripe', { method: 'POST', body, headers: { 'stripe-signature': signedBy } });
  async function handled(id: string): Promise<void> {
    await server.app.runDueTasks();
    const isHandled = 'select 1 from payment_events where id = $1 and handled_at is not null';
    expect(await query(isHandled, [id])).toHaveLength(1);
  }
  let names = 0;
  const nextName = (kind: string) => `${kind}_${++names}`;
  const prices = payments === 'stub' ? provider.prices : embeddedPrices;
  const actions = userActions(server, prices);

  /** A checkout session that is open at the stub. */
  async function open(user: TestUser, plan: Plan = 'pro'): Promise<CheckoutSession> {
    const session = provider.sessions.get(sessionIdIn((await actions.buy(user, plan)).body.url));
    if (!session) throw new Error('no session was opened');
    return session;
  }

  /** A session that is paid at the stub; the product does not know it yet. */
  async function pay(user: TestUser, plan: Plan = 'pro', changes: Partial<Payment> = {}) {
    const session = await open(user, plan);
    const subscription = plan === 'developer' ? subscribe(user) : null;
    const payment: Payment = {
      id: nextName('pi'),
      userId: user.id,
      plan,
      chargedAs: nextName('charge'),
      subscriptionId: subscription?.id ?? null,
      amount: plan === 'pro' ? 2900 : 9900,
      currency: 'USD',
      refundedAmount: 0,
      disputed: false,
      paidAt: new Date(),
      receiptUrl: null,
      ...changes,
    };
    Object.assign(session, { status: 'paid', url: null, payment, subscription });
    return { session, payment, chargedAs: payment.chargedAs ?? '' };
  }

  /** A subscription at the stub, without a payment. */
  function subscribe(user: TestUser, changes: Partial<Subscription> = {}): Subscription {
    const subscription: Subscription = {
      id: nextName('sub'),
      userId: user.id,
      state: 'active',
      currentPeriodEnd: new Date(Date.now() + 20 * 86_400_000),
      cancelAtPeriodEnd: false,
      customerId: null,
      ...changes,
    };
    provider.subscriptions.set(subscription.id, subscription);
    return subscription;
  }

  /** Posts an event and handles it. */
  async function sendEvent(
    change: PaymentChange | null,
    id = nextName('evt'),
    createdAt?: Date,
  ): Promise<void> {
    const reply = await send(provider.event(id, change, createdAt));
    expect([reply.status, await reply.json()]).toEqual([200, { received: true }]);
    await handled(id);
  }

  return {
    server,
    provider,
    /** Milliseconds by which the server's clock is ahead. */
    clock,
    query,
    ...actions,
    open,
    pay,
    subscribe,
    /** A session that is paid and verified. */
    async bought(user: TestUser, plan: Plan = 'pro', changes: Partial<Payment> = {}) {
      const paid = await pay(user, plan, changes);
      await actions.verify(user, paid.session.id);
      return paid;
    },
    /** A subscription with its first month paid and verified. */
    async subscribed(user: TestUser, changes: Partial<Payment> = {}) {
      const paid = await pay(user, 'developer', changes);
      await actions.verify(user, paid.session.id);
      const subscription = provider.subscriptions.get(paid.payment.subscriptionId ?? '');
      if (!subscription) throw new Error('no subscription was made');
      return { ...paid, subscription };
    },
    nextName,
    send,
    handled,
    sendEvent,
    /** Refunds or disputes at the stub, with the event about it. */
    async reverse(chargedAs: string, { refundedAmount = 0, disputed = false }): Promise<void> {
      provider.reversals.set(chargedAs, { refundedAmount, disputed });
      for (const { payment } of provider.sessions.values())
        if (payment?.chargedAs === chargedAs) Object.assign(payment, { refundedAmount, disputed });
      await sendEvent({ kind: 'charge', chargedAs, reported: null });
    },
    /** Resets the stub and the clock. */
    reset() {
      provider.before = () => {};
      clock.ahead = 0;
    },
    /** Runs the reconcile task, `ahead` milliseconds from now. */
    async reconcile(ahead = clock.ahead): Promise<void> {
      clock.ahead = ahead;
      await server.app.runDueTasks(reconcilePaymentsQueue);
    },
    /** Ids of the letters that were enqueued, sorted. */
    async letters(user: TestUser): Promise<string[]> {
      const rows = await query('select id from billing_mails where user_id = $1', [user.id]);
      return rows.map(({ id }) => String(id)).sort();
    },
    close: server.close,
  };
}

const embeddedPrices = { pro: 'price_embedded_pro', developer: 'price_embedded_developer' };

export function sessionIdIn(url: unknown): string {
  return String(url).split('/').at(-1) ?? '';
}

function userActions(server: TestServer, prices: Payments['prices']) {
  const post = (user: TestUser, path: string, body?: object) =>
    server.call('POST', path, { token: user.token, body });
  return {
    buy(user: TestUser, plan: Plan, changes: object = {}): Promise<TestResponse> {
      const mode = plan === 'pro' ? 'payment' : 'subscription';
      const body = { priceId: prices[plan], userId: user.id, mode, userEmail: user.email, ...changes };
      return post(user, '/api/create-checkout-session', body);
    },
    verify: (user: TestUser, sessionId: string) => post(user, '/api/verify-payment', { sessionId }),
    manage: (user: TestUser, action: 'cancel' | 'resume' | 'portal') => post(user, `/api/billing/${action}`),
    async planOf(user: TestUser): Promise<unknown> {
      const { id, email } = user;
      return (await post(user, '/api/user/sync', { id, email })).body.plan;
    },
    async billingOf({ token }: TestUser): Promise<Record<string, unknown>> {
      return (await server.call('GET', '/api/billing', { token })).body;
    },
  };
}
