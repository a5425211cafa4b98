import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Stripe } from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type StripeFake, startStripeFake } from '#fakes/stripe/stripe.ts';
import { type CheckoutRequest, type PaymentChange, PaymentEventRefusedError, type Payments } from './port.ts';
import { type StripeOptions, stripePayments } from './stripe.ts';
import { paymentEventTypes } from './stripe-events.ts';

const prices = { pro: 'price_pro', developer: 'price_developer' };
const webhookSecret = 'whsec_adapter';

let fake: StripeFake;
let payments: Payments;
let refused: string[];
const connect = (change: Partial<StripeOptions> = {}) =>
  stripePayments({
    secretKey: 'sk_test_51Fake',
    webhookSecret,
    prices,
    apiUrl: fake.url,
    now: Date.now,
    findSoldPlan: async (priceId) => (priceId === 'price_pro_earlier' ? 'pro' : null),
    onRefused: (reason) => refused.push(reason),
    onBrandingRefused: ({ param }) => refused.push(`${param}`),
    timeouts: { attempt: 500, whole: 8_000 },
    ...change,
  });
beforeEach(async () => {
  refused = [];
  fake = await startStripeFake({ prices, webhookSecret });
  payments = connect();
});
afterEach(() => fake.stop());

const request = (change: Partial<CheckoutRequest> = {}): CheckoutRequest => ({
  userId: 'ada',
  userEmail: 'ada@example.com',
  plan: 'pro',
  mode: 'payment',
  successUrl: 'http://localhost:3000/payment-success?session_id={SESSION_ID}',
  cancelUrl: 'http://localhost:3000/payment-cancel',
  customerId: null,
  idempotencyKey: randomUUID(),
  ...change,
});
const developer = { plan: 'developer', mode: 'subscription' } as const;

async function buy(change: Partial<CheckoutRequest> = {}) {
  const { id } = await payments.createCheckoutSession(request(change));
  fake.pay(id);
  const session = await payments.retrieveSession(id);
  return { id, session, payment: session?.payment, subscriptionId: session?.subscription?.id ?? '' };
}

/** Changes reported by the events of one type, oldest first. */
async function changesIn(type: string): Promise<(PaymentChange | null)[]> {
  const changes: (PaymentChange | null)[] = [];
  for (const event of fake.events(type))
    changes.push((await payments.readEvent?.({ type, payload: event })) ?? null);
  return changes;
}

