import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#server/database/connect.ts';
import { handle, type Route } from '#server/http/handle.ts';
import type { Limit, Limits } from '#server/http/limits.ts';
import type { Mail } from '#server/integrations/mail/port.ts';
import { mailWork } from '#server/mail/mail-work.ts';
import type { Queue, Tasks } from '#server/tasks/tasks.ts';
import { requestDemo, sendEmail } from '#shared/contracts/contact.ts';
import { contactRepository } from './repository.ts';
import { type ContactService, contactService } from './service.ts';

/** Mails one stored message to us. */
export const deliverMessage: Queue<{ id: number }> = {
  name: 'deliver-message',
  onePerKey: false,
  patient: true,
};

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
  await tasks.work(deliverMessage, ({ id }, _signal, isLastTry) => service.deliver(id, isLastTry), mailWork);
  return contactRoutes(service, limit);
}

function contactRoutes(service: ContactService, limit: Limit): Route[] {
  return [
    handle(
      sendEmail,
      ({ body, context }) => service.sendMessage(body, context.get('address')),
      ({ context }) => limit.check(context.get('address')),
    ),
    handle(
      requestDemo,
      ({ body, context }) => service.requestDemo(body, context.get('address')),
      ({ context }) => limit.check(context.get('address')),
    ),
  ];
}
