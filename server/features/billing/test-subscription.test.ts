import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readOutbox } from '#server/testing/outbox.ts';
import type { TestUser } from '#server/testing/test-server.ts';
import { type BillingWorld, startBillingWorld } from '#server/testing/worlds/billing-world.ts';

const day = 86_400_000;

let world: BillingWorld;
beforeAll(async () => {
  world = await startBillingWorld({ payments: 'embedded' });
});
afterAll(() => world.close());
afterEach(() => {
  world.clock.ahead = 0;
});

const post = (user: TestUser, what: string) =>
  world.server.call('POST', `/api/billing/${what}`, { token: user.token });

describe('a subscription of the test checkout', () => {
  it('renews by itself every month, with a receipt for each', async () => {
    const user = await world.server.signUp('developer');
    expect(await world.billingOf(user)).toMatchObject({
      plan: 'developer',
      hasPro: false,
      hasPortal: false,
      subscription: { state: 'active', cancelAtPeriodEnd: false },
      receipts: [{ plan: 'developer', amount: 9900, currency: 'USD', state: 'paid', receiptUrl: null }],
    });
    world.clock.ahead = 32 * day;
    await world.reconcile();
    const { plan, receipts, subscription } = await world.billingOf(user);
    expect([plan, (receipts as unknown[]).length]).toEqual(['developer', 2]);
    const end = Date.parse((subscription as { currentPeriodEnd: string }).currentPeriodEnd);
    expect(end).toBeGreaterThan(Date.now() + 50 * day);
    expect(await world.letters(user)).toHaveLength(2);
  });

  it('that is canceled lasts to the end of its month, and returns to the pro that was bought', async () => {
    const user = await world.server.signUp('pro');
    const url = String((await world.buy(user, 'developer')).body.url);
    await world.server.fetch(`${new URL(url).pathname}/pay`, { method: 'POST' });
    expect((await post(user, 'cancel')).body).toMatchObject({
      plan: 'developer',
      hasPro: true,
      subscription: { state: 'active', cancelAtPeriodEnd: true },
    });
    world.clock.ahead = 27 * day;
    await world.reconcile();
    expect(await world.planOf(user)).toBe('developer');
    world.clock.ahead = 32 * day;
    await world.reconcile();
    expect(await world.planOf(user)).toBe('pro');
    expect(await world.billingOf(user)).toMatchObject({ subscription: { state: 'ended' } });
    expect((await post(user, 'resume')).body.code).toBe('subscription_missing');
  });

  it('that is resumed renews again', async () => {
    const user = await world.server.signUp('developer');
    await post(user, 'cancel');
    expect((await post(user, 'resume')).body).toMatchObject({ subscription: { cancelAtPeriodEnd: false } });
    world.clock.ahead = 70 * day;
    await world.reconcile();
    expect(await world.planOf(user)).toBe('developer');
  });

  it('that ended before anybody looked can not be resumed', async () => {
    const user = await world.server.signUp('developer');
    await post(user, 'cancel');
    world.clock.ahead = 40 * day;
    expect((await post(user, 'resume')).body.code).toBe('subscription_missing');
    expect(await world.planOf(user)).toBe('free');
  });

  it('has no page of a provider to lead to', async () => {
    const user = await world.server.signUp('developer');
    expect((await post(user, 'portal')).body.code).toBe('portal_unavailable');
  });
});

describe('a test payment', () => {
  it('that was made before the process was killed is granted later', async () => {
    const user = await world.server.signUp();
    const id = String((await world.buy(user, 'pro')).body.url)
      .split('/')
      .at(-1);
    await world.query(`update test_checkout_sessions set status = 'paid', paid_at = now() where id = $1`, [
      id,
    ]);
    world.clock.ahead = 6 * 60_000;
    await world.reconcile();
    expect(await world.planOf(user)).toBe('pro');
  });

  it('of an older release goes on counting, and its developer plan gets the subscription that it began', async () => {
    const user = await world.server.signUp();
    await world.query(
      `insert into test_checkout_sessions (id, user_id, user_email, plan, mode, status, success_url, cancel_url)
       values ('test_old', $1, 'old@example.com', 'developer', 'subscription', 'paid', 'http://localhost/', 'http://localhost/')`,
      [user.id],
    );
    await world.query(
      `insert into payments (session_id, user_id, plan) values ('test_old', $1, 'developer')`,
      [user.id],
    );
    await world.query(`update users set plan = 'developer' where id = $1`, [user.id]);
    await world.reconcile();
    expect(await world.billingOf(user)).toMatchObject({
      plan: 'developer',
      subscription: { state: 'active' },
      receipts: [{ id: 'test_old', amount: 9900 }],
    });
    // It has been receipted by the release that took it, as far as that did so.
    expect(await world.letters(user)).toEqual([]);
  });

  it('has a receipt that says that no money moved, and arrives once', async () => {
    const user = await world.server.signUp('pro');
    const outbox = readOutbox(world.server.databaseUrl);
    const mine = async () => (await outbox.all()).filter(({ recipient }) => recipient === user.email);
    await expect.poll(mine, { timeout: 10_000 }).toHaveLength(1);
    const [mail] = await mine();
    expect(mail?.subject).toBe('Test receipt for your Pro Plan');
    expect(mail?.body).toContain('no card was charged and no money moved');
    expect(mail?.body).toContain('Amount (not charged): $29.00 USD');
    await outbox.close();
  });
});
