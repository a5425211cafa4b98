import { handle, type Route } from '#server/http/handle.ts';
import type { SessionCookie } from '#server/http/session-cookie.ts';
import { endSession, syncUser } from '#shared/contracts/account.ts';
import type { AccountService } from './service.ts';

export function accountRoutes(service: AccountService, session: SessionCookie): Route[] {
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
