import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { somePayment, someSubscription } from '#server/testing/scripted-payments.ts';
import { startTestServer, type TestUser } from '#server/testing/test-server.ts';
import { type BillingWorld, startBillingWorld, webOnly } from '#server/testing/worlds/billing-world.ts';

const minute = 60_000;
const day = 86_400_000;

let world: BillingWorld;
beforeAll(async () => {
  world = await startBillingWorld();
});
afterAll(() => world.close());
beforeEach(() => {
  world.provider.before = () => {};
  world.clock.ahead = 0;
});

async function openSession(user: TestUser, plan: 'pro' | 'developer') {
  const id =
    String((await world.buy(user, plan)).body.url)
      .split('/')
      .at(-1) ?? '';
  const session = world.provider.sessions.get(id);
  if (!session) throw new Error('no session was opened');
  return session;
}

async function paySession(user: TestUser, plan: 'pro' | 'developer' = 'pro') {
  const session = await openSession(user, plan);
  const subscription =
    plan === 'developer' ? someSubscription({ id: `sub_${user.id}`, userId: user.id }) : null;
  const payment = somePayment({
    id: `pi_${user.id}`,
    userId: user.id,
    plan,
    subscriptionId: subscription?.id ?? null,
  });
  Object.assign(session, { status: 'paid', url: null, payment, subscription });
  if (subscription) world.provider.subscriptions.set(subscription.id, subscription);
  return { session, payment, subscription };
}

describe('a payment without an event', () => {
  it('is granted some minutes later, with its receipt', async () => {
    const user = await world.server.signUp();
    const { payment } = await paySession(user);
    await world.reconcile();
    expect(await world.planOf(user)).toBe('free');
    world.clock.ahead = 6 * minute;
    await world.reconcile();
    await world.reconcile();
    expect(await world.planOf(user)).toBe('pro');
    expect(await world.letters(user)).toEqual([`receipt:${payment.id}`]);
  });

  it('is granted when the provider is back', async () => {
    const user = await world.server.signUp();
    await paySession(user, 'developer');
    world.clock.ahead = 6 * minute;
    world.provider.before = () => {
      throw new Error('the provider is away');
    };
    await world.reconcile();
    expect(await world.planOf(user)).toBe('free');
    world.provider.before = () => {};
    world.clock.ahead = 20 * minute;
    await world.reconcile();
    expect(await world.planOf(user)).toBe('developer');
  });

  it('that was never made is asked for less and less', async () => {
    const user = await world.server.signUp();
    await openSession(user, 'pro');
    world.provider.calls.length = 0;
    for (const days of [10, 11, 12, 13]) {
      world.clock.ahead = days * day;
      await world.reconcile();
    }
    expect(world.provider.calls.filter((call) => call === 'session').length).toBeLessThanOrEqual(8);
    expect(await world.planOf(user)).toBe('free');
  });
});

describe('a process that was killed', () => {
  it('before it handled an event leaves it to the next one', async () => {
    const web = await startTestServer(
      { payments: world.provider, now: () => Date.now() },
      webOnly,
      world.server,
    );
    const user = await world.server.signUp();
    const { session } = await paySession(user);
    const body = world.provider.event('evt_killed', { kind: 'session', sessionId: session.id });
    expect((await world.send(body, undefined, web)).status).toBe(200);
    await web.close();
    await world.handled('evt_killed');
    expect(await world.planOf(user)).toBe('pro');
  });

  it('and a task that was lost with it leave the event stored: it is handled all the same', async () => {
    const user = await world.server.signUp();
    const { session } = await paySession(user);
    const news = { kind: 'session', sessionId: session.id };
    await world.query(
      `insert into payment_events (id, type, payload, created_at, received_at)
       values ('evt_lost', 'session', $1, now(), now() - interval '10 minutes')`,
      [JSON.stringify({ news })],
    );
    await world.reconcile();
    await world.handled('evt_lost');
    expect(await world.planOf(user)).toBe('pro');
  });
});

describe('a subscription whose period is over', () => {
  it('is polled, and ends without an event', async () => {
    const user = await world.server.signUp();
    const { session, subscription } = await paySession(user, 'developer');
    await world.verify(user, session.id);
    if (subscription) subscription.state = 'ended';
    await world.reconcile();
    expect(await world.planOf(user)).toBe('developer');
    world.clock.ahead = 21 * day;
    await world.reconcile();
    expect(await world.planOf(user)).toBe('free');
  });

  it('and that the provider does not know is left alone for days, then ends', async () => {
    const user = await world.server.signUp();
    const { session, subscription } = await paySession(user, 'developer');
    await world.verify(user, session.id);
    world.provider.subscriptions.delete(subscription?.id ?? '');
    world.clock.ahead = 21 * day;
    await world.reconcile();
    expect(await world.planOf(user)).toBe('developer');
    world.clock.ahead = 25 * day;
    await world.reconcile();
    expect(await world.planOf(user)).toBe('free');
  });
});

describe('an answer that was given before another one was written down', () => {
  it('does not overwrite it', async () => {
    const user = await world.server.signUp();
    const { session, subscription } = await paySession(user, 'developer');
    await world.verify(user, session.id);
    if (!subscription) throw new Error('no subscription');
    // The first answer about it is on its way for long: it was made while the subscription still ran.
    const held = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const retrieve = world.provider.retrieveSubscription;
    world.provider.retrieveSubscription = async (id) => {
      world.provider.retrieveSubscription = retrieve;
      const old = await retrieve(id);
      asked.resolve();
      await held.promise;
      return old;
    };
    const news = { kind: 'subscription', subscriptionId: subscription.id } as const;
    await world.send(world.provider.event('evt_slow', news));
    await asked.promise;
    subscription.state = 'ended';
    await world.sendEvent('evt_fast', news);
    expect(await world.planOf(user)).toBe('free');
    held.resolve();
    await world.handled('evt_slow');
    expect(await world.planOf(user)).toBe('free');
  });
});
