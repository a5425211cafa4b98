import type { Hono } from 'hono';
import type { Logger } from 'pino';
import type { Database } from '#server/database/connect.ts';
import { handle, type Route, type Variables } from '#server/http/handle.ts';
import type { Limits } from '#server/http/limits.ts';
import type { SiteUrl } from '#server/http/site/site-url.ts';
import type { Caller } from '#server/integrations/identity/port.ts';
import type { Mail } from '#server/integrations/mail/port.ts';
import type { Payments } from '#server/integrations/payments/port.ts';
import { mailWork } from '#server/mail/mail-work.ts';
import type { Tasks } from '#server/tasks/tasks.ts';
import type { User } from '#shared/contracts/account.ts';
import * as contract from '#shared/contracts/billing.ts';
import { sendBillingMail, sendBillingMailQueue } from './billing-mails.ts';
import { openPortal, readBilling } from './billing-page.ts';
import { startCheckout, verifyPayment } from './checkout.ts';
import { handlePaymentEvent, handlePaymentEventQueue, webhookRoutes } from './payment-events.ts';
import { reconcilePayments, reconcilePaymentsQueue } from './reconcile.ts';
import { endSecondSubscription, setCancelAtPeriodEnd } from './subscriptions.ts';
import { type BillingDeps, endSecondSubscriptionQueue, syncSession } from './sync-snapshot.ts';

export const billingQueues = [
  handlePaymentEventQueue,
  reconcilePaymentsQueue,
  sendBillingMailQueue,
  endSecondSubscriptionQueue,
];

type BillingFeatureDeps = {
  /** The provider as configured. */
  provider: Payments;
  log: Logger;
  database: Database;
  tasks: Tasks;
  limits: Limits;
  siteUrl: SiteUrl;
  mail: Mail;
  supportEmail: string;
  readUser: (caller: Caller) => Promise<User>;
  now: () => number;
};

type BillingFeature = {
  routes: Route[];
  /** The provider's webhook; null when the provider has none. */
  webhook: Hono<{ Variables: Variables }> | null;
  /** Syncs a session that ended on our own checkout page. */
  recordSession: (sessionId: string) => Promise<void>;
  prices: Payments['prices'];
  /** Ends the subscription with the period that is paid. @throws AppError subscription_missing, billing_unavailable. */
  cancelSubscription: (userId: string) => Promise<void>;
};

/** Sells plans: checkouts, the provider's events, receipts. */
export async function billingFeature(feature: BillingFeatureDeps): Promise<BillingFeature> {
  const { provider: payments, tasks } = feature;
  const now = () => new Date(feature.now());
  const deps = { ...feature, payments, now };
  // Events come in bursts and wait for the provider; a slow one blocks only its batch.
  const batches = { atOnce: 2, batch: 6 };
  await tasks.work(handlePaymentEventQueue, ({ id }) => handlePaymentEvent(deps, id), batches);
  await tasks.work(reconcilePaymentsQueue, () => reconcilePayments(deps));
  await tasks.work(
    sendBillingMailQueue,
    ({ id }, _signal, isLastTry) => sendBillingMail(deps, id, isLastTry),
    mailWork,
  );
  await tasks.work(endSecondSubscriptionQueue, ({ userId }) => endSecondSubscription(deps, userId));
  await tasks.schedule(reconcilePaymentsQueue, '*/5 * * * *');
  return {
    routes: billingRoutes(deps),
    webhook: payments.verifyEvent ? webhookRoutes(deps) : null,
    recordSession: async (id) => {
      await syncSession(deps, () => payments.retrieveSession(id));
    },
    prices: payments.prices,
    cancelSubscription: (userId) => setCancelAtPeriodEnd(deps, userId, true),
  };
}

/** Return URL from the provider's portal. */
const billingPage = '/startup-spark-suite/billing';

function billingRoutes(
  deps: BillingDeps & Pick<BillingFeatureDeps, 'readUser' | 'siteUrl' | 'limits'>,
): Route[] {
  const { readUser, siteUrl, limits } = deps;
  // The payment provider limits the calls of all users together.
  const changes = limits('billing-change', 20, 60);
  const reads = limits('verify-payment', 30, 60);
  const setCancel = async ({ subject }: Caller, cancel: boolean) => {
    await changes.take(subject);
    await setCancelAtPeriodEnd(deps, subject, cancel);
    return readBilling(deps, subject);
  };
  return [
    handle(
      contract.createCheckoutSession,
      ({ caller, body, context }) => startCheckout(deps, caller, body, siteUrl(context.req.raw)),
      ({ caller }) => changes.take(caller.subject),
    ),
    handle(
      contract.verifyPayment,
      async ({ caller, body }) => {
        const plan = await verifyPayment(deps, caller, body.sessionId);
        return { plan, user: await readUser(caller) };
      },
      ({ caller }) => reads.take(caller.subject),
    ),
    handle(contract.readBilling, ({ caller }) => readBilling(deps, caller.subject)),
    handle(contract.cancelSubscription, ({ caller }) => setCancel(caller, true)),
    handle(contract.resumeSubscription, ({ caller }) => setCancel(caller, false)),
    handle(contract.openBillingPortal, async ({ caller, context }) => {
      await changes.take(caller.subject);
      return openPortal(deps, caller.subject, siteUrl(context.req.raw) + billingPage);
    }),
  ];
}
