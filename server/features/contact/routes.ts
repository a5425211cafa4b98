import { handle, type Route } from '#server/http/handle.ts';
import type { Limit } from '#server/http/limits.ts';
import { requestDemo, sendEmail } from '#shared/contracts/contact.ts';
import type { ContactService } from './service.ts';

export function contactRoutes(service: ContactService, limit: Limit): Route[] {
  return [
    handle(
      sendEmail,
      ({ body, context }) => service.sendMessage(body, context.get('address')),
      ({ context }) => limit.check(context.get('address')),
    ),
    handle(
      requestDemo,
      ({ body, context }) => service.requestDemo(body, context.get('address')),
      ({ context }) => limit.check(context.get('address')),
    ),
  ];
}
