import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Hono } from 'hono';
import type { Database } from '#server/database/connect.ts';
import { contactRepository } from '#server/features/contact/repository.ts';
import { contactRoutes } from '#server/features/contact/routes.ts';
import { contactService } from '#server/features/contact/service.ts';
import { deliverMessage, workContactTasks } from '#server/features/contact/tasks.ts';
import { previewRoutes } from '#server/features/preview/routes.ts';
import { previewService } from '#server/features/preview/service.ts';
import { oneClickRoutes } from '#server/features/waitlist/one-click.ts';
import { waitlistRepository } from '#server/features/waitlist/repository.ts';
import { waitlistRoutes } from '#server/features/waitlist/routes.ts';
import { waitlistService } from '#server/features/waitlist/service.ts';
import { sendWaitlistLink, workWaitlistTasks } from '#server/features/waitlist/tasks.ts';
import type { Route } from '#server/http/handle.ts';
import type { Limits } from '#server/http/limits.ts';
import { readIdea } from '#server/integrations/ai/writer/read-idea.ts';
import type { Mail } from '#server/integrations/mail/port.ts';
import type { Tasks } from '#server/tasks/tasks.ts';

type VisitorFeaturesDeps = {
  database: Database;
  tasks: Tasks;
  limits: Limits;
  mail: Mail;
  supportEmail: string;
  siteUrl: () => string;
  now: () => number;
};

export const visitorQueues = [deliverMessage, sendWaitlistLink];

/** The part of the application for people without an account: what they write to us, and the preview of an idea. */
export async function createVisitorFeatures(
  deps: VisitorFeaturesDeps,
): Promise<{ routes: Route[]; oneClick: Hono }> {
  const { database, tasks, limits, mail, supportEmail, siteUrl } = deps;
  const now = () => new Date(deps.now());
  const contactLimit = limits('contact', 10, 600, 'too_many_messages');
  const waitlistLimit = limits('waitlist', 10, 600, 'too_many_messages');
  const contact = contactService({
    repository: contactRepository(database),
    enqueueDelivery: (transaction, id) => tasks.enqueue(transaction, deliverMessage, { id }),
    mail,
    supportEmail,
    limit: contactLimit,
    now,
    sleep,
  });
  const waitlist = waitlistService({
    repository: waitlistRepository(database),
    enqueueLink: (transaction, task) => tasks.enqueue(transaction, sendWaitlistLink, task, task.email),
    mail,
    siteUrl,
    limit: waitlistLimit,
    now,
    sleep,
    randomToken: () => randomBytes(32).toString('base64url'),
  });
  await workContactTasks(tasks, contact);
  await workWaitlistTasks(tasks, waitlist);
  return {
    routes: [
      ...contactRoutes(contact, contactLimit),
      ...waitlistRoutes(waitlist, waitlistLimit),
      ...previewRoutes(previewService({ readIdea }), limits('preview', 60, 60)),
    ],
    oneClick: oneClickRoutes(waitlist),
  };
}
