import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer, type TestUser } from '#server/testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

function startCheckout(user: TestUser, plan: 'pro' | 'developer', changes: object = {}) {
  const mode = plan === 'pro' ? 'payment' : 'subscription';
  const body = {
    priceId: `price_embedded_${plan}`,
    userId: user.id,
    mode,
    userEmail: user.email,
    ...changes,
  };
  return server.call('POST', '/api/create-checkout-session', { token: user.token, body });
}

async function checkoutPath(user: TestUser, plan: 'pro' | 'developer' = 'pro'): Promise<string> {
  return new URL(String((await startCheckout(user, plan)).body.url)).pathname;
}

const verify = (user: TestUser, sessionId: string) =>
  server.call('POST', '/api/verify-payment', { token: user.token, body: { sessionId } });
const post = (path: string) => server.fetch(path, { method: 'POST' });
const planOf = async ({ token, id, email }: TestUser) =>
  (await server.call('POST', '/api/user/sync', { token, body: { id, email } })).body.plan;

describe('a checkout', () => {
  it('leads to a page that says it is a test, and paying leads back with the session', async () => {
    const user = await server.signUp();
    const path = await checkoutPath(user);
    const page = await (await server.fetch(path)).text();
    expect(page).toContain('Test checkout.');
    expect(page).toContain('$29.00');
    const paid = await post(`${path}/pay`);
    expect(paid.status).toBe(303);
    expect(paid.headers.get('location')).toMatch(
      /^http:\/\/localhost:3000\/payment-success\?session_id=test_/,
    );
    expect(await planOf(user)).toBe('pro');
  });

  it('that is canceled charges nothing and changes nothing', async () => {
    const user = await server.signUp();
    const path = await checkoutPath(user);
    const canceled = await post(`${path}/cancel`);
    expect([canceled.status, canceled.headers.get('location')]).toEqual([
      303,
      'http://localhost:3000/payment-cancel',
    ]);
    // Paying afterwards is too late.
    expect((await post(`${path}/pay`)).headers.get('location')).toBe('http://localhost:3000/payment-cancel');
    expect(await planOf(user)).toBe('free');
    const reply = await verify(user, path.split('/').at(-1) ?? '');
    expect([reply.status, reply.body.code]).toEqual([409, 'payment_canceled']);
  });

  it.each([
    ['another user', { userId: 'somebody-else' }, 403, 'foreign_user'],
    ['a price that is not ours', { priceId: 'price_xxx' }, 400, 'checkout_price_unknown'],
    ['a mode that is not the plan’s', { mode: 'subscription' }, 400, 'checkout_price_unknown'],
    ['an unknown mode', { mode: 'gift' }, 400, 'body_invalid'],
    ['a field of its own', { amount: 1 }, 400, 'body_invalid'],
  ])('for %s is refused', async (_case, changes, status, code) => {
    const reply = await startCheckout(await server.signUp(), 'pro', changes);
    expect([reply.status, reply.body.code]).toEqual([status, code]);
  });

  it('for a plan that the user has is refused', async () => {
    const reply = await startCheckout(await server.signUp('developer'), 'pro');
    expect([reply.status, reply.body.code]).toEqual([409, 'checkout_not_needed']);
  });

  it('that was never started is a page with status 404', async () => {
    expect((await server.fetch('/test-checkout/test_nothing')).status).toBe(404);
    expect((await post('/test-checkout/test_nothing/pay')).status).toBe(404);
  });
});

describe('a payment', () => {
  it('is not believed before it is made', async () => {
    const user = await server.signUp();
    const sessionId = (await checkoutPath(user)).split('/').at(-1) ?? '';
    expect((await verify(user, sessionId)).body.code).toBe('payment_not_finished');
    expect((await verify(user, 'test_invented')).body.code).toBe('payment_session_unknown');
    expect(await planOf(user)).toBe('free');
  });

  it('of somebody else grants nothing', async () => {
    const [ada, eve] = [await server.signUp(), await server.signUp()];
    const path = await checkoutPath(ada, 'developer');
    await post(`${path}/pay`);
    const reply = await verify(eve, path.split('/').at(-1) ?? '');
    expect([reply.status, reply.body.code]).toEqual([404, 'payment_session_unknown']);
    expect(await planOf(eve)).toBe('free');
  });

  it('verified ten times at once grants its plan once', async () => {
    const user = await server.signUp();
    const path = await checkoutPath(user);
    await post(`${path}/pay`);
    const sessionId = path.split('/').at(-1) ?? '';
    const replies = await Promise.all(Array.from({ length: 10 }, () => verify(user, sessionId)));
    expect(new Set(replies.map((reply) => reply.body.plan))).toEqual(new Set(['pro']));
  });

  it('for pro never takes developer away', async () => {
    const user = await server.signUp();
    const pro = await checkoutPath(user, 'pro');
    const developer = await checkoutPath(user, 'developer');
    await post(`${developer}/pay`);
    await post(`${pro}/pay`);
    expect(await planOf(user)).toBe('developer');
  });
});
