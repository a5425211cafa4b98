import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Hono } from 'hono';
import type { Database } from '#server/database/connect.ts';
import type { Route } from '#server/http/handle.ts';
import type { Limits } from '#server/http/limits.ts';
import type { Mail } from '#server/integrations/mail/port.ts';
import type { Tasks } from '#server/tasks/tasks.ts';
import { oneClickRoutes } from './one-click.ts';
import { waitlistRepository } from './repository.ts';
import { waitlistRoutes } from './routes.ts';
import { waitlistService } from './service.ts';
import { sendWaitlistLink, workWaitlistTasks } from './tasks.ts';

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
  await workWaitlistTasks(tasks, service);
  return { routes: waitlistRoutes(service, limit), oneClick: oneClickRoutes(service) };
}
