import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Stripe } from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type StripeFake, startStripeFake } from '#fakes/stripe/stripe.ts';
import { type CheckoutRequest, PaymentEventRefusedError, type Payments } from './port.ts';
import { type StripeSettings, stripePayments } from './stripe.ts';

const settings: StripeSettings = {
  secretKey: 'sk_test_51Fake',
  webhookSecret: 'whsec_adapter',
  prices: { pro: 'price_pro', developer: 'price_developer' },
  apiUrl: null,
  now: Date.now,
  findSoldPlan: async () => null,
  onRefused: () => {},
  timeouts: { attempt: 500, whole: 8_000 },
};

const request: CheckoutRequest = {
  userId: 'ada',
  userEmail: 'ada@example.com',
  plan: 'pro',
  mode: 'payment',
  successUrl: 'http://localhost:3000/payment-success?session_id={SESSION_ID}',
  cancelUrl: 'http://localhost:3000/payment-cancel',
  customerId: null,
  idempotencyKey: 'once',
};

/** A server that answers all calls alike, for what the fake does not do. */
async function startServer(answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

describe('a Stripe that', () => {
  let fake: StripeFake;
  let payments: Payments;
  beforeEach(async () => {
    fake = await startStripeFake(settings);
    payments = stripePayments({ ...settings, apiUrl: fake.url });
  });
  afterEach(() => fake.stop());

  it.each(['error', 'html', 'cut', 'nothing', 'silence'] as const)(
    'answers with %s again and again is an error with a reason, and nothing is made up',
    async (fault) => {
      const { id } = await payments.createCheckoutSession({ ...request, idempotencyKey: 'first' });
      fake.faults.plan(fault, { times: Number.POSITIVE_INFINITY });
      const calls = [
        payments.createCheckoutSession(request),
        payments.retrieveSession(id),
        payments.retrieveSubscription('sub_1'),
        payments.setCancelAtPeriodEnd('sub_1', true),
        payments.createPortalUrl?.('cus_1', 'http://localhost:3000/'),
      ];
      const failure = { name: 'StripeCallError', kind: 'unavailable' };
      await Promise.all(calls.map((call) => expect(call).rejects.toMatchObject(failure)));
    },
  );

  it('fails once is asked once more, and opens no second session', async () => {
    for (const fault of ['error', 'cut', 'cut after', 'silence'] as const) {
      const idempotencyKey = `key ${fault}`;
      fake.faults.plan(fault);
      const { id } = await payments.createCheckoutSession({ ...request, idempotencyKey });
      expect(await payments.retrieveSession(id)).toMatchObject({ status: 'open' });
    }
    expect(fake.state.sessions.all()).toHaveLength(4);
  });

  it('is slow with every response is cut after the total timeout', async () => {
    const patient = { ...settings, apiUrl: fake.url, timeouts: { attempt: 10_000, whole: 200 } };
    fake.faults.plan({ slowMs: 2_000 });
    await expect(stripePayments(patient).createCheckoutSession(request)).rejects.toThrow(
      'longer than 200 ms',
    );
  });

  it('is away is an error', async () => {
    const away = await startStripeFake(settings);
    await away.stop();
    const lonely = stripePayments({ ...settings, apiUrl: away.url });
    await expect(lonely.retrieveSession('cs_test_1')).rejects.toMatchObject({ kind: 'unavailable' });
  });

  it('refuses the key, a price, an address or a repeated key says so without keys and addresses', async () => {
    const wrong = { ...settings, secretKey: 'sk_test_51Wrong', apiUrl: fake.url };
    const stranger = await stripePayments(wrong)
      .createCheckoutSession(request)
      .catch((error: unknown) => error);
    expect(String(stranger)).toContain('Invalid API Key provided: [key]');
    expect(JSON.stringify([stranger, String(stranger)])).not.toContain('51Wrong');
    const prices = { pro: 'price_gone', developer: 'price_developer' };
    const unpriced = stripePayments({ ...settings, prices, apiUrl: fake.url });
    await expect(unpriced.createCheckoutSession(request)).rejects.toThrow("No such price: 'price_gone'");
    const misspelt = payments.createCheckoutSession({ ...request, userEmail: 'ada@@example' });
    await expect(misspelt).rejects.toThrow('Invalid email address: [e-mail]');
    await payments.createCheckoutSession(request);
    const other = { ...request, userEmail: 'grace@example.com' };
    await expect(payments.createCheckoutSession(other)).rejects.toMatchObject({ kind: 'refused' });
  });
});

describe('a server that', () => {
  it.each<[string, RequestListener]>([
    [
      'answers a bad status with a body like a good one',
      (_, response) => response.writeHead(403).end('{"id":"cs_1"}'),
    ],
    ['sends the caller elsewhere', (_, response) => response.writeHead(302, { location: '/v1/else' }).end()],
    ['answers with a number', (_, response) => response.end('42')],
    ['answers with null', (_, response) => response.end('null')],
    ['answers with nothing', (_, response) => response.writeHead(204).end()],
    [
      'gives an address that is none',
      (_, response) => response.end('{"id":"cs_1","url":"javascript:alert(1)"}'),
    ],
    ['gives no address', (_, response) => response.end('{"id":"cs_1","url":null}')],
  ])('%s opens no checkout', async (_, answer) => {
    const { apiUrl, stop } = await startServer(answer);
    const asked = stripePayments({ ...settings, apiUrl }).createCheckoutSession(request);
    await expect(asked).rejects.toMatchObject({ name: 'StripeCallError', kind: 'unavailable' });
    await stop();
  });

  it('has nothing but sessions and subscriptions still reports payments', async () => {
    const metadata = { userId: 'ada', plan: 'developer' };
    const objects: Record<string, object> = {
      '/v1/checkout/sessions/cs_1': {
        id: 'cs_1',
        status: 'complete',
        payment_status: 'paid',
        metadata,
        created: 1_700_000_000,
        amount_total: 9900,
        currency: 'usd',
        subscription: 'sub_1',
        invoice: 'in_1',
        customer: 'cus_1',
      },
      '/v1/checkout/sessions/cs_2': {
        id: 'cs_2',
        status: 'complete',
        payment_status: 'paid',
        metadata: { ...metadata, plan: 'pro' },
        created: 1_700_000_000,
        amount_total: 2900,
        currency: 'usd',
        payment_intent: 'pi_2',
      },
      '/v1/subscriptions/sub_1': {
        id: 'sub_1',
        status: 'active',
        metadata,
        created: 1_700_000_000,
        cancel_at: 1_800_000_000,
      },
    };
    const { apiUrl, stop } = await startServer((incoming, response) => {
      const found = objects[(incoming.url ?? '').split('?')[0] ?? ''];
      response.writeHead(found ? 200 : 404).end(found ? JSON.stringify(found) : '404 Not Found');
    });
    const payments = stripePayments({ ...settings, apiUrl });
    expect(await payments.retrieveSession('cs_1')).toMatchObject({
      status: 'paid',
      userId: 'ada',
      payment: null,
      subscription: { id: 'sub_1', state: 'active', currentPeriodEnd: new Date(1_800_000_000_000) },
    });
    expect((await payments.retrieveSession('cs_2'))?.payment).toMatchObject({
      id: 'pi_2',
      chargedAs: 'pi_2',
      amount: 2900,
      currency: 'USD',
    });
    // A missing page is not the word that there is no such session.
    await expect(payments.retrieveSession('cs_3')).rejects.toMatchObject({ kind: 'not-offered' });
    await stop();
  });
});

describe('a webhook', () => {
  const now = Date.UTC(2026, 10, 20);
  const { webhooks } = new Stripe('sk_test_any');
  const payload = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: 'invoice.paid',
    created: 1_790_000_000,
    data: { object: { id: 'in_1' } },
  });
  const signed = (body = payload, secret = settings.webhookSecret, age = 0) =>
    webhooks.generateTestHeaderString({ payload: body, secret, timestamp: now / 1000 - age });
  const verify = (body: string, signature: string) =>
    stripePayments({ ...settings, now: () => now }).verifyEvent?.(body, signature);

  it('is an event when Stripe has signed it within five minutes', () => {
    const event = { id: 'evt_1', type: 'invoice.paid', createdAt: new Date(1_790_000_000_000) };
    expect(verify(payload, signed())).toEqual({ ...event, payload: JSON.parse(payload) });
    expect(verify(payload, signed(payload, settings.webhookSecret, 299))).toMatchObject(event);
  });

  it('keeps nothing of an event of the other mode', () => {
    const live = payload.replace('{', '{"livemode":true,');
    expect(verify(live, signed(live))).toMatchObject({ id: 'evt_1', payload: null });
  });

  it.each([
    ['signed with another secret', payload, signed(payload, 'whsec_other')],
    ['changed after it was signed', payload.replace('in_1', 'in_2'), signed()],
    ['cut off', payload.slice(0, -9), signed()],
    ['older than five minutes', payload, signed(payload, settings.webhookSecret, 301)],
    ['signed in the future', payload, signed(payload, settings.webhookSecret, -301)],
    ['not signed', payload, ''],
    ['signed with nonsense', payload, 't=1,v1=nonsense'],
    ['signed by an older scheme', payload, signed().replace('v1=', 'v0=')],
    ['empty', '', signed('')],
    ['no JSON', '<html>', signed('<html>')],
    ['no event', '{"id":"evt_1"}', signed('{"id":"evt_1"}')],
    ['JSON that is null', 'null', signed('null')],
  ])('is refused when it is %s', (_, body, signature) => {
    expect(() => verify(body, signature)).toThrow(PaymentEventRefusedError);
  });
});
