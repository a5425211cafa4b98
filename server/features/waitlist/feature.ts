import { Hono } from 'hono';
import { handle, type Route } from '#server/http/handle.ts';
import type { Limits } from '#server/http/limits.ts';
import { mailWork } from '#server/mail/mail-work.ts';
import * as contract from '#shared/contracts/waitlist.ts';
import {
  confirmWaitlist,
  joinWaitlist,
  leaveWaitlist,
  sendWaitlistLink,
  sendWaitlistLinkQueue,
  type WaitlistDeps,
} from './waitlist.ts';

type WaitlistFeatureDeps = Omit<WaitlistDeps, 'limit' | 'now'> & { limits: Limits; now: () => number };

/** Waiting list of features that are not there yet. */
export async function waitlistFeature(
  feature: WaitlistFeatureDeps,
): Promise<{ routes: Route[]; oneClick: Hono }> {
  const limit = feature.limits('waitlist', 10, 600, 'too_many_messages');
  const deps = { ...feature, limit, now: () => new Date(feature.now()) };
  await feature.tasks.work(sendWaitlistLinkQueue, (task) => sendWaitlistLink(deps, task), mailWork);
  const routes = [
    handle(
      contract.joinWaitlist,
      ({ body, caller, context }) =>
        joinWaitlist(deps, body, caller?.subject ?? null, context.get('address')),
      ({ context }) => limit.check(context.get('address')),
    ),
    handle(contract.confirmWaitlist, ({ body }) => confirmWaitlist(deps, body.token)),
    handle(contract.leaveWaitlist, ({ body }) => leaveWaitlist(deps, body.token)),
  ];
  return { routes, oneClick: oneClickRoutes(deps) };
}

const path = '/api/notify/unsubscribe';

/**
 * Endpoint of the mail programs' 'unsubscribe' button (RFC 8058): a form POST to the address in the mail's header,
 * without a login. A GET only leads to the page, because scanners open every link.
 */
function oneClickRoutes(deps: WaitlistDeps): Hono {
  const app = new Hono();
  app.post(path, async (context, next) => {
    const token = context.req.query('token');
    // Without a token in the address it is a call of our own page.
    if (token === undefined) return next();
    await leaveWaitlist(deps, token);
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
