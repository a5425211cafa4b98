import type { Logger } from 'pino';
import { AppError } from '#server/app-error.ts';
import { type Doorkeeper, handle, type Route } from '#server/http/handle.ts';
import type { Limits } from '#server/http/limits.ts';
import type { SessionClaims, SessionCookie } from '#server/http/session-cookie.ts';
import type { Caller, Claims, Identity } from '#server/integrations/identity/port.ts';
import type { Mail } from '#server/integrations/mail/port.ts';
import type { Tasks } from '#server/tasks/tasks.ts';
import type { User } from '#shared/contracts/account.ts';
import * as contract from '#shared/contracts/account.ts';
import { type AccountMails, accountMails, workAccountMails } from './account-mails.ts';
import { type AttemptGuard, attemptGuard } from './attempt-limits.ts';
import { readCaller, readSession } from './callers.ts';
import {
  endDevice,
  endEverySession,
  endOtherDevices,
  endSessions,
  leaveSession,
  listDevices,
} from './sessions.ts';
import { syncUser } from './sync-user.ts';
import { type AccountDeps, accountQueries, callerMemory, readAccount, readUser } from './users.ts';

type AccountFeatureDeps = Omit<AccountDeps, 'queries' | 'memory'> & {
  tasks: Tasks;
  limits: Limits;
  mail: Mail;
  https: boolean;
  session: SessionCookie;
};

type AccountFeature = {
  routes: Route[];
  readUser: (id: string) => Promise<User>;
  readAccount: (caller: Caller) => Promise<User>;
  readCaller: (claims: Claims) => Promise<Caller>;
  readSession: (claims: SessionClaims) => Promise<Caller | null>;
  endEverySession: (caller: Caller) => Promise<void>;
  /** Needed by the embedded identity provider. */
  forIdentity: AccountMails & { guard: AttemptGuard; endSessions: (subject: string) => Promise<void> };
};

/** Accounts: who a caller is, and what their plan is. */
export async function accountFeature(feature: AccountFeatureDeps): Promise<AccountFeature> {
  const deps: AccountDeps = { ...feature, queries: accountQueries(feature.database), memory: callerMemory() };
  await workAccountMails(feature);
  return {
    routes: accountRoutes(deps, feature.session),
    readUser: (id) => readUser(deps, id),
    readAccount: (caller) => readAccount(deps, caller),
    readCaller: (claims) => readCaller(deps, claims),
    readSession: (claims) => readSession(deps, claims),
    endEverySession: (caller) => endEverySession(deps, caller),
    forIdentity: {
      ...accountMails(feature),
      guard: attemptGuard(feature),
      endSessions: (subject) => endSessions(deps, subject),
    },
  };
}

function accountRoutes(deps: AccountDeps, session: SessionCookie): Route[] {
  return [
    handle(contract.syncUser, async ({ caller, body, context }) => {
      const user = await syncUser(deps, caller, body);
      await session.set(context, { ...caller, subject: caller.providerSubject });
      return user;
    }),
    handle(contract.endSession, async ({ context }) => {
      const claims = await session.read(context);
      if (claims) await leaveSession(deps, claims);
      session.clear(context);
      return { ended: true };
    }),
    handle(contract.listDevices, ({ caller }) => listDevices(deps, caller)),
    handle(contract.endDevice, async ({ caller, params }) => {
      await endDevice(deps, caller, params.id);
      return { ended: true };
    }),
    handle(contract.endOtherDevices, async ({ caller }) => ({ ended: await endOtherDevices(deps, caller) })),
  ];
}

type DoorkeeperDeps = Pick<Doorkeeper, 'isAgent'> & {
  identity: Identity;
  session: SessionCookie;
  account: Pick<AccountFeature, 'readCaller' | 'readSession'>;
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
