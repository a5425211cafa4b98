import { createHmac } from 'node:crypto';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { AppError } from '#server/app-error.ts';
import type { Variables } from '#server/http/handle.ts';
import { mailWebhook } from './webhook.ts';

const secret = 'a-secret-of-the-mail-webhook-32-long';
const start = Date.parse('2026-11-02T09:00:00Z');

describe('the webhook of mails', () => {
  it('refuses what is not signed, or long ago, without reading it, and soon refuses its sender at once', async () => {
    const flood = await openFlood();
    const signed = flood.sign(Buffer.from('a mail'));
    const old = { ...signed, 'webhook-timestamp': '1' };
    for (const headers of [{}, old, { ...signed, 'webhook-signature': 'v1,none' }])
      expect(await flood.send(headers)).toEqual({ status: 400, parts: 0 });
    const statuses = new Set<number>();
    for (let count = 0; count < 40; count++) statuses.add((await flood.send({})).status);
    expect([...statuses]).toEqual([400, 429]);
    expect(flood.received()).toBe(0);
  });

  it.each([
    ['one of each address', ['192.0.2.1'], 1],
    ['two of all', ['192.0.2.1', '192.0.2.2', '192.0.2.3'], 2],
  ])('reads large mails %s at once; the others wait, and each arrives whole', async (_, addresses, most) => {
    const flood = await openFlood(addresses);
    const raw = Buffer.alloc(1_500_000, 'a mail ');
    const sending = Array.from({ length: 5 }, () => flood.send(flood.sign(raw), raw));
    await flood.settled();
    expect(flood.mostOpen()).toBe(most);
    expect((await Promise.all(sending)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(flood.received()).toBe(5 * raw.length);
  });

  const small = Buffer.alloc(100_000, 'a mail ');
  const ofSmall = { 'content-length': String(small.length) };

  it('reads ten small mails of an address at once, and takes two hundred', async () => {
    const flood = await openFlood();
    const headers = { ...flood.sign(small), ...ofSmall };
    const sent = await Promise.all(Array.from({ length: 200 }, () => flood.send(headers, small)));
    expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([200]));
    expect(flood.mostOpen()).toBe(10);
  });

  it('reads no more forged mails of an address than may fail, also of those at once', async () => {
    const flood = await openFlood();
    const forged = { ...flood.sign(Buffer.from('another mail')), ...ofSmall };
    const sent = await Promise.all(Array.from({ length: 100 }, () => flood.send(forged, small)));
    expect(sent.filter(({ parts }) => parts > 0)).toHaveLength(30);
    expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([400, 429]));
    expect(flood.received()).toBe(0);
  });
});

/** The webhook alone, with bodies that say how much of them was read. */
async function openFlood(addresses = ['192.0.2.1']) {
  let [received, open, most, count] = [0, 0, 0, 0];
  const service = {
    receive: async ({ length }: Uint8Array) => {
      received += length;
    },
  };
  const app = new Hono<{ Variables: Variables }>();
  app.use(async (context, next) => {
    context.set('address', addresses[count++ % addresses.length] ?? '');
    await next();
  });
  app.route('/', mailWebhook({ service, secret, now: () => start }));
  app.onError((error) => new Response(null, { status: error instanceof AppError ? error.status : 500 }));
  return {
    received: () => received,
    mostOpen: () => most,
    settled: () => new Promise((resolve) => setTimeout(resolve, 50)),
    sign(raw: Buffer): Record<string, string> {
      const timestamp = String(start / 1000);
      const hash = createHmac('sha256', secret).update(`msg-1.${timestamp}.`).update(raw);
      const signature = `v1,${hash.digest('base64')}`;
      return { 'webhook-id': 'msg-1', 'webhook-timestamp': timestamp, 'webhook-signature': signature };
    },
    async send(headers: Record<string, string>, raw = Buffer.alloc(39_000_000)) {
      let parts = 0;
      const body = new ReadableStream(
        {
          async pull(controller) {
            if (parts === 0) most = Math.max(most, ++open);
            await new Promise((resolve) => setTimeout(resolve, 5));
            controller.enqueue(raw.subarray(parts * 100_000, ++parts * 100_000));
            if (parts * 100_000 < raw.length) return;
            open -= 1;
            controller.close();
          },
        },
        { highWaterMark: 0 },
      );
      const options = { method: 'POST', headers, body, duplex: 'half' };
      const reply = await app.request('/api/webhooks/mail', options as RequestInit);
      return { status: reply.status, parts };
    },
  };
}
