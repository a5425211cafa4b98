import { createHmac, timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import { AppError } from '#server/app-error.ts';
import { readFile } from '#server/http/body.ts';
import type { Variables } from '#server/http/handle.ts';
import { memoryLimits } from '#server/http/limits.ts';
import { mailLimit } from '#server/integrations/mailbox/port.ts';
import { waitingTime } from '#shared/rules/text/waiting-time.ts';
import type { InboundMailService } from './service.ts';

/** The part of a delivery that is known before its body. */
type Head = { signed: string; signatures: string[] };
type MailWebhookDeps = { service: Pick<InboundMailService, 'receive'>; secret: string; now: () => number };

/** How far the clock of the sender may differ. */
const toleranceMs = 5 * 60_000;

/** Bodies above this, in bytes, have turns of their own. */
const largeBody = 1024 * 1024;
/** Longest wait for the whole of a body. */
const wholeMs = 2 * 60_000;

/** Takes mails as they were sent, signed by the scheme of standardwebhooks.com. */
export function mailWebhook({ service, secret, now }: MailWebhookDeps): Hono<{ Variables: Variables }> {
  const app = new Hono<{ Variables: Variables }>();
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret);
  // In memory, so that a flood does not reach the database.
  const failures = memoryLimits('mail-webhook-failure', 30, 60);
  const takeLarge = turns({ ofAddress: 1, ofAll: 2, waiting: 20 });
  const takeSmall = turns({ ofAddress: 10, ofAll: Number.POSITIVE_INFINITY, waiting: 500 });

  /** Null without a signature of these minutes. Such a body is not read: anybody can send a large one. */
  function readHead(request: Request): Head | null {
    const header = (name: string) => request.headers.get(name) ?? '';
    const [id, timestamp] = [header('webhook-id'), header('webhook-timestamp')];
    const signatures = header('webhook-signature').split(' ').filter(isSignature);
    const isNow = Math.abs(Number(timestamp) * 1000 - now()) <= toleranceMs;
    if (!id || !timestamp || !isNow || signatures.length === 0) return null;
    return { signed: `${id}.${timestamp}.`, signatures };
  }

  async function readSigned(request: Request, { signed, signatures }: Head): Promise<Uint8Array> {
    const hash = createHmac('sha256', key).update(signed);
    const onPart = (part: Uint8Array) => void hash.update(part);
    const raw = await readFile(request, mailLimit, { tooLarge: 'body_too_large', wholeMs, onPart });
    const wanted = Buffer.from(`v1,${hash.digest('base64')}`);
    if (signatures.some((given) => timingSafeEqual(Buffer.from(given), wanted))) return raw;
    throw new AppError('mail_webhook_refused');
  }

  app.post('/api/webhooks/mail', async (context) => {
    const { raw: request } = context.req;
    const address = context.get('address');
    await failures.check(address);
    const head = readHead(request);
    if (!head) {
      await failures.take(address);
      throw new AppError('mail_webhook_refused');
    }
    const length = Number(request.headers.get('content-length') ?? Number.POSITIVE_INFINITY);
    const takeTurn = length > largeBody ? takeLarge : takeSmall;
    await takeTurn(address, async () => {
      // A failure until its signature holds, so that no more are read than may fail.
      await failures.take(address);
      const raw = await readSigned(request, head);
      await failures.giveBack(address);
      await service.receive(raw);
    });
    context.header('Cache-Control', 'no-store');
    // The same for every mail: who sends one learns nothing of the requests.
    return context.json({ received: true });
  });
  return app;
}

function isSignature(given: string): boolean {
  return /^v1,[\w+/]{43}=$/.test(given);
}

type Turns = { ofAddress: number; ofAll: number; waiting: number };

/**
 * Runs a bounded number of deliveries at once, for each address and altogether; the others wait. So a sender of slow bodies
 * delays nobody else.
 * @throws AppError too_many_requests for one behind too many of its own.
 */
function turns({ ofAddress, ofAll, waiting: mostWaiting }: Turns) {
  const waiting: { address: string; start: () => void }[] = [];
  const working: string[] = [];
  function startNext(): void {
    if (working.length >= ofAll) return;
    const next = waiting.find(({ address }) => working.filter((one) => one === address).length < ofAddress);
    if (!next) return;
    waiting.splice(waiting.indexOf(next), 1);
    working.push(next.address);
    next.start();
  }
  return async (address: string, work: () => Promise<void>): Promise<void> => {
    if (waiting.filter((one) => one.address === address).length >= mostWaiting)
      throw new AppError('too_many_requests', { wait: waitingTime(30) }, { retryAfter: 30 });
    await new Promise<void>((start) => {
      waiting.push({ address, start });
      startNext();
    });
    try {
      await work();
    } finally {
      working.splice(working.indexOf(address), 1);
      startNext();
    }
  };
}
