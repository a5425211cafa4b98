import type { Logger } from 'pino';
import { AppError } from '#server/app-error.ts';
import type { Config } from '#server/config.ts';
import { type Database, inTransaction } from '#server/database/connect.ts';
import { attemptGuard } from '#server/features/account/attempt-limits.ts';
import type { AccountService } from '#server/features/account/service.ts';
import { sendResetLink, sendVerifyLink } from '#server/features/account/tasks.ts';
import type { Doorkeeper } from '#server/http/handle.ts';
import type { Limits } from '#server/http/limits.ts';
import type { SessionCookie } from '#server/http/session-cookie.ts';
import type { SiteUrl } from '#server/http/site-url.ts';
import type { EmbeddedIdentitySettings } from '#server/integrations/identity/embedded.ts';
import type { Identity } from '#server/integrations/identity/port.ts';
import type { Mail } from '#server/integrations/mail/port.ts';
import type { Tasks } from '#server/tasks/tasks.ts';

type Door = Pick<Doorkeeper, 'isAgent'> & {
  identity: Identity;
  session: SessionCookie;
  account: AccountService;
  log: Logger;
};

type EmbeddedIdentityDeps = {
  config: Config;
  secretKey: string;
  database: Database;
  tasks: Tasks;
  limits: Limits;
  siteUrl: SiteUrl;
  mail: Mail;
  account: Pick<AccountService, 'endSessions'>;
  now: () => number;
};

/** A token's holder, with our id of the user. Keys that can't be had are no fault of the token. */
export function doorkeeper({ identity, session, account, log, isAgent }: Door): Doorkeeper {
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

/** Dependencies of the embedded provider. */
export function embeddedSettings(deps: EmbeddedIdentityDeps): EmbeddedIdentitySettings {
  const { config, secretKey, database, tasks, limits, siteUrl, mail, account, now } = deps;
  const enqueueLink = (queue: typeof sendResetLink, mailed: { to: string; link: string }) => {
    const task = { ...mailed, askedAt: new Date(now()).toISOString() };
    return inTransaction(database, (transaction) => tasks.enqueue(transaction, queue, task));
  };
  return {
    database,
    secretKey,
    siteUrl,
    guard: attemptGuard(limits, mail),
    https: isHttps(config),
    endSessions: account.endSessions,
    sendResetLink: (to, link) => enqueueLink(sendResetLink, { to, link }),
    sendVerifyLink: (to, link) => enqueueLink(sendVerifyLink, { to, link }),
  };
}

/** Hosts of the external sign-in; none when sign-in is here. */
export function identityHosts({ identity }: Config): string[] {
  if (identity.kind !== 'firebase') return [];
  if (identity.emulatorUrl) return [identity.emulatorUrl];
  return ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'];
}

/** True when the site is on https, so that cookies may require it. */
export function isHttps({ publicUrl }: Config): boolean {
  return publicUrl?.startsWith('https:') ?? false;
}
