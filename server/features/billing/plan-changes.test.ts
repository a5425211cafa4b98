import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { somePayment, someSubscription } from '#server/testing/scripted-payments.ts';
import { startTestServer, type TestUser } from '#server/testing/test-server.ts';
import { type BillingWorld, startBillingWorld } from '#server/testing/worlds/billing-world.ts';
import { monthsAfter } from '#shared/rules/billing/months.ts';

const hour = 3_600_000;
const day = 24 * hour;

let world: BillingWorld;
beforeAll(async () => {
  world = await startBillingWorld();
});
afterAll(() => world.close());
beforeEach(() => {
  world.provider.before = () => {};
  world.clock.ahead = 0;
});

let names = 0;
const nextName = (kind: string) => `${kind}_change_${++names}`;
const sessionOf = (url: unknown) => String(url).split('/').at(-1) ?? '';

async function opened(user: TestUser, plan: 'pro' | 'developer') {
  const session = world.provider.sessions.get(sessionOf((await world.buy(user, plan)).body.url));
  if (!session) throw new Error('no session was opened');
  return session;
}

async function boughtPro(user: TestUser) {
  const session = await opened(user, 'pro');
  const payment = somePayment({ id: nextName('pi'), userId: user.id, paidAt: new Date() });
  Object.assign(session, { status: 'paid', url: null, payment });
  await world.verify(user, session.id);
  return { session, payment, chargedAs: payment.chargedAs ?? '' };
}

async function subscribed(user: TestUser) {
  const session = await opened(user, 'developer');
  const subscription = someSubscription({ id: nextName('sub'), userId: user.id });
  const subscriptionId = subscription.id;
  const month = { userId: user.id, plan: 'developer' as const, amount: 9900, subscriptionId };
  const payment = somePayment({ ...month, id: nextName('in'), paidAt: new Date(Date.now() - 10 * day) });
  world.provider.subscriptions.set(subscription.id, subscription);
  Object.assign(session, { status: 'paid', url: null, payment, subscription });
  await world.verify(user, session.id);
  return { session, payment, subscription, month, chargedAs: payment.chargedAs ?? '' };
}

const sendSubscriptionEvent = (subscriptionId: string) =>
  world.sendEvent(nextName('evt'), { kind: 'subscription', subscriptionId });
const post = (user: TestUser, what: string) =>
  world.server.call('POST', `/api/billing/${what}`, { token: user.token });
const asked = (call: string) => world.provider.calls.filter((one) => one === call).length;

describe('a second subscription', () => {
  it('is not sold while the first one runs, also one that grants nothing', async () => {
    const user = await world.server.signUp();
    const { chargedAs, subscription } = await subscribed(user);
    await world.sendEvent(nextName('evt'), { kind: 'refunded', chargedAs, refundedAmount: 9900 });
    expect(await world.planOf(user)).toBe('free');
    const refused = await world.buy(user, 'developer');
    expect([refused.status, refused.body.code]).toEqual([409, 'subscription_running']);
    // Its end may not have been told: the provider is asked before anybody is refused.
    subscription.state = 'ended';
    expect((await world.buy(user, 'developer')).status).toBe(200);
  });

  it('that was made elsewhere is canceled and resumed with the first', async () => {
    const user = await world.server.signUp();
    await subscribed(user);
    const second = someSubscription({ id: nextName('sub'), userId: user.id });
    world.provider.subscriptions.set(second.id, second);
    await sendSubscriptionEvent(second.id);
    expect((await post(user, 'cancel')).body).toMatchObject({ subscription: { cancelAtPeriodEnd: true } });
    const flags = async () => {
      const rows = await world.query('select cancel_at_period_end from subscriptions where user_id = $1', [
        user.id,
      ]);
      return rows.map((row) => row.cancel_at_period_end);
    };
    expect(await flags()).toEqual([true, true]);
    await post(user, 'resume');
    expect(await flags()).toEqual([false, false]);
  });
});

