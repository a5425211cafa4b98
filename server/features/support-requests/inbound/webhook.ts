import { createHmac, timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import { AppError } from '#server/app-error.ts';
import { readFile } from '#server/http/body.ts';
import { mailLimit } from '#server/integrations/mailbox/port.ts';
import type { InboundMailService } from './service.ts';

type MailWebhookDeps = { service: InboundMailService; secret: string; now: () => number };

/** How far the clock of the sender may differ. */
const toleranceMs = 5 * 60_000;

/** Takes mails as they were sent, signed by the scheme of standardwebhooks.com. */
export function mailWebhook({ service, secret, now }: MailWebhookDeps): Hono {
  const app = new Hono();
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret);
  app.post('/api/webhooks/mail', async (context) => {
    const header = (name: string) => context.req.header(name) ?? '';
    const raw = await readFile(context.req.raw, mailLimit, 'body_too_large');
    const timestamp = header('webhook-timestamp');
    const isNow = Math.abs(Number(timestamp) * 1000 - now()) <= toleranceMs;
    const signed = createHmac('sha256', key)
      .update(`${header('webhook-id')}.${timestamp}.`)
      .update(raw);
    const wanted = Buffer.from(`v1,${signed.digest('base64')}`);
    const isSigned = header('webhook-signature')
      .split(' ')
      .map((given) => Buffer.from(given))
      .some((given) => given.length === wanted.length && timingSafeEqual(given, wanted));
    if (!isNow || !isSigned) throw new AppError('mail_webhook_refused');
    await service.receive(raw);
    context.header('Cache-Control', 'no-store');
    // The same for every mail: who sends one learns nothing of the requests.
    return context.json({ received: true });
  });
  return app;
}
