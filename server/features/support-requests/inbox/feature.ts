import type { Database, Transaction } from '#server/database/connect.ts';
import type { SupportMail } from '#server/features/support-requests/mails/support-mail.ts';
import type { RequestRepository } from '#server/features/support-requests/repository.ts';
import { slaBreaches, workSlaBreaches } from '#server/features/support-requests/sla/sla-breaches.ts';
import type { SlaClock } from '#server/features/support-requests/sla/sla-clock.ts';
import type { Route } from '#server/http/handle.ts';
import type { Caller } from '#server/integrations/identity/port.ts';
import type { Tasks } from '#server/tasks/tasks.ts';
import type { User } from '#shared/contracts/account.ts';
import type { Attachment } from '#shared/contracts/attachments.ts';
import { inboxRepository } from './repository.ts';
import { inboxRoutes } from './routes.ts';
import { inboxService } from './service.ts';

type InboxFeatureDeps = {
  database: Database;
  tasks: Tasks;
  requests: RequestRepository;
  clock: SlaClock;
  enqueueMail: (transaction: Transaction, mail: SupportMail) => Promise<void>;
  listAttachments: (requestIds: string[]) => Promise<Map<string, Attachment[]>>;
  readUser: (caller: Caller) => Promise<User>;
  now: () => Date;
};

/** The agents' inbox and the task that records SLA breaches. */
export async function inboxFeature({ database, tasks, ...deps }: InboxFeatureDeps): Promise<Route[]> {
  const { requests: repository, enqueueMail, now } = deps;
  const breaches = slaBreaches({ database, repository, enqueueMail, now });
  await workSlaBreaches(tasks, breaches);
  return inboxRoutes(inboxService({ ...deps, inbox: inboxRepository(database), breaches }));
}
