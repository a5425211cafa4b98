import type { Logger } from 'pino';
import { AppError } from '#server/app-error.ts';
import type { Doorkeeper } from '#server/http/handle.ts';
import type { SessionCookie } from '#server/http/session-cookie.ts';
import type { Identity } from '#server/integrations/identity/port.ts';
import type { AccountService } from './service.ts';

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
