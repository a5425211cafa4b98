import { Hono } from 'hono';
import { readBodyText } from '#server/http/body.ts';
import type { PaymentEventService } from './events.ts';

/** Webhook of the payment provider. The signature covers the raw body. */
export function webhookRoutes(service: PaymentEventService): Hono {
  const app = new Hono();
  app.post('/api/webhooks/stripe', async (context) => {
    const body = await readBodyText(context.req.raw);
    await service.receive(body, context.req.header('stripe-signature') ?? '');
    context.header('Cache-Control', 'no-store');
    return context.json({ received: true });
  });
  return app;
}
