import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { AppError } from '#server/app-error.ts';
import type { IdentityConfig } from '#server/config.ts';
import { type Database, inTransaction } from '#server/database/connect.ts';
import { type Doorkeeper, handle, type Route } from '#server/http/handle.ts';
import type { Limits } from '#server/http/limits.ts';
import type { SessionCookie } from '#server/http/session-cookie.ts';
import type { Identity } from '#server/integrations/identity/port.ts';
import type { Mail, MailMessage } from '#server/integrations/mail/port.ts';
import { mailWork } from '#server/mail/mail-work.ts';
import type { Queue, Tasks } from '#server/tasks/tasks.ts';
import { endDevice, endOtherDevices, endSession, listDevices, syncUser } from '#shared/contracts/account.ts';
import { attemptGuard } from './attempt-limits.ts';
import { accountRepository } from './repository.ts';
import { type AccountService, type AgentRule, accountService, callerMemory } from './service.ts';

type AccountFeatureDeps = {
  database: Database;
  tasks: Tasks;
  limits: Limits;
  mail: Mail;
  https: boolean;
  session: SessionCookie;
  /** Kind of the configured identity provider. */
  provider: IdentityConfig['kind'];
  isAgent: AgentRule;
  /** True for claims of an agent that only a second factor is missing from. */
  lacksSecondFactor: AgentRule;
  now: () => number;
};

/** Accounts: who a caller is, and what their plan is. */
export async function accountFeature(deps: AccountFeatureDeps) {
  const { database, tasks, https, limits, mail, session, provider, now } = deps;
  const repository = accountRepository(database);
  const memory = callerMemory(
    ({ subject, sessionId }) => repository.findIdentity({ provider, subject }, sessionId),
    now,
  );
  const service = accountService({ ...deps, repository, memory, randomId: randomUUID });
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
      guard: attemptGuard({ https, limits, mail, findPassword: repository.findPassword }),
      endSessions: service.endSessions,
      sendResetLink: enqueueLink(sendResetLink),
      sendVerifyLink: enqueueLink(sendVerifyLink),
      sendChangeLink: enqueueLink(sendChangeLink),
      sendPasskeyAdded: (to: string, siteUrl: string) =>
        inTransaction(database, (transaction) =>
          tasks.enqueue(transaction, sendPasskeyAdded, { to, siteUrl }),
        ),
      sendEmailChanged: (to: string, newEmail: string, siteUrl: string) =>
        inTransaction(database, (transaction) =>
          tasks.enqueue(transaction, sendEmailChanged, { to, newEmail, siteUrl }),
        ),
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
    handle(listDevices, ({ caller }) => service.listDevices(caller)),
    handle(endDevice, async ({ caller, params }) => {
      await service.endDevice(caller, params.id);
      return { ended: true };
    }),
    handle(endOtherDevices, async ({ caller }) => ({ ended: await service.endOtherDevices(caller) })),
  ];
}

/** `askedAt` is ISO 8601. */
export type MailedLink = { to: string; link: string; askedAt: string };

/** Mails the link to set a new password. */
export const sendResetLink: Queue<MailedLink> = {
  name: 'send-reset-link',
  onePerKey: false,
  patient: true,
};

/** Mails the link to confirm an address. */
export const sendVerifyLink: Queue<MailedLink> = {
  name: 'send-verify-link',
  onePerKey: false,
  patient: true,
};

/** Mails the link that gives an account a new address, to that address. */
const sendChangeLink: Queue<MailedLink> = {
  name: 'send-change-link',
  onePerKey: false,
  patient: true,
};

/** Tells the old address of an account about the new one. */
const sendEmailChanged: Queue<{ to: string; newEmail: string; siteUrl: string }> = {
  name: 'send-email-changed',
  onePerKey: false,
  patient: true,
};

/** Tells the owner of an account about a new passkey. */
const sendPasskeyAdded: Queue<{ to: string; siteUrl: string }> = {
  name: 'send-passkey-added',
  onePerKey: false,
  patient: true,
};

export const accountQueues = [
  sendResetLink,
  sendVerifyLink,
  sendChangeLink,
  sendEmailChanged,
  sendPasskeyAdded,
];

const hourMs = 3_600_000;
/** As long as the identity provider honours each link. */
const resetLifeMs = hourMs;
const verifyLifeMs = 24 * hourMs;

export async function workAccountTasks(tasks: Tasks, mail: Mail, now: () => number): Promise<void> {
  const send =
    (lifeMs: number, write: (given: MailedLink) => Promise<MailMessage>) => async (given: MailedLink) => {
      // A dead link would only confuse; its reader has long asked for another.
      if (now() - Date.parse(given.askedAt) > lifeMs) return;
      await mail.send(await write(given));
    };
  const reset = send(resetLifeMs, async (given) => (await import('./letters.ts')).resetMail(given));
  const verify = send(verifyLifeMs, async (given) => (await import('./letters.ts')).verifyMail(given));
  const change = send(verifyLifeMs, async (given) => (await import('./letters.ts')).changeMail(given));
  await tasks.work(sendResetLink, reset, mailWork);
  await tasks.work(sendVerifyLink, verify, mailWork);
  await tasks.work(sendChangeLink, change, mailWork);
  await tasks.work(
    sendEmailChanged,
    async (given) => mail.send((await import('./letters.ts')).emailChangedMail(given)),
    mailWork,
  );
  await tasks.work(
    sendPasskeyAdded,
    async (given) => mail.send((await import('./letters.ts')).passkeyAddedMail(given)),
    mailWork,
  );
}

type DoorkeeperDeps = Pick<Doorkeeper, 'isAgent'> & {
  identity: Identity;
  session: SessionCookie;
  account: AccountService;
  log: Logger;
};

/** Reads the holder of a token or cookie, with our id of the user. Missing keys are no fault of the token. */
export function doorkeeper({ identity, session, account, log, isAgent }: DoorkeeperDeps): Doorkeeper {
  return {
    async verifyToken(token) {
      const claims = await identity.verifyToken(token).catch((err: unknown) => {
        log.error({ err }, 'tokens can not be checked');
        throw new AppError('sign_in_unavailable', {}, { cause: err, retryAfter: 5 });
      });
      return claims && account.readCaller(claims);
    },
    async readSession(context) {
      const claims = await session.read(context);
      return claims && account.readSession(claims);
    },
    isAgent,
  };
}
