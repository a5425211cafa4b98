import { describe, expect, it } from 'vitest';
import { memoryLimits } from '#server/http/limits.ts';
import { startTestServer } from '#server/testing/test-server.ts';
import { openBillingWorld, sessionIdIn } from '#server/testing/worlds/billing-world.ts';

const world = openBillingWorld();

const signUp = () => world.server.signUp();
const away = () => {
  throw new Error('the provider is away');
};

describe('pressing a plan’s button', () => {
  it('twice, one after the other or at once, leads to one session', async () => {
    const user = await signUp();
    const first = await Promise.all([1, 2, 3].map(() => world.buy(user, 'pro')));
    const later = await world.buy(user, 'pro');
    const urls = [...first, later].map(({ body }) => body.url);
    expect(new Set(urls).size).toBe(1);
    expect(urls[0]).toMatch(/^https:\/\/pay\.example\/cs_/);
    expect((await world.buy(user, 'developer')).body.url).not.toBe(urls[0]);
  });

  it('after the session has ended, or is gone at the provider, opens another one', async () => {
    const user = await signUp();
    const ended = await world.open(user);
    Object.assign(ended, { status: 'canceled', url: null });
    const next = await world.open(user);
    expect(next.id).not.toBe(ended.id);
    world.provider.sessions.delete(next.id);
    expect([ended.id]).not.toContain(sessionIdIn((await world.buy(user, 'pro')).body.url));
  });

  it.each([
    ['another user', { userId: 'somebody-else' }, 403, 'foreign_user'],
    ['a price that is not ours', { priceId: 'price_xxx' }, 400, 'checkout_price_unknown'],
    ['another plan’s mode', { mode: 'subscription' }, 400, 'checkout_price_unknown'],
    ['an unknown mode', { mode: 'gift' }, 400, 'body_invalid'],
    ['an unknown field', { amount: 1 }, 400, 'body_invalid'],
  ])('for %s is refused', async (_case, changes, status, code) => {
    const reply = await world.buy(await signUp(), 'pro', changes);
    expect([reply.status, reply.body.code]).toEqual([status, code]);
  });

  it.each([
    ['is away', away, 502, 'checkout_session_failed'],
    ['has a payment on its way', () => {}, 409, 'payment_not_finished'],
  ])('while the provider %s leaves the open session as it is', async (_case, before, status, code) => {
    const user = await signUp();
    const session = await world.open(user);
    if (code === 'payment_not_finished') session.status = 'processing';
    world.provider.before = before;
    const reply = await world.buy(user, 'pro');
    expect([reply.status, reply.body.code]).toEqual([status, code]);
    world.provider.before = () => {};
    session.status = 'open';
    expect((await world.open(user)).id).toBe(session.id);
  });

  it('after a failed start uses a new idempotency key', async () => {
    const user = await signUp();
    world.provider.before = away;
    expect((await world.buy(user, 'pro')).body.code).toBe('checkout_session_failed');
    world.provider.before = () => {};
    world.provider.keys.length = 0;
    await world.buy(user, 'pro');
    expect(world.provider.keys).toEqual([expect.stringMatching(/^checkout:[\w-]+:2:/)]);
  });

  it('of a session that was paid meanwhile grants it instead of selling it twice', async () => {
    const user = await signUp();
    await world.pay(user);
    const reply = await world.buy(user, 'pro');
    expect([reply.status, reply.body.code]).toEqual([409, 'checkout_not_needed']);
    expect(await world.planOf(user)).toBe('pro');
  });

  it('at a new price ends the session with the earlier one first', async () => {
    const user = await signUp();
    const first = await world.open(user);
    const { pro } = world.provider.prices;
    world.provider.prices.pro = 'price_new';
    const reply = await world.buy(user, 'pro');
    world.provider.prices.pro = pro;
    expect([reply.status, first.status]).toEqual([200, 'canceled']);
    expect(sessionIdIn(reply.body.url)).not.toBe(first.id);
    const open = `select price_id from checkouts where user_id = $1 and status = 'open'`;
    expect(await world.query(open, [user.id])).toEqual([{ price_id: 'price_new' }]);
  });

  it('for a second subscription is refused while the first one runs, also without a plan', async () => {
    const user = await signUp();
    const { chargedAs, subscription } = await world.subscribed(user);
    await world.reverse(chargedAs, { refundedAmount: 9900 });
    expect(await world.planOf(user)).toBe('free');
    const refused = await world.buy(user, 'developer');
    expect([refused.status, refused.body.code]).toEqual([409, 'subscription_running']);
    // The provider is read before the refusal, in case the end was not reported.
    subscription.state = 'ended';
    expect((await world.buy(user, 'developer')).status).toBe(200);
  });
});

