import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signature, somePayment, someSubscription } from '#server/testing/scripted-payments.ts';
import { startTestServer, type TestUser } from '#server/testing/test-server.ts';
import { type BillingWorld, startBillingWorld } from '#server/testing/worlds/billing-world.ts';

let world: BillingWorld;
beforeAll(async () => {
  world = await startBillingWorld();
});
afterAll(() => world.close());
beforeEach(() => {
  world.provider.before = () => {};
});

let names = 0;
const nextName = (kind: string) => `${kind}_${++names}`;

/** A session paid at the provider before any event arrives. */
async function paidSession(user: TestUser, plan: 'pro' | 'developer') {
  const id =
    String((await world.buy(user, plan)).body.url)
      .split('/')
      .at(-1) ?? '';
  const session = world.provider.sessions.get(id);
  if (!session) throw new Error('no session was opened');
  const owner = { userId: user.id, plan };
  if (plan === 'pro') {
    const payment = somePayment({ ...owner, id: nextName('pi') });
    Object.assign(session, { status: 'paid', url: null, payment });
    return { session, payment, subscription: null };
  }
  const subscription = someSubscription({ ...owner, id: nextName('sub') });
  const payment = somePayment({
    ...owner,
    id: nextName('in'),
    amount: 9900,
    subscriptionId: subscription.id,
  });
  Object.assign(session, { status: 'paid', url: null, payment, subscription });
  world.provider.subscriptions.set(subscription.id, subscription);
  return { session, payment, subscription };
}

async function subscribed(user: TestUser) {
  const { session, payment, subscription } = await paidSession(user, 'developer');
  if (!subscription) throw new Error('no subscription');
  await world.sendEvent(nextName('evt'), { kind: 'session', sessionId: session.id });
  const happens = async (changes: object) => {
    Object.assign(subscription, changes);
    await world.sendEvent(nextName('evt'), { kind: 'subscription', subscriptionId: subscription.id });
  };
  return { session, payment, subscription, happens };
}

