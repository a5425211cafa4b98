import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Hono } from 'hono';
import type { Database } from '#server/database/connect.ts';
import { handle, type Route } from '#server/http/handle.ts';
import type { Limit, Limits } from '#server/http/limits.ts';
import type { Mail } from '#server/integrations/mail/port.ts';
import { mailWork } from '#server/mail/mail-work.ts';
import type { Queue, Tasks } from '#server/tasks/tasks.ts';
import { confirmWaitlist, joinWaitlist, leaveWaitlist } from '#shared/contracts/waitlist.ts';
import { waitlistRepository } from './repository.ts';
import { type LinkTask, type WaitlistService, waitlistService } from './service.ts';

/** Mails the link to confirm; its key is the address, so that no two mails to one go at once. */
export const sendWaitlistLink: Queue<LinkTask> = {
  name: 'mail-waitlist-link',
  onePerKey: false,
  oneUnfinishedPerKey: true,
  patient: true,
};

type WaitlistFeatureDeps = {
  database: Database;
  tasks: Tasks;
  limits: Limits;
  mail: Mail;
  siteUrl: () => string;
  now: () => number;
};

/** Waiting list of features that are not there yet. */
export async function waitlistFeature(
  deps: WaitlistFeatureDeps,
): Promise<{ routes: Route[]; oneClick: Hono }> {
  const { database, tasks, limits, mail, siteUrl } = deps;
  const limit = limits('waitlist', 10, 600, 'too_many_messages');
  const service = waitlistService({
    repository: waitlistRepository(database),
    enqueueLink: (transaction, task) => tasks.enqueue(transaction, sendWaitlistLink, task, task.email),
    mail,
    siteUrl,
    limit,
    now: () => new Date(deps.now()),
    sleep,
    randomToken: () => randomBytes(32).toString('base64url'),
  });
  await tasks.work(sendWaitlistLink, (task) => service.deliver(task), mailWork);
  return { routes: waitlistRoutes(service, limit), oneClick: oneClickRoutes(service) };
}

function waitlistRoutes(service: WaitlistService, limit: Limit): Route[] {
  return [
    handle(
      joinWaitlist,
      ({ body, caller, context }) => service.join(body, caller?.subject ?? null, context.get('address')),
      ({ context }) => limit.check(context.get('address')),
    ),
    handle(confirmWaitlist, ({ body }) => service.confirm(body.token)),
    handle(leaveWaitlist, ({ body }) => service.leave(body.token)),
  ];
}

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
