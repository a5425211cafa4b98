import { createHmac } from 'node:crypto';
import { Hono } from 'hono';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '#server/app-error.ts';
import type { Variables } from '#server/http/handle.ts';
import { mailWebhook } from './webhook.ts';

const secret = 'a-secret-of-the-mail-webhook-32-long';
const start = Date.parse('2026-11-02T09:00:00Z');

afterEach(() => {
  vi.useRealTimers();
});

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

  const large = Buffer.alloc(1_500_000, 'a mail ');
  const ofLarge = { 'content-length': String(large.length) };

  it.each([
    ['one of each address', ['192.0.2.1'], 1],
    ['two of all', ['192.0.2.1', '192.0.2.2', '192.0.2.3'], 2],
  ])('reads large mails %s at once; the others wait, and each arrives whole', async (_, addresses, most) => {
    const flood = await openFlood(addresses);
    const headers = { ...flood.sign(large), ...ofLarge };
    const sending = Array.from({ length: 5 }, () => flood.send(headers, large));
    await flood.settled();
    expect(flood.mostOpen()).toBe(most);
    expect((await Promise.all(sending)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(flood.received()).toBe(5 * large.length);
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

  it('reads a large mail half a minute after it came, whatever two other addresses send slowly', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const flood = await openFlood(['192.0.2.1', '192.0.2.2']);
    const forged = { ...flood.sign(Buffer.from('another mail')), ...ofLarge };
    const slow = Array.from({ length: 20 }, () => flood.send(forged, large, { everyMs: 10_000 }));
    await vi.advanceTimersByTimeAsync(1_000);
    const status = flood.send({ ...flood.sign(large), ...ofLarge }, large, { address: '192.0.2.3' });
    await vi.advanceTimersByTimeAsync(30_000);
    expect(flood.received()).toBe(large.length);
    expect((await status).status).toBe(200);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(new Set((await Promise.all(slow)).map((sent) => sent.status))).toEqual(new Set([408]));
  });

  it('reads a small mail in chunks beside the large ones, and waits once it grows large', async () => {
    const flood = await openFlood();
    const sending = [large, large].map((raw) => flood.send({ ...flood.sign(raw), ...ofLarge }, raw));
    const grown = flood.send(flood.sign(large), large);
    expect((await flood.send(flood.sign(small), small)).status).toBe(200);
    expect(flood.received()).toBe(small.length);
    expect((await Promise.all([...sending, grown])).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(flood.mostLarge()).toBe(1);
  });

  it('counts a mail that is cut off as no forged one', async () => {
    const flood = await openFlood();
    const headers = { ...flood.sign(small), ...ofSmall };
    for (let count = 0; count < 40; count++)
      expect((await flood.send(headers, small, { isCutOff: true })).status).toBe(400);
    expect((await flood.send(headers, small)).status).toBe(200);
  });

  it('gives no turn to a sender that hung up while it waited', async () => {
    const flood = await openFlood();
    const headers = { ...flood.sign(large), ...ofLarge };
    const first = flood.send(headers, large);
    const hangUp = new AbortController();
    const second = flood.send(headers, large, { signal: hangUp.signal });
    hangUp.abort();
    expect((await first).status).toBe(200);
    expect(await second).toEqual({ status: 400, parts: 0 });
  });
});

/** The webhook alone, with bodies that say how much of them was read. */
async function openFlood(addresses = ['192.0.2.1']) {
  let [received, open, most, count] = [0, 0, 0, 0];
  let [openLarge, mostLarge] = [0, 0];
  const receive = async ({ length }: Uint8Array) => {
    received += length;
  };
  const app = new Hono<{ Variables: Variables }>();
  app.use(async (context, next) => {
    context.set('address', context.req.header('x-from') ?? addresses[count++ % addresses.length] ?? '');
    await next();
  });
  app.route('/', mailWebhook({ receive, secret, now: () => new Date(start) }));
  app.onError((error) => new Response(null, { status: error instanceof AppError ? error.status : 500 }));
  return {
    received: () => received,
    mostOpen: () => most,
    /** Bodies of which more than a megabyte was read. */
    mostLarge: () => mostLarge,
    settled: () => new Promise((resolve) => setTimeout(resolve, 50)),
    sign(raw: Buffer): Record<string, string> {
      const timestamp = String(start / 1000);
      const hash = createHmac('sha256', secret).update(`msg-1.${timestamp}.`).update(raw);
      const signature = `v1,${hash.digest('base64')}`;
      return { 'webhook-id': 'msg-1', 'webhook-timestamp': timestamp, 'webhook-signature': signature };
    },
    async send(headers: Record<string, string>, raw = Buffer.alloc(39_000_000), options: SendOptions = {}) {
      const { everyMs = 5, isCutOff = false, address, signal } = options;
      let parts = 0;
      const body = new ReadableStream(
        {
          async pull(controller) {
            if (isCutOff) throw new Error('cut off');
            if (parts === 0) most = Math.max(most, ++open);
            if (parts === 11) mostLarge = Math.max(mostLarge, ++openLarge);
            await new Promise((resolve) => setTimeout(resolve, everyMs));
            controller.enqueue(raw.subarray(parts * 100_000, ++parts * 100_000));
            if (parts * 100_000 < raw.length) return;
            open -= 1;
            if (parts > 11) openLarge -= 1;
            controller.close();
          },
        },
        { highWaterMark: 0 },
      );
      const from = address ? { 'x-from': address } : {};
      const request = { method: 'POST', headers: { ...headers, ...from }, body, duplex: 'half', signal };
      const reply = await app.request('/api/webhooks/mail', request as RequestInit);
      return { status: reply.status, parts };
    },
  };
}

type SendOptions = {
  /** Milliseconds from one part to the next. */
  everyMs?: number;
  isCutOff?: boolean;
  address?: string;
  signal?: AbortSignal;
};
