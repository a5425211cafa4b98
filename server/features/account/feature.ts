import { randomUUID } from 'node:crypto';
import type { IdentityConfig } from '#server/config.ts';
import { type Database, inTransaction } from '#server/database/connect.ts';
import { handle, type Route } from '#server/http/handle.ts';
import type { Limits } from '#server/http/limits.ts';
import type { SessionCookie } from '#server/http/session-cookie.ts';
import type { Claims } from '#server/integrations/identity/port.ts';
import type { Mail } from '#server/integrations/mail/port.ts';
import type { Queue, Tasks } from '#server/tasks/tasks.ts';
import { endSession, syncUser } from '#shared/contracts/account.ts';
import { attemptGuard } from './attempt-limits.ts';
import { callerMemory } from './caller-memory.ts';
import { accountRepository } from './repository.ts';
import { type AccountService, accountService } from './service.ts';
import { type MailedLink, sendResetLink, sendVerifyLink, workAccountTasks } from './tasks.ts';

type AccountFeatureDeps = {
  database: Database;
  tasks: Tasks;
  limits: Limits;
  mail: Mail;
  session: SessionCookie;
  /** Kind of the configured identity provider. */
  provider: IdentityConfig['kind'];
  isAgent: (caller: Pick<Claims, 'email' | 'emailVerified'>) => boolean;
  now: () => number;
};

/** Accounts: who a caller is, and what their plan is. */
export async function accountFeature(deps: AccountFeatureDeps) {
  const { database, tasks, limits, mail, session, provider, isAgent, now } = deps;
  const repository = accountRepository(database);
  const memory = callerMemory((subject) => repository.findIdentity({ provider, subject }), now);
  const service = accountService({ repository, memory, provider, isAgent, randomId: randomUUID, now });
  await workAccountTasks(tasks, mail, now);
  const enqueueLink = (queue: Queue<MailedLink>) => (to: string, link: string) =>
    inTransaction(database, (transaction) =>
      tasks.enqueue(transaction, queue, { to, link, askedAt: new Date(now()).toISOString() }),
    );
  return {
    service,
    routes: accountRoutes(service, session),
    /** Needed by the embedded identity provider. */
    forIdentity: {
      guard: attemptGuard(limits, mail),
      endSessions: service.endSessions,
      sendResetLink: enqueueLink(sendResetLink),
      sendVerifyLink: enqueueLink(sendVerifyLink),
    },
  };
}

function accountRoutes(service: AccountService, session: SessionCookie): Route[] {
  return [
    handle(syncUser, async ({ caller, body, context }) => {
      const user = await service.syncUser(caller, body);
      await session.set(context, { ...caller, subject: caller.providerSubject });
      return user;
    }),
    handle(endSession, async ({ context }) => {
      const claims = await session.read(context);
      if (claims) await service.leaveSession(claims);
      session.clear(context);
      return { ended: true };
    }),
  ];
}
