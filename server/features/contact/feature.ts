import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#server/database/connect.ts';
import type { Route } from '#server/http/handle.ts';
import type { Limits } from '#server/http/limits.ts';
import type { Mail } from '#server/integrations/mail/port.ts';
import type { Tasks } from '#server/tasks/tasks.ts';
import { contactRepository } from './repository.ts';
import { contactRoutes } from './routes.ts';
import { contactService } from './service.ts';
import { deliverMessage, workContactTasks } from './tasks.ts';

type ContactFeatureDeps = {
  database: Database;
  tasks: Tasks;
  limits: Limits;
  mail: Mail;
  supportEmail: string;
  now: () => number;
};

/** Messages and demo requests of visitors. */
export async function contactFeature(deps: ContactFeatureDeps): Promise<Route[]> {
  const { database, tasks, limits, mail, supportEmail } = deps;
  const limit = limits('contact', 10, 600, 'too_many_messages');
  const service = contactService({
    repository: contactRepository(database),
    enqueueDelivery: (transaction, id) => tasks.enqueue(transaction, deliverMessage, { id }),
    mail,
    supportEmail,
    limit,
    now: () => new Date(deps.now()),
    sleep,
  });
  await workContactTasks(tasks, service);
  return contactRoutes(service, limit);
}
