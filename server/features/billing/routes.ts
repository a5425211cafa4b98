import { handle, type Route } from '#server/http/handle.ts';
import type { SiteUrl } from '#server/http/site-url.ts';
import type { User } from '#shared/contracts/account.ts';
import { createCheckoutSession, verifyPayment } from '#shared/contracts/billing.ts';
import type { BillingService } from './service.ts';

type Settings = { service: BillingService; readUser: (id: string) => Promise<User>; siteUrl: SiteUrl };

export function billingRoutes({ service, readUser, siteUrl }: Settings): Route[] {
  return [
    handle(createCheckoutSession, ({ caller, body, context }) =>
      service.startCheckout(caller, body, siteUrl(context.req.raw)),
    ),
    handle(verifyPayment, async ({ caller, body }) => {
      const plan = await service.verifyPayment(caller, body.sessionId);
      return { plan, user: await readUser(caller.subject) };
    }),
  ];
}
