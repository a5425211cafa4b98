import { describe, expect, it } from 'vitest';
import { startTestServer } from '#server/testing/test-server.ts';
import { openBillingWorld, startBillingWorld } from '#server/testing/worlds/billing-world.ts';
import { monthsAfter } from '#shared/rules/billing/months.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const world = openBillingWorld();

const signUp = () => world.server.signUp();
const reads = (call: string) => world.provider.calls.filter((one) => one === call).length;

describe('a payment without an event', () => {
  it('is granted some minutes later with one receipt, or when the provider is back', async () => {
    const user = await signUp();
    const { payment } = await world.pay(user);
    await world.reconcile();
    expect(await world.planOf(user)).toBe('free');
    world.provider.before = () => {
      throw new Error('the provider is away');
    };
    await world.reconcile(6 * minute);
    expect(await world.planOf(user)).toBe('free');
    world.provider.before = () => {};
    for (const ahead of [20, 21]) await world.reconcile(ahead * minute);
    expect(await world.planOf(user)).toBe('pro');
    expect(await world.letters(user)).toEqual([`receipt:${payment.id}`]);
  });

  it('that was never made is polled ever more seldom', async () => {
    await world.open(await signUp());
    world.provider.calls.length = 0;
    for (const days of [10, 11, 12, 13]) await world.reconcile(days * day);
    expect(reads('session')).toBeLessThanOrEqual(8);
  });
});

describe('an event whose process was killed', () => {
  it('is handled by the next process', async () => {
    const env = {
      PROCESS_ROLE: 'web',
      DATABASE_URL: 'postgres://somebody@localhost/elsewhere',
      SECRET_KEY: 'a key of more than thirty-two characters',
    };
    const web = await startTestServer({ payments: world.provider, now: Date.now }, env, world.server);
    const user = await signUp();
    const { session } = await world.pay(user);
    const body = world.provider.event('evt_killed', { kind: 'session', sessionId: session.id });
    expect((await world.send(body, undefined, web)).status).toBe(200);
    await web.close();
    await world.handled('evt_killed');
    expect(await world.planOf(user)).toBe('pro');
  });

  it('is handled although its task was lost too', async () => {
    const user = await signUp();
    const { session } = await world.pay(user);
    await world.query(
      `insert into payment_events (id, type, origin, payload, created_at, received_at)
       values ('evt_lost', 'session', 'stripe-test', $1, now(), now() - interval '10 minutes')`,
      [JSON.stringify({ change: { kind: 'session', sessionId: session.id } })],
    );
    await world.reconcile();
    await world.handled('evt_lost');
    expect(await world.planOf(user)).toBe('pro');
  });
});

