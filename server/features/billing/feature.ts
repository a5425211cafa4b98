import { randomUUID } from 'node:crypto';
import type { Hono } from 'hono';
import type { Logger } from 'pino';
import { AppError } from '#server/app-error.ts';
import type { Database } from '#server/database/connect.ts';
import { handle, type Route, type Variables } from '#server/http/handle.ts';
import type { Limits } from '#server/http/limits.ts';
import type { SiteUrl } from '#server/http/site/site-url.ts';
import type { Caller } from '#server/integrations/identity/port.ts';
import type { Mail } from '#server/integrations/mail/port.ts';
import type { Payments } from '#server/integrations/payments/port.ts';
import { mailWork } from '#server/mail/mail-work.ts';
import type { Queue, Tasks } from '#server/tasks/tasks.ts';
import type { User } from '#shared/contracts/account.ts';
import {
  cancelSubscription,
  createCheckoutSession,
  openBillingPortal,
  readBilling,
  resumeSubscription,
  verifyPayment,
} from '#shared/contracts/billing.ts';
import type { CallProvider } from './checkout.ts';
import { eventRepository, paymentEventService, webhookRoutes } from './events.ts';
import { billingLedger, snapshotSync } from './ledger.ts';
import { billingLetters, billingMailDelivery, mailRepository } from './receipts.ts';
import { reconciliation } from './reconcile.ts';
import { billingRepository, checkoutRepository } from './repository.ts';
import { secondSubscriptionEnding } from './second-subscription.ts';
import { type BillingService, billingService } from './service.ts';

/** Handles a stored event of the payment provider; its key is the event's id. */
const handlePaymentEvent: Queue<{ id: string }> = {
  name: 'handle-payment-event',
  onePerKey: false,
  oneUnfinishedPerKey: true,
  patient: true,
};
/** Polls the payment provider for changes it did not report. */
export const reconcilePayments: Queue<Record<string, never>> = {
  name: 'reconcile-payments',
  onePerKey: true,
};
/** Sends one stored letter about a payment. */
const sendBillingMail: Queue<{ id: string }> = {
  name: 'send-billing-mail',
  onePerKey: false,
  patient: true,
};

/** Ends all but one of a buyer's subscriptions. */
const endSecondSubscription: Queue<{ userId: string }> = {
  name: 'end-second-subscription',
  onePerKey: true,
  patient: true,
};

export const billingQueues = [handlePaymentEvent, reconcilePayments, sendBillingMail, endSecondSubscription];

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
  recordSession: BillingService['recordSession'];
  prices: Payments['prices'];
  /** Ends the subscription with the period that is paid. @throws AppError subscription_missing, billing_unavailable. */
  cancelSubscription: BillingService['cancel'];
};

/** Sells plans: checkouts, the provider's events, receipts. */
export async function billingFeature(deps: BillingFeatureDeps): Promise<BillingFeature> {
  const { provider: payments, log, database, tasks, limits, siteUrl, mail, supportEmail, readUser } = deps;
  const now = () => new Date(deps.now());
  const callProvider: CallProvider = (code, call) =>
    call.catch((cause) => {
      log.warn({ err: cause }, 'a call to the payment provider failed');
      throw new AppError(code, {}, { cause });
    });
  const letters = billingLetters({
    enqueueMail: (transaction, id) => tasks.enqueue(transaction, sendBillingMail, { id }),
    now,
  });
  const { origin } = payments;
  const ledger = billingLedger({
    database,
    letters,
    origin,
    endSecond: (transaction, userId) => tasks.enqueue(transaction, endSecondSubscription, { userId }, userId),
    now,
  });
  const syncSnapshot = snapshotSync(ledger);
  const repository = billingRepository(database, origin);
  const checkouts = checkoutRepository(database, origin);
  const service = billingService({
    repository,
    checkouts,
    payments,
    callProvider,
    syncSnapshot,
    randomId: randomUUID,
    now,
  });
  const events = paymentEventService({
    payments,
    repository: eventRepository(database, origin),
    syncSnapshot,
    enqueueEvent: (transaction, id) => tasks.enqueue(transaction, handlePaymentEvent, { id }, id),
    now,
  });
  const reconcile = reconciliation({
    database,
    payments,
    syncSnapshot,
    requestUnhandled: events.requestUnhandled,
    derive: ledger.derive,
    now,
    warn: (err) => log.warn({ err }, 'a payment or subscription could not be read again'),
  });
  const deliver = billingMailDelivery({
    repository: mailRepository(database),
    mail,
    siteUrl,
    supportEmail,
    isTest: origin !== 'stripe-live',
    now,
  });
  // Events come in bursts and wait for the provider; a slow one blocks only its batch.
  await tasks.work(handlePaymentEvent, ({ id }) => events.handle(id), { atOnce: 2, batch: 6 });
  await tasks.work(reconcilePayments, () => reconcile());
  await tasks.work(sendBillingMail, ({ id }, _signal, isLastTry) => deliver(id, isLastTry), mailWork);
  const endSecond = secondSubscriptionEnding({ repository, payments, syncSnapshot, now });
  await tasks.work(endSecondSubscription, ({ userId }) => endSecond(userId));
  await tasks.schedule(reconcilePayments, '*/5 * * * *');
  return {
    routes: billingRoutes({ service, readUser, siteUrl, limits }),
    webhook: payments.verifyEvent ? webhookRoutes(events, payments.isSignedNow) : null,
    recordSession: service.recordSession,
    prices: payments.prices,
    cancelSubscription: service.cancel,
  };
}

type BillingRoutesDeps = {
  service: BillingService;
  readUser: (caller: Caller) => Promise<User>;
  siteUrl: SiteUrl;
  limits: Limits;
};

/** Return URL from the provider's portal. */
const billingPage = '/startup-spark-suite/billing';

function billingRoutes({ service, readUser, siteUrl, limits }: BillingRoutesDeps): Route[] {
  // The payment provider limits the calls of all users together.
  const changes = limits('billing-change', 20, 60);
  const reads = limits('verify-payment', 30, 60);
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
      ({ caller }) => reads.take(caller.subject),
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
