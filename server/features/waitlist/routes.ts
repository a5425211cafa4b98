import { handle, type Route } from '#server/http/handle.ts';
import type { Limit } from '#server/http/limits.ts';
import { confirmWaitlist, joinWaitlist, leaveWaitlist } from '#shared/contracts/waitlist.ts';
import type { WaitlistService } from './service.ts';

export function waitlistRoutes(service: WaitlistService, limit: Limit): Route[] {
  return [
    handle(
      joinWaitlist,
      ({ body, caller, context }) => service.join(body, caller?.subject ?? null, context.get('address')),
      ({ context }) => limit.check(context.get('address')),
    ),
    handle(confirmWaitlist, ({ body }) => service.confirm(body.token)),
    handle(leaveWaitlist, ({ body }) => service.leave(body.token)),
  ];
}
