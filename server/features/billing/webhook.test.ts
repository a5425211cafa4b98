import { describe, expect, it } from 'vitest';
import { signature } from '#server/testing/payments-stub.ts';
import { startTestServer, type TestUser } from '#server/testing/test-server.ts';
import { openBillingWorld } from '#server/testing/worlds/billing-world.ts';

const world = openBillingWorld();

const signUp = () => world.server.signUp();
const sessionEvent = (sessionId: string, hasFailed?: boolean) =>
  world.sendEvent({ kind: 'session', sessionId, hasFailed });
const subscriptionEvent = (subscriptionId: string) =>
  world.sendEvent({ kind: 'subscription', subscriptionId });

/** Lets the next read of this kind end only after `meanwhile`, with the state from before. */
async function delayRead(
  kind: 'retrieveSession' | 'retrieveSubscription',
  start: () => Promise<unknown>,
  meanwhile: () => Promise<void>,
): Promise<void> {
  const [began, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const retrieve = world.provider[kind];
  Object.assign(world.provider, {
    [kind]: async (id: string) => {
      Object.assign(world.provider, { [kind]: retrieve });
      const old = await retrieve(id);
      began.resolve();
      await ended.promise;
      return old;
    },
  });
  const started = start();
  await began.promise;
  await meanwhile();
  ended.resolve();
  await started;
}

describe('an event', () => {
  it.each([
    ['that is forged', (body: string) => ({ body, signedBy: 'somebody' })],
    ['without a signature', (body: string) => ({ body, signedBy: '' })],
    ['that was cut off', (body: string) => ({ body: body.slice(0, -5), signedBy: signature })],
    ['that is empty', () => ({ body: '', signedBy: signature })],
  ])('%s is refused, and nothing is stored', async (_case, change) => {
    const id = world.nextName('evt_bad');
    const { body, signedBy } = change(world.provider.event(id, null));
    const reply = await world.send(body, signedBy);
    expect([reply.status, await reply.json()]).toMatchObject([400, { code: 'payment_event_refused' }]);
    expect(await world.query('select 1 from payment_events where id = $1', [id])).toEqual([]);
  });

  it('that is larger than any real one is refused', async () => {
    expect((await world.send('x'.repeat(300 * 1024))).status).toBe(413);
  });

  it('has no address without a provider that sends events', async () => {
    const embedded = await startTestServer();
    const reply = await embedded.fetch('/api/webhooks/stripe', { method: 'POST', body: '{}' });
    expect([reply.status, await reply.json()]).toMatchObject([404, { code: 'not_found' }]);
    await embedded.close();
  });

  it('is stored with its payload, which is deleted a month after it was handled', async () => {
    const id = world.nextName('evt');
    await world.sendEvent(null, id);
    const read = () => world.query('select payload from payment_events where id = $1', [id]);
    expect(await read()).toEqual([{ payload: { change: null } }]);
    const day = 86_400_000;
    await world.reconcile(29 * day);
    expect(await read()).toEqual([{ payload: { change: null } }]);
    await world.reconcile(31 * day);
    expect(await read()).toEqual([{ payload: null }]);
  });

  it('that is repeated, also after it was handled, has its effect once', async () => {
    const user = await signUp();
    const { session, payment } = await world.pay(user);
    const id = world.nextName('evt');
    const body = world.provider.event(id, { kind: 'session', sessionId: session.id });
    const replies = await Promise.all([1, 2, 3].map(() => world.send(body)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    await world.handled(id);
    await world.sendEvent({ kind: 'session', sessionId: session.id }, id);
    expect(await world.planOf(user)).toBe('pro');
    expect(await world.letters(user)).toEqual([`receipt:${payment.id}`]);
    expect(await world.query('select 1 from payment_events where id = $1', [id])).toHaveLength(1);
  });

  it('about an unknown session, user or charge changes nothing', async () => {
    await sessionEvent('cs_unknown');
    const subscription = world.subscribe({ id: 'unknown' } as TestUser);
    await subscriptionEvent(subscription.id);
    expect(await world.query('select 1 from subscriptions where id = $1', [subscription.id])).toEqual([]);
    await world.reverse('charge_unknown', { refundedAmount: 3_000_000_000 });
  });

  it('is accepted while the provider is away, and handled when it is back', async () => {
    const user = await signUp();
    const { session } = await world.pay(user);
    world.provider.before = () => {
      throw new Error('the provider is away');
    };
    const id = world.nextName('evt');
    const reply = await world.send(world.provider.event(id, { kind: 'session', sessionId: session.id }));
    expect(reply.status).toBe(200);
    await world.server.app.runDueTasks();
    expect(await world.planOf(user)).toBe('free');
    world.provider.before = () => {};
    await world.query("update pgboss.job set start_after = now() where state = 'retry'");
    await world.handled(id);
    expect(await world.planOf(user)).toBe('pro');
  });

  it('handled by two servers at once has its effect once', async () => {
    const other = await startTestServer({ payments: world.provider }, {}, world.server);
    const user = await signUp();
    const { session, payment } = await world.pay(user, 'developer');
    const subscriptionId = payment.subscriptionId ?? '';
    const changes = [
      { kind: 'session', sessionId: session.id } as const,
      { kind: 'subscription', subscriptionId } as const,
      { kind: 'renewed', payment, subscriptionId } as const,
    ];
    const ids = Array.from({ length: 12 }, () => world.nextName('evt'));
    const sent = ids.flatMap((id, index) => {
      const body = world.provider.event(id, changes[index % changes.length] ?? null);
      return [world.send(body), world.send(body, undefined, other), world.send(body)];
    });
    expect(new Set((await Promise.all(sent)).map(({ status }) => status))).toEqual(new Set([200]));
    await Promise.all([world.server, other].map(({ app }) => app.runDueTasks()));
    for (const id of ids) await world.handled(id);
    expect(await world.planOf(user)).toBe('developer');
    expect(await world.letters(user)).toEqual([`receipt:${payment.id}`]);
    await other.close();
  });
});

describe('money that goes back', () => {
  it.each<[string, { refundedAmount?: number; disputed?: boolean }, string, string]>([
    ['a refund of a part', { refundedAmount: 1000 }, 'pro', 'paid'],
    ['a refund of the whole', { refundedAmount: 2900 }, 'free', 'refunded'],
    ['a refund that fails days later', { refundedAmount: 0 }, 'pro', 'paid'],
    ['an open or lost dispute', { disputed: true }, 'free', 'disputed'],
    ['a dispute that was won', { disputed: false }, 'pro', 'paid'],
  ])('by %s decides the plan', async (_case, reversals, plan, state) => {
    const user = await signUp();
    const { chargedAs, session } = await world.bought(user);
    if (plan === 'pro') await world.reverse(chargedAs, { refundedAmount: 2900, disputed: true });
    await world.reverse(chargedAs, reversals);
    expect(await world.billingOf(user)).toMatchObject({
      plan,
      hasPro: plan === 'pro',
      receipts: [{ state, refundedAmount: reversals.refundedAmount ?? 0 }],
    });
    const again = await world.verify(user, session.id);
    expect(again.body.code ?? again.body.plan).toBe(plan === 'pro' ? 'pro' : 'payment_not_counted');
    expect(await world.planOf(user)).toBe(plan);
  });

  it('before its payment is known counts, also when that is being read', async () => {
    const [early, meanwhile] = [await signUp(), await signUp()];
    const first = await world.pay(early);
    await world.reverse(first.chargedAs, { refundedAmount: 2900 });
    expect((await world.verify(early, first.session.id)).body.code).toBe('payment_not_counted');
    const second = await world.pay(meanwhile);
    await delayRead(
      'retrieveSession',
      async () =>
        expect((await world.verify(meanwhile, second.session.id)).body.code).toBe('payment_not_counted'),
      () => world.reverse(second.chargedAs, { refundedAmount: 2900 }),
    );
    expect(await world.planOf(meanwhile)).toBe('free');
  });

  it('of a charge that cannot be looked up is taken from its events, in any order', async () => {
    const user = await signUp();
    const { chargedAs, session, payment } = await world.pay(user);
    // The provider names the payment and lacks its charge.
    Object.assign(payment, { refundedAmount: undefined, disputed: undefined });
    const report = async (id: string, refundedAmount: number, won: boolean, at: number) => {
      const reported = { id, refundedAmount, won };
      await world.sendEvent({ kind: 'charge', chargedAs, reported }, undefined, new Date(at));
    };
    await report('refund', 2900, false, 2000);
    expect((await world.verify(user, session.id)).body.code).toBe('payment_not_counted');
    await report('refund', 1000, false, 1000);
    expect(await world.planOf(user)).toBe('free');
    await report('refund', 500, false, 3000);
    await report('dp_1', 0, true, 5000);
    await report('dp_1', 0, false, 4000);
    expect(await world.billingOf(user)).toMatchObject({
      plan: 'pro',
      receipts: [{ state: 'paid', refundedAmount: 500 }],
    });
    await report('dp_2', 0, false, 6000);
    await sessionEvent(session.id);
    expect(await world.planOf(user)).toBe('free');
    await world.reverse(chargedAs, {});
    expect(await world.billingOf(user)).toMatchObject({ plan: 'pro', receipts: [{ refundedAmount: 0 }] });
  });

  it('of a month returns to the pro that was bought, and the subscription says why', async () => {
    const user = await signUp();
    await world.bought(user);
    const { chargedAs } = await world.subscribed(user);
    expect(await world.planOf(user)).toBe('developer');
    await world.reverse(chargedAs, { refundedAmount: 9900 });
    expect(await world.billingOf(user)).toMatchObject({
      plan: 'pro',
      subscription: { state: 'active', withheld: 'taken-back' },
    });
  });

  it('may be an amount above 32 bits', async () => {
    const user = await signUp();
    const { chargedAs } = await world.bought(user, 'pro', { amount: 4_000_000_000 });
    await world.reverse(chargedAs, { refundedAmount: 3_000_000_000 });
    expect(await world.billingOf(user)).toMatchObject({
      receipts: [{ amount: 4_000_000_000, refundedAmount: 3_000_000_000, state: 'paid' }],
    });
  });
});

describe('a subscription', () => {
  it.each([
    ['pro', true],
    ['free', false],
  ])('stays while its payment is retried, and ends in %s', async (after, hasPro) => {
    const user = await signUp();
    if (hasPro) await world.bought(user);
    const { subscription } = await world.subscribed(user);
    for (const [state, plan] of [
      ['past_due', 'developer'],
      ['ended', after],
    ] as const) {
      subscription.state = state;
      await subscriptionEvent(subscription.id);
      expect(await world.planOf(user)).toBe(plan);
    }
  });

  it('that renews brings a receipt, and a refund of the month before takes nothing', async () => {
    const user = await signUp();
    const { subscription, payment, chargedAs } = await world.subscribed(user);
    const paidAt = new Date(payment.paidAt.getTime() + 30 * 86_400_000);
    const next = { ...payment, id: world.nextName('in'), chargedAs: world.nextName('charge'), paidAt };
    await world.sendEvent({ kind: 'renewed', payment: next, subscriptionId: subscription.id });
    expect(await world.letters(user)).toEqual([`receipt:${payment.id}`, `receipt:${next.id}`].sort());
    await world.reverse(chargedAs, { refundedAmount: 9900 });
    expect(await world.planOf(user)).toBe('developer');
  });

  it('that ended is not overwritten by a read from before', async () => {
    const user = await signUp();
    const { subscription } = await world.subscribed(user);
    const slow = world.nextName('evt');
    const change = { kind: 'subscription', subscriptionId: subscription.id } as const;
    await delayRead(
      'retrieveSubscription',
      async () => {
        await world.send(world.provider.event(slow, change));
        await world.server.app.runDueTasks();
      },
      async () => {
        subscription.state = 'ended';
        await subscriptionEvent(subscription.id);
        expect(await world.planOf(user)).toBe('free');
      },
    );
    await world.handled(slow);
    expect(await world.planOf(user)).toBe('free');
  });

  it.each(['waiting', 'active'] as const)(
    'that is unpaid and %s grants nothing, says so, and can be canceled',
    async (state) => {
      const user = await signUp();
      const subscription = world.subscribe(user, { state });
      await subscriptionEvent(subscription.id);
      const unpaid = { plan: 'free', subscription: { state, withheld: 'unpaid' } };
      expect(await world.billingOf(user)).toMatchObject(unpaid);
      expect((await world.manage(user, 'cancel')).body).toMatchObject({
        subscription: { cancelAtPeriodEnd: true },
      });
    },
  );
});

describe('a payment that failed', () => {
  const failed = (subscriptionId: string, invoiceId: string, attempt: number, isFirst = false) =>
    world.sendEvent({ kind: 'payment-failed', invoiceId, subscriptionId, attempt, isFirst });

  it('is mailed once an attempt, unless the subscription was paid meanwhile', async () => {
    const user = await signUp();
    const { subscription, payment } = await world.subscribed(user);
    await failed(subscription.id, 'in_next', 1);
    expect(await world.letters(user)).toEqual([`receipt:${payment.id}`]);
    subscription.state = 'past_due';
    for (const attempt of [1, 1, 2]) await failed(subscription.id, 'in_next', attempt);
    expect(await world.letters(user)).toEqual([
      'failed:in_next:1',
      'failed:in_next:2',
      `receipt:${payment.id}`,
    ]);
    expect(await world.planOf(user)).toBe('developer');
  });

  it('is mailed before the checkout is known; a first payment is left to its checkout', async () => {
    const user = await signUp();
    const { session, payment } = await world.pay(user, 'developer');
    const subscriptionId = payment.subscriptionId ?? '';
    Object.assign(world.provider.subscriptions.get(subscriptionId) ?? {}, { state: 'past_due' });
    await failed(subscriptionId, 'in_first', 1, true);
    for (let time = 0; time < 2; time += 1) await failed(subscriptionId, 'in_later', 1);
    await sessionEvent(session.id);
    expect(await world.letters(user)).toEqual(['failed:in_later:1', `receipt:${payment.id}`]);
  });

  it('is not mailed to a user who has switched that off', async () => {
    const user = await signUp();
    const { subscription, payment } = await world.subscribed(user);
    await world.query(`update users set mails_off = '{paymentFailed}' where id = $1`, [user.id]);
    subscription.state = 'past_due';
    await failed(subscription.id, 'in_off', 1);
    expect(await world.letters(user)).toEqual([`receipt:${payment.id}`]);
  });

  it.each([
    ['after it was processing', 'processing', undefined, true],
    ['although its processing was never reported', null, true, true],
    ['not when the session only ran out', null, undefined, false],
  ] as const)('of a single plan is mailed once: %s', async (_case, before, hasFailed, isMailed) => {
    const user = await signUp();
    const session = await world.open(user);
    if (before) {
      Object.assign(session, { status: before, url: null });
      await sessionEvent(session.id);
    }
    Object.assign(session, { status: 'canceled', url: null });
    for (let time = 0; time < 2; time += 1) await sessionEvent(session.id, hasFailed);
    expect(await world.letters(user)).toEqual(isMailed ? [`failed:${session.id}`] : []);
    expect(await world.planOf(user)).toBe('free');
  });
});