describe('a checkout at Stripe', () => {
  it('is for one price of the configuration and bound to its user', async () => {
    const opened = request();
    const { id } = await payments.createCheckoutSession(opened);
    const metadata = { userId: 'ada', plan: 'pro' };
    expect(fake.requests).toEqual([
      {
        method: 'POST',
        path: '/v1/checkout/sessions',
        idempotencyKey: opened.idempotencyKey,
        params: {
          mode: 'payment',
          line_items: [{ price: 'price_pro', quantity: '1' }],
          client_reference_id: 'ada',
          customer_email: 'ada@example.com',
          customer_creation: 'always',
          metadata: { ...metadata, userEmail: 'ada@example.com' },
          payment_intent_data: { metadata },
          invoice_creation: { enabled: 'true', invoice_data: { metadata } },
          success_url: 'http://localhost:3000/payment-success?session_id={CHECKOUT_SESSION_ID}',
          cancel_url: opened.cancelUrl,
          adaptive_pricing: { enabled: 'false' },
          branding_settings: {
            display_name: 'Startup Spark',
            font_family: 'inter',
            border_style: 'rounded',
            button_color: '#1f1c19',
          },
          custom_text: { submit: { message: 'One payment. Pro stays.' } },
        },
      },
    ]);
    const sent = await fetch(`${fake.url}/pay/${id}/now`, { method: 'POST', redirect: 'manual' });
    expect(sent.headers.get('location')).toBe(`http://localhost:3000/payment-success?session_id=${id}`);
  });

  it('carries the logo where Stripe can fetch it', async () => {
    await payments.createCheckoutSession(request({ cancelUrl: 'https://spark.example/payment-cancel' }));
    expect(fake.requests[0]?.params).toMatchObject({
      branding_settings: { logo: { type: 'url', url: 'https://spark.example/icons/icon-512.png' } },
    });
  });

  it('opens without the look of the product where Stripe refuses that', async () => {
    const { idempotencyKey, ...rest } = request();
    fake.refuseBranding();
    const { id } = await payments.createCheckoutSession({ ...rest, idempotencyKey });
    expect(id).toMatch(/^cs_/);
    expect(fake.requests.map((sent) => [sent.idempotencyKey, 'branding_settings' in sent.params])).toEqual([
      [idempotencyKey, true],
      [`${idempotencyKey}:plain`, false],
    ]);
    expect(refused).toEqual(['branding_settings']);
  });

  it('uses the customer of an earlier payment, or a new one when that was deleted', async () => {
    const customerId = (await buy()).session?.customerId ?? '';
    expect(customerId).toMatch(/^cus_/);
    const again = await buy({ ...developer, customerId });
    expect(again.session).toMatchObject({ customerId, subscription: { customerId } });
    const renamed = await buy({ customerId: 'cus_deleted' });
    expect(renamed.session).toMatchObject({ status: 'paid', customerId: expect.stringMatching(/^cus_/) });
    expect(renamed.session?.customerId).not.toBe('cus_deleted');
  });

  it('counts for no user when only its reference names one, as in a payment link', async () => {
    const { id } = await buy();
    for (const metadata of [{}, { userId: 'eve', plan: 'pro' }]) {
      Object.assign(fake.state.sessions.get(id), { metadata });
      expect(await payments.retrieveSession(id)).toBeNull();
    }
  });

  it.each([['pro', {}] as const, ['developer', developer] as const])(
    'for %s is processing while a bank debit is on its way, then paid or canceled',
    async (_, plan) => {
      for (const outcome of ['paid', 'failed'] as const) {
        const { id: sessionId } = await payments.createCheckoutSession(request(plan));
        fake.pay(sessionId, 'later');
        const waiting = { status: 'processing', url: null, payment: null };
        expect(await payments.retrieveSession(sessionId)).toMatchObject(waiting);
        fake.settle(sessionId, outcome);
        const settled =
          outcome === 'paid' ? { status: 'paid', payment: { userId: 'ada' } } : { status: 'canceled' };
        expect(await payments.retrieveSession(sessionId)).toMatchObject(settled);
        const type = `checkout.session.async_payment_${outcome === 'paid' ? 'succeeded' : 'failed'}`;
        const hasFailed = outcome === 'failed' || undefined;
        expect(await changesIn(type)).toEqual([{ kind: 'session', sessionId, hasFailed }]);
      }
    },
  );

  it('is expired at once when its price at Stripe is not ours', async () => {
    fake.state.prices.get(prices.pro).unit_amount = 100;
    const opened = payments.createCheckoutSession(request());
    await expect(opened).rejects.toThrow('the price of pro at Stripe is 100 usd');
    expect(fake.state.sessions.all().map(({ status }) => status)).toEqual(['expired']);
  });
});

