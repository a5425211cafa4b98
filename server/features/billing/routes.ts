import { handle, type Route } from '#server/http/handle.ts';
import type { Limits } from '#server/http/limits.ts';
import type { SiteUrl } from '#server/http/site/site-url.ts';
import type { Caller } from '#server/integrations/identity/port.ts';
import type { User } from '#shared/contracts/account.ts';
import {
  cancelSubscription,
  createCheckoutSession,
  openBillingPortal,
  readBilling,
  resumeSubscription,
  verifyPayment,
} from '#shared/contracts/billing.ts';
import type { BillingService } from './service.ts';

type BillingRoutesDeps = {
  service: BillingService;
  readUser: (caller: Caller) => Promise<User>;
  siteUrl: SiteUrl;
  limits: Limits;
};

/** Return URL from the provider's portal. */
const billingPage = '/startup-spark-suite/billing';

export function billingRoutes({ service, readUser, siteUrl, limits }: BillingRoutesDeps): Route[] {
  // Each asks the payment provider, which allows all of us together only so much.
  const changes = limits('billing-change', 20, 60);
  const looks = limits('verify-payment', 30, 60);
  return [
    handle(
      createCheckoutSession,
      ({ caller, body, context }) => service.startCheckout(caller, body, siteUrl(context.req.raw)),
      ({ caller }) => changes.take(caller.subject),
    ),
    handle(
      verifyPayment,
      async ({ caller, body }) => {
        const plan = await service.verifyPayment(caller, body.sessionId);
        return { plan, user: await readUser(caller) };
      },
      ({ caller }) => looks.take(caller.subject),
    ),
    handle(readBilling, ({ caller }) => service.readBilling(caller.subject)),
    handle(cancelSubscription, async ({ caller }) => {
      await changes.take(caller.subject);
      return service.cancel(caller.subject);
    }),
    handle(resumeSubscription, async ({ caller }) => {
      await changes.take(caller.subject);
      return service.resume(caller.subject);
    }),
    handle(openBillingPortal, async ({ caller, context }) => {
      await changes.take(caller.subject);
      return service.openPortal(caller.subject, siteUrl(context.req.raw) + billingPage);
    }),
  ];
}