describe('a change without an event', () => {
  it('a renewal whose invoice was a draft at first is found within hours', async () => {
    const user = await world.server.signUp();
    const { subscription, month } = await subscribed(user);
    const end = subscription.currentPeriodEnd;
    subscription.currentPeriodEnd = monthsAfter(end, 1);
    world.clock.ahead = end.getTime() - Date.now() + 60_000;
    await world.reconcile();
    const next = somePayment({ ...month, id: nextName('in'), paidAt: new Date(end.getTime() + hour) });
    subscription.payment = next;
    world.clock.ahead += 4 * hour;
    await world.reconcile();
    expect(await world.letters(user)).toContain(`receipt:${next.id}`);
    // No further poll before the period ends.
    const rows = await world.query(
      'select ask_at = current_period_end as is_end from subscriptions where id = $1',
      [subscription.id],
    );
    expect(rows).toEqual([{ is_end: true }]);
  });

  it('a dispute that was won gives the plan back at the next poll', async () => {
    const user = await world.server.signUp();
    const { chargedAs } = await boughtPro(user);
    await world.sendEvent(nextName('evt'), { kind: 'disputed', chargedAs, disputeId: 'dp_lost', won: false });
    expect(await world.planOf(user)).toBe('free');
    world.provider.payments.set(chargedAs, { refundedAmount: 0, disputed: false });
    world.clock.ahead = 25 * hour;
    await world.reconcile();
    expect(await world.planOf(user)).toBe('pro');
  });

  it('a refund takes the plan within a day, and after four weeks polling ends', async () => {
    const [user, other] = [await world.server.signUp(), await world.server.signUp()];
    const { chargedAs } = await boughtPro(user);
    await boughtPro(other);
    world.provider.payments.set(chargedAs, { refundedAmount: 2900, disputed: false });
    world.clock.ahead = 25 * hour;
    await world.reconcile();
    expect([await world.planOf(user), await world.planOf(other)]).toEqual(['free', 'pro']);
    world.clock.ahead = 40 * day;
    await world.reconcile();
    const rows = await world.query('select ask_at from payments where user_id = $1', [other.id]);
    expect(rows).toEqual([{ ask_at: null }]);
  });

  it('a card that fails for good ends the plan thirty days after the last paid period', async () => {
    const user = await world.server.signUp();
    const { subscription } = await subscribed(user);
    subscription.state = 'past_due';
    await sendSubscriptionEvent(subscription.id);
    subscription.currentPeriodEnd = new Date(Date.now() + 100 * day);
    world.clock.ahead = 48 * day;
    await world.reconcile();
    expect(await world.planOf(user)).toBe('developer');
    world.clock.ahead = 54 * day;
    await world.reconcile();
    expect(await world.billingOf(user)).toMatchObject({
      plan: 'free',
      subscription: { withheld: 'overdue' },
    });
  });

  it('is asked for about a failed card every six hours', async () => {
    const user = await world.server.signUp();
    const { subscription } = await subscribed(user);
    subscription.state = 'past_due';
    await sendSubscriptionEvent(subscription.id);
    world.provider.calls.length = 0;
    world.clock.ahead = 5.9 * hour;
    await world.reconcile();
    expect(asked('subscription')).toBe(0);
    world.clock.ahead = 6.1 * hour;
    await world.reconcile();
    expect(asked('subscription')).toBe(1);
  });
});

