import { describe, expect, it } from 'vitest';
import { readOutbox } from '#server/testing/outbox.ts';
import type { TestUser } from '#server/testing/test-server.ts';
import { openBillingWorld, sessionIdIn } from '#server/testing/worlds/billing-world.ts';

const day = 86_400_000;

const world = openBillingWorld({ payments: 'embedded' });

async function checkoutPath(user: TestUser, plan: 'pro' | 'developer' = 'pro'): Promise<string> {
  return new URL(String((await world.buy(user, plan)).body.url)).pathname;
}
const post = (path: string) => world.server.fetch(path, { method: 'POST' });

describe('the test checkout', () => {
  it('says that it is a test, leads back with the session, and mails a receipt once', async () => {
    const user = await world.server.signUp();
    const path = await checkoutPath(user);
    expect((await world.verify(user, sessionIdIn(path))).body.code).toBe('payment_not_finished');
    const page = await (await world.server.fetch(path)).text();
    for (const text of ['Test checkout.', '$29.00', 'One payment. Pro stays.', 'Cancel and go back'])
      expect(page).toContain(text);
    const paid = await post(`${path}/pay`);
    expect(paid.status).toBe(303);
    const back = `http://localhost:3000/payment-success?session_id=${sessionIdIn(path)}`;
    expect(paid.headers.get('location')).toBe(back);
    expect(await world.planOf(user)).toBe('pro');
    await world.verify(user, sessionIdIn(path));
    const outbox = readOutbox(world.server.databaseUrl);
    await world.server.app.runDueTasks();
    const mine = (await outbox.all()).filter(({ recipient }) => recipient === user.email);
    expect(mine).toHaveLength(1);
    const [mail] = mine;
    expect(mail?.subject).toBe('Test receipt for your Pro Plan');
    expect(mail?.body).toContain('no card was charged and no money moved');
    expect(mail?.body).toContain('Amount (not charged): $29.00 USD');
    await outbox.close();
  });

  it('that is canceled charges nothing, and can not be paid afterwards', async () => {
    const user = await world.server.signUp();
    const path = await checkoutPath(user);
    for (const action of ['cancel', 'pay']) {
      const ended = await post(`${path}/${action}`);
      const location = 'http://localhost:3000/payment-cancel';
      expect([ended.status, ended.headers.get('location')]).toEqual([303, location]);
    }
    expect(await world.planOf(user)).toBe('free');
    expect((await world.verify(user, sessionIdIn(path))).body.code).toBe('payment_canceled');
  });

  it('that was never started is a page with status 404', async () => {
    expect((await world.server.fetch('/test-checkout/test_nothing')).status).toBe(404);
    expect((await post('/test-checkout/test_nothing/pay')).status).toBe(404);
  });

  it('for a plan that the user has is refused', async () => {
    const reply = await world.buy(await world.server.signUp('developer'), 'pro');
    expect([reply.status, reply.body.code]).toEqual([409, 'checkout_not_needed']);
  });

  it('of pro never takes developer away', async () => {
    const user = await world.server.signUp();
    const paths = [await checkoutPath(user, 'pro'), await checkoutPath(user, 'developer')];
    for (const path of paths.reverse()) await post(`${path}/pay`);
    expect(await world.planOf(user)).toBe('developer');
  });

  it('that was paid before the process was killed is granted later', async () => {
    const user = await world.server.signUp();
    const paid = `update test_checkout_sessions set status = 'paid', paid_at = now() where id = $1`;
    await world.query(paid, [sessionIdIn(await checkoutPath(user))]);
    await world.reconcile(6 * 60_000);
    expect(await world.planOf(user)).toBe('pro');
  });
});

describe('a subscription of the test checkout', () => {
  it('renews every month with a receipt, also after it was canceled and resumed', async () => {
    const user = await world.server.signUp('developer');
    expect(await world.billingOf(user)).toMatchObject({
      plan: 'developer',
      hasPro: false,
      hasPortal: false,
      subscription: { state: 'active', cancelAtPeriodEnd: false },
      receipts: [{ plan: 'developer', amount: 9900, currency: 'USD', state: 'paid', receiptUrl: null }],
    });
    expect((await world.manage(user, 'portal')).body.code).toBe('portal_unavailable');
    await world.manage(user, 'cancel');
    const resumed = { subscription: { cancelAtPeriodEnd: false } };
    expect((await world.manage(user, 'resume')).body).toMatchObject(resumed);
    await world.reconcile(32 * day);
    const { plan, receipts, subscription } = await world.billingOf(user);
    expect([plan, (receipts as unknown[]).length]).toEqual(['developer', 2]);
    const end = Date.parse((subscription as { currentPeriodEnd: string }).currentPeriodEnd);
    expect(end).toBeGreaterThan(Date.now() + 50 * day);
    expect(await world.letters(user)).toHaveLength(2);
  });

  it('that is canceled lasts to the end of its month, and returns to the pro that was bought', async () => {
    const user = await world.server.signUp('pro');
    await post(`${await checkoutPath(user, 'developer')}/pay`);
    expect((await world.manage(user, 'cancel')).body).toMatchObject({
      plan: 'developer',
      hasPro: true,
      subscription: { state: 'active', cancelAtPeriodEnd: true },
    });
    await world.reconcile(27 * day);
    expect(await world.planOf(user)).toBe('developer');
    await world.reconcile(32 * day);
    expect(await world.billingOf(user)).toMatchObject({ plan: 'pro', subscription: { state: 'ended' } });
    expect((await world.manage(user, 'resume')).body.code).toBe('subscription_missing');
  });

  it('that ended before it was polled can not be resumed', async () => {
    const user = await world.server.signUp('developer');
    await world.manage(user, 'cancel');
    world.clock.ahead = 40 * day;
    expect((await world.manage(user, 'resume')).body.code).toBe('subscription_missing');
    expect(await world.planOf(user)).toBe('free');
  });
});