describe('an event', () => {
  it.each([
    ['that is forged', (body: string) => ({ body, signedBy: 'somebody' })],
    ['without a signature', (body: string) => ({ body, signedBy: '' })],
    ['that was cut off', (body: string) => ({ body: body.slice(0, -5), signedBy: signature })],
    ['that is empty', () => ({ body: '', signedBy: signature })],
  ])('%s is refused, and nothing is stored', async (_case, change) => {
    const id = nextName('evt_bad');
    const { body, signedBy } = change(world.provider.event(id, null));
    const reply = await world.send(body, signedBy);
    expect([reply.status, await reply.json()]).toMatchObject([400, { code: 'payment_event_refused' }]);
    expect(await world.query('select 1 from payment_events where id = $1', [id])).toEqual([]);
  });

  it('that is larger than any real one is refused', async () => {
    expect((await world.send('x'.repeat(300 * 1024))).status).toBe(413);
  });

  it('is stored with what it holds, which is dropped a month after it was handled', async () => {
    const id = nextName('evt');
    await world.sendEvent(id, null);
    const [row] = await world.query('select type, payload from payment_events where id = $1', [id]);
    expect(row).toEqual({ type: 'nothing', payload: { news: null } });
  });

  it('that comes again and again, also when it is handled, has its effect once', async () => {
    const user = await world.server.signUp();
    const { session, payment } = await paidSession(user, 'pro');
    const id = nextName('evt');
    const body = world.provider.event(id, { kind: 'session', sessionId: session.id });
    const replies = await Promise.all([1, 2, 3].map(() => world.send(body)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    await world.handled(id);
    await world.sendEvent(id, { kind: 'session', sessionId: session.id });
    expect(await world.planOf(user)).toBe('pro');
    expect(await world.letters(user)).toEqual([`receipt:${payment.id}`]);
    expect(await world.query('select 1 from payment_events where id = $1', [id])).toHaveLength(1);
  });

  it('about an unknown session or user changes nothing', async () => {
    await world.sendEvent(nextName('evt'), { kind: 'session', sessionId: 'cs_nobody' });
    const subscription = someSubscription({ id: nextName('sub'), userId: 'nobody' });
    world.provider.subscriptions.set(subscription.id, subscription);
    await world.sendEvent(nextName('evt'), { kind: 'subscription', subscriptionId: subscription.id });
    expect(await world.query('select 1 from subscriptions where id = $1', [subscription.id])).toEqual([]);
  });

  it('is taken while the provider is slow, and handled when it answers', async () => {
    const user = await world.server.signUp();
    const { session } = await paidSession(user, 'pro');
    let answer = () => {};
    const waiting = new Promise<void>((resolve) => {
      answer = resolve;
    });
    world.provider.before = () => waiting;
    const id = nextName('evt');
    const reply = await world.send(world.provider.event(id, { kind: 'session', sessionId: session.id }));
    expect(reply.status).toBe(200);
    expect(await world.planOf(user)).toBe('free');
    answer();
    await world.handled(id);
    expect(await world.planOf(user)).toBe('pro');
  });

  it('is kept while the provider is away, and handled after that', async () => {
    const user = await world.server.signUp();
    const { session } = await paidSession(user, 'pro');
    let failures = 0;
    world.provider.before = () => {
      failures += 1;
      throw new Error('the provider is away');
    };
    const id = nextName('evt');
    await world.send(world.provider.event(id, { kind: 'session', sessionId: session.id }));
    await expect.poll(() => failures, { timeout: 10_000 }).toBeGreaterThan(0);
    expect(await world.planOf(user)).toBe('free');
    world.provider.before = () => {};
    const retried = "update pgboss.job set start_after = now() where state = 'retry' returning 1";
    await expect.poll(() => world.query(retried), { timeout: 10_000 }).toHaveLength(1);
    await world.handled(id);
    expect(await world.planOf(user)).toBe('pro');
  });

  it('handled by two servers at once has its effect once', async () => {
    const other = await startTestServer({ payments: world.provider }, {}, world.server);
    const user = await world.server.signUp();
    const { session, payment, subscription } = await paidSession(user, 'developer');
    if (!subscription) throw new Error('no subscription');
    const news = [
      { kind: 'session', sessionId: session.id } as const,
      { kind: 'subscription', subscriptionId: subscription.id } as const,
      { kind: 'renewed', payment, subscriptionId: subscription.id } as const,
    ];
    const ids = Array.from({ length: 12 }, () => nextName('evt'));
    const sent = ids.flatMap((id, index) => {
      const body = world.provider.event(id, news[index % news.length] ?? null);
      return [world.send(body), world.send(body, undefined, other), world.send(body)];
    });
    expect(new Set((await Promise.all(sent)).map(({ status }) => status))).toEqual(new Set([200]));
    for (const id of ids) await world.handled(id);
    expect(await world.planOf(user)).toBe('developer');
    expect(await world.letters(user)).toEqual([`receipt:${payment.id}`]);
    await other.close();
  });
});

describe('a refund', () => {
  it('of the whole amount takes the plan, and of a part does not', async () => {
    const user = await world.server.signUp();
    const { session, payment } = await paidSession(user, 'pro');
    await world.verify(user, session.id);
    const refund = (refundedAmount: number) =>
      world.sendEvent(nextName('evt'), {
        kind: 'refunded',
        chargedAs: payment.chargedAs ?? '',
        refundedAmount,
      });
    await refund(1000);
    expect(await world.planOf(user)).toBe('pro');
    expect(await world.billingOf(user)).toMatchObject({
      receipts: [{ state: 'paid', refundedAmount: 1000 }],
    });
    await refund(2900);
    expect(await world.planOf(user)).toBe('free');
    expect(await world.billingOf(user)).toMatchObject({
      hasPro: false,
      receipts: [{ state: 'refunded', refundedAmount: 2900 }],
    });
    payment.refundedAmount = 2900;
    const reply = await world.verify(user, session.id);
    expect([reply.status, reply.body.code]).toEqual([409, 'payment_not_counted']);
    expect(await world.planOf(user)).toBe('free');
  });

  it('that arrives during a read of its payment counts all the same', async () => {
    const user = await world.server.signUp();
    const { session, payment } = await paidSession(user, 'pro');
    const chargedAs = payment.chargedAs ?? '';
    const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const retrieve = world.provider.retrieveSession;
    world.provider.retrieveSession = async (id) => {
      world.provider.retrieveSession = retrieve;
      const old = await retrieve(id);
      asked.resolve();
      await held.promise;
      return old;
    };
    const verified = world.verify(user, session.id);
    await asked.promise;
    payment.refundedAmount = 2900;
    await world.sendEvent(nextName('evt'), { kind: 'refunded', chargedAs, refundedAmount: 2900 });
    held.resolve();
    expect((await verified).body.code).toBe('payment_not_counted');
    expect(await world.planOf(user)).toBe('free');
  });

  it('that fails days later gives the plan back', async () => {
    const user = await world.server.signUp();
    const { session, payment } = await paidSession(user, 'pro');
    await world.verify(user, session.id);
    const chargedAs = payment.chargedAs ?? '';
    for (const [refundedAmount, plan] of [
      [2900, 'free'],
      [0, 'pro'],
    ] as const) {
      await world.sendEvent(nextName('evt'), { kind: 'refunded', chargedAs, refundedAmount });
      expect(await world.planOf(user)).toBe(plan);
    }
  });

  it('of a month returns to the pro that was bought', async () => {
    const user = await world.server.signUp();
    await world.verify(user, (await paidSession(user, 'pro')).session.id);
    const { payment } = await subscribed(user);
    expect(await world.planOf(user)).toBe('developer');
    const chargedAs = payment.chargedAs ?? '';
    await world.sendEvent(nextName('evt'), { kind: 'refunded', chargedAs, refundedAmount: 9900 });
    expect(await world.planOf(user)).toBe('pro');
  });
});

describe('a dispute', () => {
  it('takes the plan while it is open and gives it back when it is won', async () => {
    const user = await world.server.signUp();
    const { session, payment } = await paidSession(user, 'pro');
    await world.verify(user, session.id);
    const dispute = (disputeId: string, won: boolean) =>
      world.sendEvent(nextName('evt'), {
        kind: 'disputed',
        chargedAs: payment.chargedAs ?? '',
        disputeId,
        won,
      });
    await dispute('dp_1', false);
    expect(await world.planOf(user)).toBe('free');
    expect(await world.billingOf(user)).toMatchObject({ receipts: [{ state: 'disputed' }] });
    await dispute('dp_1', true);
    expect(await world.planOf(user)).toBe('pro');
    await dispute('dp_2', false);
    expect(await world.planOf(user)).toBe('free');
  });
});

describe('a subscription', () => {
  it('keeps its plan while its payment is tried again, and ends in the pro that counts or in free', async () => {
    const [ada, eve] = [await world.server.signUp(), await world.server.signUp()];
    await world.verify(ada, (await paidSession(ada, 'pro')).session.id);
    for (const [user, after] of [
      [ada, 'pro'],
      [eve, 'free'],
    ] as const) {
      const { happens } = await subscribed(user);
      await happens({ state: 'past_due' });
      expect(await world.planOf(user)).toBe('developer');
      await happens({ state: 'ended' });
      expect(await world.planOf(user)).toBe(after);
    }
  });

  it('is canceled and resumed by its owner, and says until when it lasts', async () => {
    const user = await world.server.signUp();
    const { subscription } = await subscribed(user);
    const post = (what: string) => world.server.call('POST', `/api/billing/${what}`, { token: user.token });
    const currentPeriodEnd = subscription.currentPeriodEnd.toISOString();
    expect((await post('cancel')).body).toMatchObject({
      plan: 'developer',
      subscription: { state: 'active', cancelAtPeriodEnd: true, currentPeriodEnd },
    });
    expect((await post('resume')).body).toMatchObject({ subscription: { cancelAtPeriodEnd: false } });
    world.provider.before = () => {
      throw new Error('the provider is away');
    };
    const reply = await post('cancel');
    expect([reply.status, reply.body.code]).toEqual([502, 'billing_unavailable']);
    expect(await world.billingOf(user)).toMatchObject({ subscription: { cancelAtPeriodEnd: false } });
  });

  it('that pro is bought beside stays developer', async () => {
    const user = await world.server.signUp();
    const { session } = await paidSession(user, 'pro');
    await subscribed(user);
    expect((await world.verify(user, session.id)).body.plan).toBe('developer');
  });

  it('that renews brings a receipt, and its refund does not take the month before', async () => {
    const user = await world.server.signUp();
    const { subscription, payment } = await subscribed(user);
    const paidAt = new Date('2026-12-01T10:00:00Z');
    const next = { ...payment, id: nextName('in'), chargedAs: nextName('pi'), paidAt };
    await world.sendEvent(nextName('evt'), {
      kind: 'renewed',
      payment: next,
      subscriptionId: subscription.id,
    });
    expect(await world.letters(user)).toEqual([`receipt:${payment.id}`, `receipt:${next.id}`].sort());
    const chargedAs = payment.chargedAs ?? '';
    await world.sendEvent(nextName('evt'), { kind: 'refunded', chargedAs, refundedAmount: 9900 });
    expect(await world.planOf(user)).toBe('developer');
  });
});

describe('a payment that failed', () => {
  const failed = (subscriptionId: string, userId: string, attempt: number) =>
    ({
      kind: 'payment-failed',
      invoiceId: 'in_next',
      subscriptionId,
      userId,
      attempt,
      isFirst: false,
    }) as const;

  it('is mailed once an attempt, and not when the subscription has been paid meanwhile', async () => {
    const user = await world.server.signUp();
    const { subscription, payment } = await subscribed(user);
    await world.sendEvent(nextName('evt'), failed(subscription.id, user.id, 1));
    expect(await world.letters(user)).toEqual([`receipt:${payment.id}`]);
    subscription.state = 'past_due';
    for (const attempt of [1, 1, 2])
      await world.sendEvent(nextName('evt'), failed(subscription.id, user.id, attempt));
    expect((await world.letters(user)).sort()).toEqual(
      ['failed:in_next:1', 'failed:in_next:2', `receipt:${payment.id}`].sort(),
    );
    expect(await world.planOf(user)).toBe('developer');
  });

  it('is mailed although the checkout’s event comes later, and the first one is mailed by its checkout', async () => {
    const user = await world.server.signUp();
    const { session, payment, subscription } = await paidSession(user, 'developer');
    if (!subscription) throw new Error('no subscription');
    subscription.state = 'past_due';
    const later = { ...failed(subscription.id, user.id, 1), invoiceId: nextName('in') };
    const first = { ...later, invoiceId: nextName('in'), isFirst: true };
    for (const news of [first, later, later]) await world.sendEvent(nextName('evt'), news);
    await world.sendEvent(nextName('evt'), { kind: 'session', sessionId: session.id });
    expect((await world.letters(user)).sort()).toEqual(
      [`failed:${later.invoiceId}:1`, `receipt:${payment.id}`].sort(),
    );
  });

  it('is not mailed to a user who has switched that off', async () => {
    const user = await world.server.signUp();
    const { subscription, payment } = await subscribed(user);
    await world.query(`update users set mails_off = '{paymentFailed}' where id = $1`, [user.id]);
    subscription.state = 'past_due';
    await world.sendEvent(nextName('evt'), failed(subscription.id, user.id, 1));
    expect(await world.letters(user)).toEqual([`receipt:${payment.id}`]);
  });

  it('on its way is mailed when it does not arrive', async () => {
    const user = await world.server.signUp();
    const { session } = await paidSession(user, 'pro');
    Object.assign(session, { status: 'processing', payment: null });
    await world.sendEvent(nextName('evt'), { kind: 'session', sessionId: session.id });
    session.status = 'canceled';
    await world.sendEvent(nextName('evt'), { kind: 'session', sessionId: session.id });
    await world.sendEvent(nextName('evt'), { kind: 'session', sessionId: session.id });
    expect(await world.letters(user)).toEqual([`failed:${session.id}`]);
    expect(await world.planOf(user)).toBe('free');
  });

  it('that failed is mailed although its processing event never came; one that ran out is not', async () => {
    const user = await world.server.signUp();
    const { session } = await paidSession(user, 'pro');
    Object.assign(session, { status: 'canceled', payment: null });
    await world.sendEvent(nextName('evt'), { kind: 'session', sessionId: session.id });
    expect(await world.letters(user)).toEqual([]);
    for (let time = 0; time < 2; time += 1)
      await world.sendEvent(nextName('evt'), { kind: 'session', sessionId: session.id, hasFailed: true });
    expect(await world.letters(user)).toEqual([`failed:${session.id}`]);
  });
});

describe('without a provider that sends events', () => {
  it('the address is unknown', async () => {
    const embedded = await startTestServer();
    const reply = await embedded.fetch('/api/webhooks/stripe', { method: 'POST', body: '{}' });
    expect([reply.status, await reply.json()]).toMatchObject([404, { code: 'not_found' }]);
    await embedded.close();
  });
});