describe('a subscription that is not paid', () => {
  it.each(['waiting', 'active'] as const)(
    'and %s grants nothing, says so, and can be canceled',
    async (state) => {
      const user = await world.server.signUp();
      const subscription = someSubscription({ id: nextName('sub'), userId: user.id, state });
      world.provider.subscriptions.set(subscription.id, subscription);
      await sendSubscriptionEvent(subscription.id);
      expect(await world.billingOf(user)).toMatchObject({
        plan: 'free',
        subscription: { state, withheld: 'unpaid' },
      });
      expect((await post(user, 'cancel')).body).toMatchObject({ subscription: { cancelAtPeriodEnd: true } });
      const payment = somePayment({ id: nextName('in'), userId: user.id, plan: 'developer', amount: 9900 });
      Object.assign(subscription, {
        state: 'active',
        payment: { ...payment, subscriptionId: subscription.id },
      });
      world.clock.ahead = 3 * day;
      await world.reconcile();
      expect(await world.planOf(user)).toBe('developer');
    },
  );

  it('whose payment was given back says that', async () => {
    const user = await world.server.signUp();
    const { chargedAs } = await subscribed(user);
    await world.sendEvent(nextName('evt'), { kind: 'refunded', chargedAs, refundedAmount: 9900 });
    expect(await world.billingOf(user)).toMatchObject({
      subscription: { state: 'active', withheld: 'taken-back' },
    });
  });
});

describe('a cancellation', () => {
  it('that happened although no answer came is no failure', async () => {
    const user = await world.server.signUp();
    const { subscription } = await subscribed(user);
    const set = world.provider.setCancelAtPeriodEnd;
    world.provider.setCancelAtPeriodEnd = async (id, cancel) => {
      world.provider.setCancelAtPeriodEnd = set;
      await set(id, cancel);
      throw new Error('no answer in time');
    };
    const reply = await post(user, 'cancel');
    expect([reply.status, subscription.cancelAtPeriodEnd]).toEqual([200, true]);
  });
});

describe('money of another provider', () => {
  it('counts no more when the provider changes, and stays listed as what it was', async () => {
    const embedded = await startBillingWorld({ payments: 'embedded' });
    const user = await embedded.server.signUp('pro');
    await embedded.reconcile();
    const real = await startBillingWorld({ on: embedded.server });
    // Either of the two processes may take the task.
    const planNow = async () => {
      await real.reconcile();
      return real.planOf(user);
    };
    await expect.poll(planNow, { timeout: 15_000 }).toBe('free');
    expect(await real.billingOf(user)).toMatchObject({
      plan: 'free',
      hasPro: false,
      receipts: [{ plan: 'pro', state: 'paid', elsewhere: 'test' }],
    });
    expect((await real.buy(user, 'pro')).status).toBe(200);
    await real.close();
    await embedded.close();
  });

  it('leaves the events of that provider as they are', async () => {
    const embedded = await startBillingWorld({ payments: 'embedded' });
    await embedded.query(
      `insert into payment_events (id, type, payload, created_at, received_at)
       values ('evt_kept', 'checkout.session.completed', '{}', now(), now() - interval '10 minutes')`,
    );
    await embedded.reconcile();
    const rows = await embedded.query('select handled_at from payment_events');
    expect(rows).toEqual([{ handled_at: null }]);
    await embedded.close();
  });
});

describe('a plan of an older release', () => {
  it('is not taken by an event that comes before its subscription is known', async () => {
    const user = await world.server.signUp();
    await world.query(
      `insert into payments (session_id, user_id, plan, origin) values ($1, $2, 'developer', 'stripe-test')`,
      [nextName('test'), user.id],
    );
    const ended = someSubscription({ id: nextName('sub'), userId: user.id, state: 'ended' });
    world.provider.subscriptions.set(ended.id, ended);
    await sendSubscriptionEvent(ended.id);
    expect(await world.planOf(user)).toBe('developer');
  });
});

describe('an amount above what 32 bits hold', () => {
  it('is written down, also of a charge without a user', async () => {
    const refund = { kind: 'refunded', refundedAmount: 3_000_000_000 } as const;
    await world.sendEvent(nextName('evt'), { ...refund, chargedAs: nextName('pi_foreign') });
    const user = await world.server.signUp();
    const { payment, session, chargedAs } = await boughtPro(user);
    payment.amount = 4_000_000_000;
    await world.verify(user, session.id);
    await world.sendEvent(nextName('evt'), { ...refund, chargedAs });
    expect(await world.billingOf(user)).toMatchObject({
      receipts: [{ amount: 4_000_000_000, refundedAmount: 3_000_000_000, state: 'paid' }],
    });
  });
});