describe('a payment at Stripe', () => {
  it.each([['pro', {}] as const, ['developer', developer] as const])(
    'for %s has a receipt, and reports refunds and disputes as they are now',
    async (_, plan) => {
      const { id, payment } = await buy(plan);
      const chargedAs = payment?.chargedAs ?? '';
      expect(payment?.receiptUrl).toContain(`${fake.url}/invoices/`);
      fake.refund(id, 900);
      fake.refund(id, 100);
      expect((await payments.retrieveSession(id))?.payment).toEqual({ ...payment, refundedAmount: 1000 });
      const { id: disputeId } = fake.dispute(id);
      expect(await payments.retrieveReversals?.(chargedAs)).toEqual({
        refundedAmount: 1000,
        disputed: true,
        disputes: [{ id: disputeId, state: 'open' }],
      });
      fake.closeDispute(disputeId, 'won');
      const change = { kind: 'charge', chargedAs };
      const refunded = (refundedAmount: number) => ({ id: 'refund', refundedAmount, won: false });
      expect(await changesIn('charge.refunded')).toEqual([
        { ...change, reported: refunded(900) },
        { ...change, reported: refunded(1000) },
      ]);
      for (const [type, won] of [
        ['charge.dispute.created', false],
        ['charge.dispute.closed', true],
      ] as const)
        expect(await changesIn(type)).toEqual([
          { ...change, reported: { id: disputeId, refundedAmount: 0, won } },
        ]);
      const [refund] = fake.events('refund.created');
      expect(await payments.readEvent?.({ type: 'refund.failed', payload: refund })).toEqual({
        ...change,
        reported: null,
      });
      expect((await payments.retrieveSession(id))?.payment).toMatchObject({ disputed: false });
    },
  );

  it('is the same without expanded objects', async () => {
    const single = await buy();
    const monthly = await buy(developer);
    fake.refund(monthly.id, 100);
    const whole = await payments.retrieveSession(monthly.id);
    const subscription = await payments.retrieveSubscription(monthly.subscriptionId);
    fake.setExpanding(false);
    // Either of the two papers may be shown.
    const { receiptUrl: _, ...payment } = single.payment ?? { receiptUrl: '' };
    expect((await payments.retrieveSession(single.id))?.payment).toMatchObject(payment);
    expect(await payments.retrieveSession(monthly.id)).toEqual(whole);
    expect(await payments.retrieveSubscription(monthly.subscriptionId)).toEqual(subscription);
  });
});

describe('a subscription at Stripe', () => {
  it('has the payment of its newest period, but not of one that is unpaid', async () => {
    const { subscriptionId, payment } = await buy(developer);
    const { id: renewalId } = fake.renew(subscriptionId);
    const month = { subscriptionId, plan: 'developer', userId: 'ada', amount: 9900 };
    const renewed = await payments.retrieveSubscription(subscriptionId);
    expect(renewed).toMatchObject({ state: 'active', payment: { ...month, id: renewalId } });
    expect(await changesIn('invoice.paid')).toMatchObject([
      { kind: 'renewed', subscriptionId, payment },
      { kind: 'renewed', subscriptionId, payment: month },
    ]);
    fake.failRenewal(subscriptionId);
    const failed = await payments.retrieveSubscription(subscriptionId);
    expect([failed?.state, failed?.payment]).toEqual(['past_due', undefined]);
    fake.end(subscriptionId);
    const ended = await payments.retrieveSubscription(subscriptionId);
    expect(ended).toMatchObject({ state: 'ended' });
    expect(Number(ended?.currentPeriodEnd)).toBeLessThanOrEqual(Date.now());
    expect(await payments.setCancelAtPeriodEnd(subscriptionId, true)).toMatchObject({ state: 'ended' });
    for (const change of ['created', 'updated', 'deleted'])
      expect((await changesIn(`customer.subscription.${change}`)).at(-1)).toEqual({
        kind: 'subscription',
        subscriptionId,
      });
  });

  it('reports a failed renewal, unless it was paid since', async () => {
    const { subscriptionId } = await buy(developer);
    const { id: invoiceId } = fake.failRenewal(subscriptionId);
    fake.tryAgain(subscriptionId, 'failed');
    const failure = { kind: 'payment-failed', invoiceId, subscriptionId, isFirst: false };
    expect(await changesIn('invoice.payment_failed')).toEqual([
      { ...failure, attempt: 1 },
      { ...failure, attempt: 2 },
    ]);
    fake.tryAgain(subscriptionId, 'paid');
    expect(await changesIn('invoice.payment_failed')).toEqual([null, null]);
  });

  it('that was canceled in the billing portal can be resumed', async () => {
    const { subscriptionId, session } = await buy(developer);
    const url = (await payments.createPortalUrl?.(session?.customerId ?? '', 'http://localhost:3000/')) ?? '';
    expect((await fetch(url, { method: 'POST' })).status).toBe(200);
    expect(await payments.retrieveSubscription(subscriptionId)).toMatchObject({ cancelAtPeriodEnd: true });
    const resumed = await payments.setCancelAtPeriodEnd(subscriptionId, false);
    expect(resumed).toMatchObject({ state: 'active', cancelAtPeriodEnd: false });
  });
});

