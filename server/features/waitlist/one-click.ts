import { Hono } from 'hono';
import type { WaitlistService } from './service.ts';

const path = '/api/notify/unsubscribe';

/**
 * Endpoint of the mail programs' 'unsubscribe' button (RFC 8058): a form POST to the address in the mail's header,
 * without a login. A GET only leads to the page, because scanners open every link.
 */
export function oneClickRoutes(service: WaitlistService): Hono {
  const app = new Hono();
  app.post(path, async (context, next) => {
    const token = context.req.query('token');
    // Without a token in the address it is a call of our own page.
    if (token === undefined) return next();
    await service.leave(token);
    context.header('Cache-Control', 'no-store');
    return context.text('Unsubscribed.');
  });
  app.get(path, (context) => {
    const token = context.req.query('token') ?? '';
    context.header('Cache-Control', 'no-store');
    return context.redirect(`/startup-social?unsubscribe=${encodeURIComponent(token)}`, 303);
  });
  return app;
}
