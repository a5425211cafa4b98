import { handle, type Route } from '#server/http/handle.ts';
import { requestDemo, sendEmail } from '#shared/contracts/contact.ts';
import type { ContactService } from './service.ts';

export function contactRoutes(service: ContactService): Route[] {
  return [
    handle(sendEmail, ({ body, context }) => service.sendMessage(body, context.get('address'))),
    handle(requestDemo, ({ body, context }) => service.requestDemo(body, context.get('address'))),
  ];
}