describe('Stripe’s state grants nothing for', () => {
  const refusal = { status: 'refused', url: null, payment: null, subscription: null };

  it.each([
    ['another amount', { amount_total: 1 }],
    ['the other mode', { livemode: true }],
  ])('a paid session with %s', async (_, change) => {
    for (const plan of [{}, developer]) {
      const { id } = await buy(plan);
      Object.assign(fake.state.sessions.get(id), change);
      for (const expands of [true, false]) {
        fake.setExpanding(expands);
        expect(await payments.retrieveSession(id)).toMatchObject(refusal);
      }
      fake.setExpanding(true);
      expect(refused.at(-1)).toContain(id);
    }
  });

  it('a session at another price, and the plan of the price for one that notes another', async () => {
    const { id } = await buy();
    fake.state.sessions.get(id).metadata.plan = 'developer';
    const [line] = fake.state.lineItems.get(id) ?? [];
    if (!line) throw new Error('a session without lines');
    const pro = { status: 'paid', payment: { plan: 'pro' } };
    for (const [price, expected] of [
      ['price_pro', pro],
      ['price_of_a_sticker', refusal],
      ['price_pro_earlier', pro],
    ] as const) {
      line.price.id = price;
      expect(await payments.retrieveSession(id)).toMatchObject(expected);
    }
  });

  it('a subscription at another price, of the other mode or of another product', async () => {
    const { subscriptionId } = await buy(developer);
    const subscription = fake.state.subscriptions.get(subscriptionId);
    const [item] = subscription.items.data;
    if (!item) throw new Error('a subscription without items');
    const ours = structuredClone(subscription);
    const sticker = {
      object: 'list',
      data: [{ ...item, price: { ...item.price, id: 'price_of_a_sticker' } }],
    };
    for (const change of [{ livemode: true }, { items: sticker }, { metadata: {} }]) {
      Object.assign(subscription, structuredClone(ours), change);
      const read = await payments.retrieveSubscription(subscriptionId);
      if ('items' in change) expect(read).toMatchObject({ unknownPrice: 'price_of_a_sticker' });
      else expect(read).toBeNull();
      expect(await changesIn('invoice.paid')).toEqual([null]);
    }
    Object.assign(subscription, structuredClone(ours), { items: sticker });
    const { id: invoiceId } = fake.renew(subscriptionId);
    const unsold = { kind: 'renewed-unsold', userId: 'ada', invoiceId };
    expect(await changesIn('invoice.paid')).toEqual([null, unsold]);
  });

  it('the first invoice of a subscription with another amount', async () => {
    const { subscriptionId } = await buy(developer);
    for (const invoice of fake.state.invoices.all()) invoice.amount_paid = 1;
    expect((await payments.retrieveSubscription(subscriptionId))?.payment).toBeUndefined();
    expect(await changesIn('invoice.paid')).toEqual([null]);
  });
});