describe('coming back from the provider', () => {
  it('grants a paid session once, with one receipt, however often it is verified', async () => {
    const user = await signUp();
    const { session, payment } = await world.pay(user, 'pro', { receiptUrl: 'https://pay.example/r' });
    const replies = await Promise.all(Array.from({ length: 8 }, () => world.verify(user, session.id)));
    const outcomes = replies.map(({ status, body }) => `${status} ${body.plan}`);
    expect(new Set(outcomes)).toEqual(new Set(['200 pro']));
    expect(await world.letters(user)).toEqual([`receipt:${payment.id}`]);
    const { id, paidAt } = payment;
    expect(await world.billingOf(user)).toEqual({
      plan: 'pro',
      hasPro: true,
      subscription: null,
      hasPortal: false,
      receipts: [
        {
          id,
          plan: 'pro',
          amount: 2900,
          currency: 'USD',
          state: 'paid',
          refundedAmount: 0,
          paidAt: paidAt.toISOString(),
          receiptUrl: 'https://pay.example/r',
        },
      ],
    });
  });

  it('with the session of another user changes nothing for either', async () => {
    const [ada, eve] = [await signUp(), await signUp()];
    const { session } = await world.pay(ada);
    const reply = await world.verify(eve, session.id);
    expect([reply.status, reply.body.code]).toEqual([404, 'payment_session_unknown']);
    expect([await world.planOf(ada), await world.planOf(eve)]).toEqual(['free', 'free']);
  });

  it.each([
    ['open', 409, 'payment_not_finished'],
    ['processing', 409, 'payment_not_finished'],
    ['canceled', 409, 'payment_canceled'],
    ['refused', 409, 'payment_refused'],
    ['unknown', 404, 'payment_session_unknown'],
    ['unreachable', 502, 'billing_unavailable'],
  ])('with a session that is %s grants nothing', async (state, status, code) => {
    const user = await signUp();
    const session = await world.open(user);
    if (state === 'unreachable') world.provider.before = away;
    else if (state === 'unknown') world.provider.sessions.delete(session.id);
    else Object.assign(session, { status: state, url: null });
    const reply = await world.verify(user, session.id);
    expect([reply.status, reply.body.code]).toEqual([status, code]);
    if (state === 'unreachable')
      expect(world.server.logs.join()).toContain('a call to the payment provider failed');
    expect(await world.billingOf(user)).toMatchObject({ plan: 'free', receipts: [] });
  });

  it('with pro beside a running subscription stays developer', async () => {
    const user = await signUp();
    const { session } = await world.pay(user);
    await world.subscribed(user);
    expect((await world.verify(user, session.id)).body.plan).toBe('developer');
  });
});

describe('a subscription', () => {
  it('is canceled and resumed by its owner, together with an unpaid one that was made elsewhere', async () => {
    const user = await signUp();
    const { subscription } = await world.subscribed(user);
    const second = world.subscribe(user, { state: 'waiting' });
    await world.sendEvent({ kind: 'subscription', subscriptionId: second.id });
    for (const [action, isCanceled] of [
      ['cancel', true],
      ['resume', false],
    ] as const) {
      expect((await world.manage(user, action)).body).toMatchObject({
        plan: 'developer',
        subscription: {
          state: 'active',
          cancelAtPeriodEnd: isCanceled,
          currentPeriodEnd: subscription.currentPeriodEnd.toISOString(),
        },
      });
      expect([subscription.cancelAtPeriodEnd, second.cancelAtPeriodEnd]).toEqual([isCanceled, isCanceled]);
    }
    world.provider.before = away;
    const reply = await world.manage(user, 'cancel');
    expect([reply.status, reply.body.code]).toEqual([502, 'billing_unavailable']);
    expect(await world.billingOf(user)).toMatchObject({ subscription: { cancelAtPeriodEnd: false } });
  });

  it('whose cancellation happened without a response is canceled', async () => {
    const user = await signUp();
    const { subscription } = await world.subscribed(user);
    const set = world.provider.setCancelAtPeriodEnd;
    world.provider.setCancelAtPeriodEnd = async (id, cancel) => {
      world.provider.setCancelAtPeriodEnd = set;
      await set(id, cancel);
      throw new Error('no response in time');
    };
    const reply = await world.manage(user, 'cancel');
    expect([reply.status, subscription.cancelAtPeriodEnd]).toEqual([200, true]);
  });

  it('that every read shows differently is unavailable in the end', async () => {
    const user = await signUp();
    const { subscription } = await world.subscribed(user);
    world.provider.before = async (call) => {
      if (call !== 'cancel' && call !== 'subscription') return;
      subscription.currentPeriodEnd = new Date(subscription.currentPeriodEnd.getTime() + 1000);
      const outdate = `update users set billing_read = nextval('billing_readings') where id = $1`;
      await world.query(outdate, [user.id]);
    };
    const reply = await world.manage(user, 'cancel');
    expect([reply.status, reply.body.code]).toEqual([502, 'billing_unavailable']);
  });

  it.each([
    ['cancel', 'subscription_missing'],
    ['resume', 'subscription_missing'],
    ['portal', 'portal_unavailable'],
  ] as const)('that does not exist can not be managed: %s', async (action, code) => {
    const reply = await world.manage(await signUp(), action);
    expect([reply.status, reply.body.code]).toEqual([409, code]);
  });
});

it('the portal is opened for the customer who has paid before', async () => {
  const user = await signUp();
  const { session } = await world.pay(user);
  session.customerId = 'cus_1';
  await world.verify(user, session.id);
  const back = 'http://localhost:3000/startup-spark-suite/billing';
  expect((await world.manage(user, 'portal')).body.url).toBe(`https://pay.example/portal/cus_1?back=${back}`);
});

it('verifications and changes are limited for each user', async () => {
  const limits = { payments: world.provider, limits: memoryLimits };
  const limited = await startTestServer(limits, {}, world.server);
  const { token } = await signUp();
  const refused = async (count: number, path: string, body?: object) => {
    const calls = Array.from({ length: count }, () => limited.call('POST', path, { token, body }));
    return (await Promise.all(calls)).filter((reply) => reply.body.code === 'too_many_requests').length;
  };
  expect(await refused(40, '/api/verify-payment', { sessionId: 'cs_unknown' })).toBe(10);
  expect(await refused(30, '/api/billing/cancel')).toBe(10);
  await limited.close();
});