describe('without an event', () => {
  it('a subscription ends after its period; one that the provider does not know some days later', async () => {
    const [ended, unknown] = [await signUp(), await signUp()];
    (await world.subscribed(ended)).subscription.state = 'ended';
    world.provider.subscriptions.delete((await world.subscribed(unknown)).subscription.id);
    const plans = async () => [await world.planOf(ended), await world.planOf(unknown)];
    for (const [ahead, expected] of [
      [0, ['developer', 'developer']],
      [21 * day, ['free', 'developer']],
      [25 * day, ['free', 'free']],
    ] as const) {
      await world.reconcile(ahead);
      expect(await plans()).toEqual(expected);
    }
  });

  it('a renewal whose invoice was a draft at first is found within hours', async () => {
    const user = await signUp();
    const { subscription, payment } = await world.subscribed(user, {
      paidAt: new Date(Date.now() - 10 * day),
    });
    const end = subscription.currentPeriodEnd;
    subscription.currentPeriodEnd = monthsAfter(end, 1);
    const renewal = end.getTime() - Date.now();
    await world.reconcile(renewal + minute);
    const next = { ...payment, id: world.nextName('in'), paidAt: new Date(end.getTime() + hour) };
    subscription.payment = next;
    await world.reconcile(renewal + 4 * hour);
    expect(await world.letters(user)).toContain(`receipt:${next.id}`);
    // No further poll before the period ends.
    const isEnd = 'select poll_at = current_period_end as is_end from subscriptions where id = $1';
    expect(await world.query(isEnd, [subscription.id])).toEqual([{ is_end: true }]);
  });

  it('a refund takes the plan within a day, a won dispute gives it back; polling ends after four weeks', async () => {
    const [refunded, disputed, other] = [await signUp(), await signUp(), await signUp()];
    const { chargedAs } = await world.bought(refunded);
    const dispute = await world.bought(disputed);
    await world.bought(other);
    await world.reverse(dispute.chargedAs, { disputed: true });
    expect(await world.planOf(disputed)).toBe('free');
    world.provider.reversals.set(dispute.chargedAs, { refundedAmount: 0, disputed: false });
    world.provider.reversals.set(chargedAs, { refundedAmount: 2900, disputed: false });
    await world.reconcile(25 * hour);
    const plans = await Promise.all([refunded, disputed, other].map(world.planOf));
    expect(plans).toEqual(['free', 'pro', 'pro']);
    await world.reconcile(40 * day);
    const rows = await world.query('select poll_at from payments where user_id = $1', [other.id]);
    expect(rows).toEqual([{ poll_at: null }]);
  });

  it('a card that fails is polled every six hours and ends the plan thirty days after the last paid period', async () => {
    const user = await signUp();
    const { subscription } = await world.subscribed(user, { paidAt: new Date(Date.now() - 10 * day) });
    subscription.state = 'past_due';
    await world.sendEvent({ kind: 'subscription', subscriptionId: subscription.id });
    world.provider.calls.length = 0;
    await world.reconcile(5.9 * hour);
    expect(reads('subscription')).toBe(0);
    await world.reconcile(6.1 * hour);
    expect(reads('subscription')).toBe(1);
    subscription.currentPeriodEnd = new Date(Date.now() + 100 * day);
    await world.reconcile(48 * day);
    expect(await world.planOf(user)).toBe('developer');
    await world.reconcile(54 * day);
    const overdue = { plan: 'free', subscription: { withheld: 'overdue' } };
    expect(await world.billingOf(user)).toMatchObject(overdue);
  });

  it('a late first payment of a subscription is found', async () => {
    const user = await signUp();
    const { session, payment } = await world.pay(user, 'developer');
    const subscription = session.subscription;
    if (!subscription) throw new Error('no subscription was made');
    subscription.state = 'waiting';
    await world.sendEvent({ kind: 'subscription', subscriptionId: subscription.id });
    expect(await world.planOf(user)).toBe('free');
    Object.assign(subscription, { state: 'active', payment });
    await world.reconcile(3 * day);
    expect(await world.planOf(user)).toBe('developer');
  });
});

describe('another provider', () => {
  it('does not count the payments to the earlier one, lists them, and leaves its events', async () => {
    const embedded = await startBillingWorld({ payments: 'embedded' });
    const user = await embedded.server.signUp('pro');
    await embedded.query(
      `insert into payment_events (id, type, origin, payload, created_at, received_at)
       values ('evt_stored', 'checkout.session.completed', 'embedded', '{}', now(), now() - interval '10 minutes')`,
    );
    await embedded.reconcile();
    expect(await embedded.query('select handled_at from payment_events')).toEqual([{ handled_at: null }]);
    await embedded.query('delete from payment_events');
    const real = await startBillingWorld({ on: embedded.server });
    await real.reconcile();
    expect(await real.billingOf(user)).toMatchObject({
      plan: 'free',
      hasPro: false,
      receipts: [{ plan: 'pro', state: 'paid', elsewhere: 'test' }],
    });
    expect((await real.buy(user, 'pro')).status).toBe(200);
    await real.close();
    await embedded.close();
  });
});