describe('an event of Stripe', () => {
  it('has a type that the decision lists, neither more nor less', async () => {
    const decision = '../../../docs/decisions/0011-what-was-paid-decides-the-plan.md';
    const text = await readFile(new URL(decision, import.meta.url), 'utf8');
    const [, section = ''] = /## Events\n([\s\S]*?)\n## /.exec(text) ?? [];
    const listed = [...section.matchAll(/^- `([\w.]+)`$/gm)].map(([, type]) => type);
    expect(listed.toSorted()).toEqual(paymentEventTypes.toSorted());
  });

  it('names a session that ended, and means nothing for a single payment’s invoice or for nonsense', async () => {
    await buy();
    const open = await payments.createCheckoutSession(request());
    fake.expire(open.id);
    expect(await changesIn('checkout.session.expired')).toEqual([{ kind: 'session', sessionId: open.id }]);
    expect(await changesIn('invoice.paid')).toEqual([null]);
    expect(await changesIn('charge.succeeded')).toEqual([null]);
    for (const payload of [null, 'x', {}, { data: { object: {} } }, { data: { object: { id: 7 } } }])
      expect(await payments.readEvent?.({ type: 'invoice.paid', payload })).toBeNull();
    expect(await payments.readEvent?.({ type: 'constructor', payload: { data: { object: {} } } })).toBeNull();
  });

  it('is read in the version of an older account too', async () => {
    const { payment, subscriptionId } = await buy(developer);
    const chargedAs = payment?.chargedAs;
    const [event] = fake.events('invoice.paid');
    const { parent: _, ...rest } = structuredClone(event?.data.object ?? {}) as Record<string, unknown>;
    const old = {
      ...rest,
      id: 'in_of_another_time',
      subscription: subscriptionId,
      payment_intent: chargedAs,
    };
    const change = await payments.readEvent?.({ type: 'invoice.paid', payload: { data: { object: old } } });
    expect(change).toMatchObject({ subscriptionId, payment: { userId: 'ada', chargedAs } });
  });

  const now = Date.UTC(2026, 10, 20);
  const { webhooks } = new Stripe('sk_test_any');
  const payload = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: 'invoice.paid',
    created: 1_790_000_000,
    data: { object: { id: 'in_1' } },
  });
  const signed = (body = payload, secret = webhookSecret, age = 0) =>
    webhooks.generateTestHeaderString({ payload: body, secret, timestamp: now / 1000 - age });
  const verify = (body: string, signature: string) =>
    connect({ now: () => now }).verifyEvent?.(body, signature);

  it('is accepted when Stripe has signed it within five minutes, and without payload of the other mode', () => {
    const event = { id: 'evt_1', type: 'invoice.paid', createdAt: new Date(1_790_000_000_000) };
    expect(verify(payload, signed())).toEqual({ ...event, payload: JSON.parse(payload) });
    expect(verify(payload, signed(payload, webhookSecret, 299))).toMatchObject(event);
    const live = payload.replace('{', '{"livemode":true,');
    expect(verify(live, signed(live))).toMatchObject({ id: 'evt_1', payload: null });
  });

  it.each([
    ['signed with another secret', payload, signed(payload, 'whsec_other')],
    ['changed after it was signed', payload.replace('in_1', 'in_2'), signed()],
    ['cut off', payload.slice(0, -9), signed()],
    ['older than five minutes', payload, signed(payload, webhookSecret, 301)],
    ['signed in the future', payload, signed(payload, webhookSecret, -301)],
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

describe('a Stripe that', () => {
  const unavailable = { name: 'StripeCallError', kind: 'unavailable' };

  it.each(['error', 'html', 'cut', 'nothing', 'silence'] as const)(
    'answers with %s again and again is an error with a reason, and nothing is made up',
    async (fault) => {
      const { id } = await payments.createCheckoutSession(request());
      fake.faults.plan(fault, { times: Number.POSITIVE_INFINITY });
      const calls = [
        payments.createCheckoutSession(request()),
        payments.retrieveSession(id),
        payments.retrieveSubscription('sub_1'),
        payments.setCancelAtPeriodEnd('sub_1', true),
        payments.createPortalUrl?.('cus_1', 'http://localhost:3000/'),
      ];
      await Promise.all(calls.map((call) => expect(call).rejects.toMatchObject(unavailable)));
    },
  );

  it('fails once is asked once more, and opens no second session', async () => {
    for (const fault of ['error', 'cut', 'cut after', 'silence'] as const) {
      fake.faults.plan(fault);
      const { id } = await payments.createCheckoutSession(request());
      expect(await payments.retrieveSession(id)).toMatchObject({ status: 'open' });
    }
    expect(fake.state.sessions.all()).toHaveLength(4);
  });

  it('is slow with every response or away is an error', async () => {
    const hasty = connect({ timeouts: { attempt: 10_000, whole: 200 } });
    fake.faults.plan({ slowMs: 2_000 });
    await expect(hasty.createCheckoutSession(request())).rejects.toThrow('longer than 200 ms');
    const away = connect({ apiUrl: 'http://127.0.0.1:1' });
    await expect(away.retrieveSession('cs_test_1')).rejects.toMatchObject(unavailable);
  });

  it('refuses the key, a price, an address or a repeated key says so without keys and addresses', async () => {
    const stranger = await connect({ secretKey: 'sk_test_51Wrong' })
      .createCheckoutSession(request())
      .catch((error: unknown) => error);
    expect(String(stranger)).toContain('Invalid API Key provided: [key]');
    expect(JSON.stringify([stranger, String(stranger)])).not.toContain('51Wrong');
    const unpriced = connect({ prices: { pro: 'price_gone', developer: 'price_developer' } });
    await expect(unpriced.createCheckoutSession(request())).rejects.toThrow("No such price: 'price_gone'");
    const misspelt = payments.createCheckoutSession(request({ userEmail: 'ada@@example' }));
    await expect(misspelt).rejects.toThrow('Invalid email address: [e-mail]');
    const first = request();
    await payments.createCheckoutSession(first);
    const other = payments.createCheckoutSession({ ...first, userEmail: 'grace@example.com' });
    await expect(other).rejects.toMatchObject({ kind: 'refused' });
  });

  it.each<[string, RequestListener]>([
    ['has a bad status with a good body', (_, response) => response.writeHead(403).end('{"id":"cs_1"}')],
    ['redirects', (_, response) => response.writeHead(302, { location: '/v1/else' }).end()],
    ['answers with a number', (_, response) => response.end('42')],
    ['answers with null', (_, response) => response.end('null')],
    ['answers with nothing', (_, response) => response.writeHead(204).end()],
    ['gives an unsafe address', (_, response) => response.end('{"id":"cs_1","url":"javascript:alert(1)"}')],
    ['gives no address', (_, response) => response.end('{"id":"cs_1","url":null}')],
  ])('%s opens no checkout', async (_, answer) => {
    const { apiUrl, stop } = await startServer(answer);
    await expect(connect({ apiUrl }).createCheckoutSession(request())).rejects.toMatchObject(unavailable);
    await stop();
  });

  it('has nothing but sessions and subscriptions still reports payments', async () => {
    const metadata = { userId: 'ada', plan: 'developer' };
    const paid = {
      status: 'complete',
      payment_status: 'paid',
      created: 1_700_000_000,
      currency: 'usd',
      metadata,
    };
    const objects: Record<string, object> = {
      '/v1/checkout/sessions/cs_1': {
        ...paid,
        id: 'cs_1',
        amount_total: 9900,
        subscription: 'sub_1',
        invoice: 'in_1',
        customer: 'cus_1',
      },
      '/v1/checkout/sessions/cs_2': {
        ...paid,
        id: 'cs_2',
        metadata: { ...metadata, plan: 'pro' },
        amount_total: 2900,
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
    const poor = connect({ apiUrl });
    expect(await poor.retrieveSession('cs_1')).toMatchObject({
      status: 'paid',
      userId: 'ada',
      payment: null,
      subscription: { id: 'sub_1', state: 'active', currentPeriodEnd: new Date(1_800_000_000_000) },
    });
    const payment = { id: 'pi_2', chargedAs: 'pi_2', amount: 2900, currency: 'USD' };
    expect((await poor.retrieveSession('cs_2'))?.payment).toMatchObject(payment);
    // A missing page does not mean that there is no such session.
    await expect(poor.retrieveSession('cs_3')).rejects.toMatchObject({ kind: 'not-offered' });
    await stop();
  });
});

/** A server with one answer for all calls. */
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
