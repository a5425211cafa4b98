import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { somePayment } from '#server/testing/scripted-payments.ts';
import type { TestUser } from '#server/testing/test-server.ts';
import { type BillingWorld, startBillingWorld } from '#server/testing/worlds/billing-world.ts';

let world: BillingWorld;
beforeAll(async () => {
  world = await startBillingWorld();
});
afterAll(() => world.close());
beforeEach(() => {
  world.provider.before = () => {};
});

const sessionOf = (url: unknown) => String(url).split('/').at(-1) ?? '';

async function openSession(user: TestUser, plan: 'pro' | 'developer' = 'pro') {
  const id = sessionOf((await world.buy(user, plan)).body.url);
  const session = world.provider.sessions.get(id);
  if (!session) throw new Error('no session was opened');
  return session;
}

const away = () => {
  throw new Error('the provider is away');
};

describe('pressing a plan’s button', () => {
  it('twice, one after the other or at once, leads to one session', async () => {
    const user = await world.server.signUp();
    const first = await Promise.all([1, 2, 3].map(() => world.buy(user, 'pro')));
    const later = await world.buy(user, 'pro');
    const urls = [...first, later].map(({ body }) => body.url);
    expect(new Set(urls).size).toBe(1);
    expect(urls[0]).toMatch(/^https:\/\/pay\.example\/cs_/);
    expect((await world.buy(user, 'developer')).body.url).not.toBe(urls[0]);
  });

  it('after the session has ended opens another one', async () => {
    const user = await world.server.signUp();
    const ended = await openSession(user);
    Object.assign(ended, { status: 'canceled', url: null });
    const next = await openSession(user);
    expect(next.id).not.toBe(ended.id);
    world.provider.sessions.delete(next.id);
    expect(sessionOf((await world.buy(user, 'pro')).body.url)).not.toBe(ended.id);
  });

  it('says what the provider does not answer, and tries with a new key the next time', async () => {
    const user = await world.server.signUp();
    world.provider.before = away;
    const reply = await world.buy(user, 'pro');
    expect([reply.status, reply.body.code]).toEqual([502, 'checkout_session_failed']);
    world.provider.before = () => {};
    world.provider.keys.length = 0;
    await world.buy(user, 'pro');
    expect(world.provider.keys).toEqual([expect.stringMatching(/^checkout:[\w-]+:2:/)]);
  });

  it('while the provider is away leaves an open session as it is', async () => {
    const user = await world.server.signUp();
    const { id } = await openSession(user);
    world.provider.before = away;
    expect((await world.buy(user, 'pro')).status).toBe(502);
    world.provider.before = () => {};
    expect((await openSession(user)).id).toBe(id);
  });

  it('while an earlier payment is on its way does not ask to pay twice', async () => {
    const user = await world.server.signUp();
    Object.assign(await openSession(user), { status: 'processing', url: null });
    const reply = await world.buy(user, 'pro');
    expect([reply.status, reply.body.code]).toEqual([409, 'payment_not_finished']);
  });

  it('of a session that was paid meanwhile grants it instead of selling it twice', async () => {
    const user = await world.server.signUp();
    const session = await openSession(user);
    const payment = somePayment({ id: 'pi_meanwhile', userId: user.id });
    Object.assign(session, { status: 'paid', url: null, payment });
    const reply = await world.buy(user, 'pro');
    expect([reply.status, reply.body.code]).toEqual([409, 'checkout_not_needed']);
    expect(await world.planOf(user)).toBe('pro');
  });

  it('names the customer that has paid before', async () => {
    const user = await world.server.signUp();
    const session = await openSession(user);
    const payment = somePayment({ id: 'pi_customer', userId: user.id });
    Object.assign(session, { status: 'paid', url: null, payment, customerId: 'cus_1' });
    await world.verify(user, session.id);
    const portal = await world.server.call('POST', '/api/billing/portal', { token: user.token });
    expect(portal.body.url).toBe(
      'https://pay.example/portal/cus_1?back=http://localhost:3000/startup-spark-suite/billing',
    );
  });
});

describe('coming back from the provider', () => {
  it('grants a paid session once, with one receipt, however often it is verified', async () => {
    const user = await world.server.signUp();
    const session = await openSession(user);
    const payment = somePayment({ id: 'pi_once', userId: user.id, receiptUrl: 'https://pay.example/r' });
    Object.assign(session, { status: 'paid', url: null, payment });
    const replies = await Promise.all(Array.from({ length: 8 }, () => world.verify(user, session.id)));
    expect(new Set(replies.map(({ status, body }) => `${status} ${body.plan}`))).toEqual(
      new Set(['200 pro']),
    );
    expect(await world.letters(user)).toEqual(['receipt:pi_once']);
    expect(await world.billingOf(user)).toEqual({
      plan: 'pro',
      hasPro: true,
      subscription: null,
      hasPortal: false,
      receipts: [
        {
          id: 'pi_once',
          plan: 'pro',
          amount: 2900,
          currency: 'USD',
          state: 'paid',
          refundedAmount: 0,
          paidAt: '2026-11-01T10:00:00.000Z',
          receiptUrl: 'https://pay.example/r',
        },
      ],
    });
  });

  it('with somebody else’s session changes nothing for either of the two', async () => {
    const [ada, eve] = [await world.server.signUp(), await world.server.signUp()];
    const session = await openSession(ada);
    Object.assign(session, { status: 'paid', payment: somePayment({ id: 'pi_ada', userId: ada.id }) });
    const reply = await world.verify(eve, session.id);
    expect([reply.status, reply.body.code]).toEqual([404, 'payment_session_unknown']);
    expect([await world.planOf(ada), await world.planOf(eve)]).toEqual(['free', 'free']);
  });

  it('before the money has arrived grants nothing yet', async () => {
    const user = await world.server.signUp();
    const session = await openSession(user);
    Object.assign(session, { status: 'processing', url: null });
    const reply = await world.verify(user, session.id);
    expect([reply.status, reply.body.code]).toEqual([409, 'payment_not_finished']);
    expect(await world.planOf(user)).toBe('free');
    const payment = somePayment({ id: 'pi_late', userId: user.id });
    Object.assign(session, { status: 'paid', payment });
    expect((await world.verify(user, session.id)).body.plan).toBe('pro');
  });

  it('while the provider is away says so, and nothing changes', async () => {
    const user = await world.server.signUp();
    const session = await openSession(user);
    world.provider.before = away;
    const reply = await world.verify(user, session.id);
    expect([reply.status, reply.body.code]).toEqual([502, 'billing_unavailable']);
    expect(await world.planOf(user)).toBe('free');
    expect(world.server.logs.join()).toContain('the payment provider did not do what it was asked for');
  });
});

describe('without anything to manage', () => {
  it.each(['cancel', 'resume', 'portal'])('%s is refused', async (what) => {
    const user = await world.server.signUp();
    const reply = await world.server.call('POST', `/api/billing/${what}`, { token: user.token });
    const code = what === 'portal' ? 'portal_unavailable' : 'subscription_missing';
    expect([reply.status, reply.body.code]).toEqual([409, code]);
  });
});
