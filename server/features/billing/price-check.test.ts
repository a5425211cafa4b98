import { afterAll, beforeAll, expect, it } from 'vitest';
import { type StripeFake, startStripeFake } from '#fakes/stripe/stripe.ts';
import { stripePayments } from '#server/integrations/payments/stripe.ts';
import { startTestServer, type TestServer, type TestUser } from '#server/testing/test-server.ts';

const prices = { pro: 'price_pro', developer: 'price_developer' };
const webhookSecret = 'whsec_prices';
const refused: string[] = [];

let stripe: StripeFake;
let server: TestServer;
beforeAll(async () => {
  stripe = await startStripeFake({ prices, webhookSecret });
  const payments = stripePayments({
    secretKey: stripe.env.STRIPE_SECRET_KEY ?? '',
    prices,
    webhookSecret,
    apiUrl: stripe.url,
    now: Date.now,
    findSoldPlan: async () => null,
    onRefused: (reason) => refused.push(reason),
  });
  server = await startTestServer({ payments });
});
afterAll(async () => {
  await server.close();
  await stripe.stop();
});

async function buy({ token, id: userId, email: userEmail }: TestUser) {
  const body = { priceId: prices.pro, userId, mode: 'payment', userEmail };
  const reply = await server.call('POST', '/api/create-checkout-session', { token, body });
  const [session] = stripe.state.sessions.all();
  return { url: reply.body.url, id: session?.id ?? '' };
}

it('grants nothing for a paid session whose amount, currency, mode or price was changed', async () => {
  const user = await server.signUp();
  const verify = (sessionId: string) =>
    server.call('POST', '/api/verify-payment', { token: user.token, body: { sessionId } });
  const changes = [{ amount_total: 1 }, { currency: 'jpy' }, { livemode: true }, {}];
  for (const [index, change] of changes.entries()) {
    const { id } = await buy(user);
    stripe.pay(id);
    Object.assign(stripe.state.sessions.get(id), change);
    if (index === 3) for (const item of stripe.state.lineItems.get(id) ?? []) item.price.id = 'price_cheap';
    const reply = await verify(id);
    expect([reply.status, reply.body.code]).toEqual([409, 'payment_refused']);
    expect(refused.at(-1)).toContain(id);
  }
  const billing = await server.call('GET', '/api/billing', { token: user.token });
  expect(billing.body).toMatchObject({ plan: 'free', receipts: [] });
});

it('grants the plan of the price, and not the one that the session notes', async () => {
  const user = await server.signUp();
  const { id } = await buy(user);
  stripe.pay(id);
  stripe.state.sessions.get(id).metadata.plan = 'developer';
  const body = { sessionId: id };
  const reply = await server.call('POST', '/api/verify-payment', { token: user.token, body });
  expect([reply.status, reply.body.plan]).toEqual([200, 'pro']);
});
