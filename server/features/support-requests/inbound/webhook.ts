import { createHmac, timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import { AppError } from '#server/app-error.ts';
import { readFile } from '#server/http/body.ts';
import type { Variables } from '#server/http/handle.ts';
import { countedKey, memoryLimits } from '#server/http/limits.ts';
import { mailLimit } from '#server/integrations/mailbox/port.ts';
import { waitingTime } from '#shared/rules/text/waiting-time.ts';

/** The part of a delivery that is known before its body. */
type Head = { signed: string; signatures: string[] };
/** Its time, and a turn for a body that turns out to be large. */
type Reading = { leftMs: () => number; grow: () => Promise<void> };
type MailWebhookDeps = {
  receive: (raw: Uint8Array) => Promise<void>;
  secret: string;
  now: () => Date;
};

/** How far the clock of the sender may differ. */
const toleranceMs = 5 * 60_000;

/** Bodies above this, in bytes, have turns of their own. */
const largeBody = 1024 * 1024;
/** Longest wait for the whole of a body, and while another address waits for its turn. */
const [wholeMs, hurriedMs] = [2 * 60_000, 20_000];

/** Takes mails as they were sent, signed by the scheme of standardwebhooks.com. */
export function mailWebhook({ receive, secret, now }: MailWebhookDeps): Hono<{ Variables: Variables }> {
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
    const isNow = Math.abs(Number(timestamp) * 1000 - now().getTime()) <= toleranceMs;
    if (!id || !timestamp || !isNow || signatures.length === 0) return null;
    return { signed: `${id}.${timestamp}.`, signatures };
  }

  async function readSigned(request: Request, head: Head, { leftMs, grow }: Reading): Promise<Uint8Array> {
    const hash = createHmac('sha256', key).update(head.signed);
    let size = 0;
    const raw = await readFile(request, mailLimit, {
      tooLarge: 'body_too_large',
      leftMs,
      async onPart(part) {
        hash.update(part);
        size += part.byteLength;
        if (size > largeBody) await grow();
      },
    });
    const wanted = Buffer.from(`v1,${hash.digest('base64')}`);
    if (head.signatures.some((given) => timingSafeEqual(Buffer.from(given), wanted))) return raw;
    throw new AppError('mail_webhook_refused');
  }

  app.post('/api/webhooks/mail', async (context) => {
    const { raw: request } = context.req;
    const address = countedKey(context.get('address'));
    await failures.check(address);
    const head = readHead(request);
    if (!head) {
      await failures.take(address);
      throw new AppError('mail_webhook_refused');
    }
    let isLarge = Number(request.headers.get('content-length')) > largeBody;
    let turn = await (isLarge ? takeLarge : takeSmall)(address);
    /** For a body without a declared length. */
    const grow = async () => {
      if (isLarge) return;
      const small = turn;
      [turn, isLarge] = [await takeLarge(address), true];
      small.end();
    };
    try {
      if (request.signal.aborted) throw new AppError('body_cut_off');
      // A failure until its signature holds, so that no more are read than may fail.
      await failures.take(address);
      const raw = await readSigned(request, head, { leftMs: () => turn.leftMs(), grow }).catch(
        async (error: unknown) => {
          // Lines break for every sender.
          if (error instanceof AppError && error.code === 'body_cut_off') await failures.giveBack(address);
          throw error;
        },
      );
      await failures.giveBack(address);
      await receive(raw);
    } catch (error) {
      turn.letOthersPass();
      throw error;
    } finally {
      turn.end();
    }
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
type Turn = {
  leftMs: () => number;
  /** Puts whatever else of this address waits behind the others. */
  letOthersPass: () => void;
  end: () => void;
};

/**
 * Runs a bounded number of deliveries at once, for each address and altogether; the others wait. So a sender of slow bodies
 * delays nobody else.
 * @throws AppError too_many_requests for one behind too many of its own.
 */
function turns({ ofAddress, ofAll, waiting: mostWaiting }: Turns): (address: string) => Promise<Turn> {
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
  return async (address) => {
    if (waiting.filter((one) => one.address === address).length >= mostWaiting)
      throw new AppError('too_many_requests', { wait: waitingTime(30) }, { retryAfter: 30 });
    await new Promise<void>((start) => {
      waiting.push({ address, start });
      startNext();
    });
    const startedAt = performance.now();
    return {
      leftMs() {
        const isHurried = working.length >= ofAll && waiting.some((one) => one.address !== address);
        return (isHurried ? hurriedMs : wholeMs) - (performance.now() - startedAt);
      },
      letOthersPass() {
        waiting.sort((a, b) => Number(a.address === address) - Number(b.address === address));
      },
      end() {
        working.splice(working.indexOf(address), 1);
        startNext();
      },
    };
  };
}