describe('many at once', () => {
  it('verifying one session ask the provider once, and once more', async () => {
    const user = await world.server.signUp();
    const session = await opened(user, 'pro');
    world.provider.calls.length = 0;
    const answer = Promise.withResolvers<void>();
    world.provider.before = () => answer.promise;
    const replies = Array.from({ length: 50 }, () => world.verify(user, session.id));
    await expect.poll(() => asked('session')).toBe(1);
    setTimeout(answer.resolve, 100);
    expect(new Set((await Promise.all(replies)).map(({ body }) => body.code))).toEqual(
      new Set(['payment_not_finished']),
    );
    expect(asked('session')).toBeLessThan(5);
  });

  it('answers that differ every time end in billing_unavailable', async () => {
    const user = await world.server.signUp();
    const { subscription } = await subscribed(user);
    world.provider.before = async (call) => {
      if (call !== 'cancel' && call !== 'subscription') return;
      subscription.currentPeriodEnd = new Date(subscription.currentPeriodEnd.getTime() + 1000);
      await world.query(`update users set billing_read = nextval('billing_readings') where id = $1`, [
        user.id,
      ]);
    };
    const reply = await post(user, 'cancel');
    expect([reply.status, reply.body.code]).toEqual([502, 'billing_unavailable']);
  });

  it('are limited for each user', async () => {
    const { memoryLimits } = await import('#server/http/limits.ts');
    const limited = await startTestServer(
      { payments: world.provider, limits: memoryLimits },
      {},
      world.server,
    );
    const user = await world.server.signUp();
    const body = { sessionId: 'cs_nobody' };
    const verify = () => limited.call('POST', '/api/verify-payment', { token: user.token, body });
    const codes = (await Promise.all(Array.from({ length: 40 }, verify))).map(({ body }) => body.code);
    expect(codes.filter((code) => code === 'too_many_requests')).toHaveLength(10);
    const cancel = () => limited.call('POST', '/api/billing/cancel', { token: user.token });
    const tries = (await Promise.all(Array.from({ length: 30 }, cancel))).map(({ body }) => body.code);
    expect(tries.filter((code) => code === 'too_many_requests')).toHaveLength(10);
    await limited.close();
  });
});

describe('a price that changes', () => {
  it('ends the session with the earlier one, so that no one pays both', async () => {
    const user = await world.server.signUp();
    const first = await opened(user, 'pro');
    const { pro } = world.provider.prices;
    world.provider.prices.pro = 'price_new';
    const reply = await world.buy(user, 'pro', { priceId: 'price_new' });
    world.provider.prices.pro = pro;
    expect(reply.status).toBe(200);
    expect([first.status, sessionOf(reply.body.url) === first.id]).toEqual(['canceled', false]);
    const open = await world.query(`select price_id from checkouts where user_id = $1 and status = 'open'`, [
      user.id,
    ]);
    expect(open).toEqual([{ price_id: 'price_new' }]);
  });
});

describe('a session that ended without a payment', () => {
  it('is no payment that is still to come', async () => {
    const user = await world.server.signUp();
    const session = await opened(user, 'pro');
    Object.assign(session, { status: 'canceled', url: null });
    const reply = await world.verify(user, session.id);
    expect([reply.status, reply.body.code]).toEqual([409, 'payment_canceled']);
  });
});

describe('what an event held', () => {
  it('is dropped a month after it was handled, and its id stays', async () => {
    const user = await world.server.signUp();
    const { session } = await boughtPro(user);
    const id = nextName('evt');
    await world.sendEvent(id, { kind: 'session', sessionId: session.id });
    const read = () =>
      world.query('select payload is null as is_empty from payment_events where id = $1', [id]);
    world.clock.ahead = 29 * day;
    await world.reconcile();
    expect(await read()).toEqual([{ is_empty: false }]);
    world.clock.ahead = 31 * day;
    await world.reconcile();
    expect(await read()).toEqual([{ is_empty: true }]);
  });
});
