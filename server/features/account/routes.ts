import { handle, type Route } from '#server/http/handle.ts';
import { syncUser } from '#shared/contracts/account.ts';
import type { AccountService } from './service.ts';

export function accountRoutes(service: AccountService): Route[] {
  return [handle(syncUser, ({ caller, body }) => service.syncUser(caller, body))];
}
