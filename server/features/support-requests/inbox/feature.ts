import type { Database, Transaction } from '#server/database/connect.ts';
import { brokenPromises, workBrokenPromises } from '#server/features/support-requests/broken-promises.ts';
import type { SupportMail } from '#server/features/support-requests/mails/support-mail.ts';
import type { PromiseClock } from '#server/features/support-requests/promise-clock.ts';
import type { RequestRepository } from '#server/features/support-requests/repository.ts';
import type { Route } from '#server/http/handle.ts';
import type { Caller } from '#server/integrations/identity/port.ts';
import type { Tasks } from '#server/tasks/tasks.ts';
import type { User } from '#shared/contracts/account.ts';
import type { Attachment } from '#shared/contracts/attachments.ts';
import { inboxRepository } from './repository.ts';
import { inboxRoutes } from './routes.ts';
import { inboxService } from './service.ts';

type Settings = {
  database: Database;
  tasks: Tasks;
  requests: RequestRepository;
  clock: PromiseClock;
  enqueueMail: (transaction: Transaction, mail: SupportMail) => Promise<void>;
  listAttachments: (requestIds: string[]) => Promise<Map<string, Attachment[]>>;
  readUser: (caller: Caller) => Promise<User>;
  now: () => Date;
};

/** The side of those who answer: their inbox, and the watch over what was promised. */
export async function inboxFeature({ database, tasks, ...settings }: Settings): Promise<Route[]> {
  const { requests: repository, enqueueMail, now } = settings;
  const promises = brokenPromises({ database, repository, enqueueMail, now });
  await workBrokenPromises(tasks, promises);
  return inboxRoutes(inboxService({ ...settings, inbox: inboxRepository(database), promises }));
}
