import { randomUUID } from 'node:crypto';
import type { Hono } from 'hono';
import type { Logger } from 'pino';
import type { Database } from '#server/database/connect.ts';
import type { Route } from '#server/http/handle.ts';
import type { Limits } from '#server/http/limits.ts';
import type { SiteUrl } from '#server/http/site/site-url.ts';
import type { Caller } from '#server/integrations/identity/port.ts';
import type { Mail } from '#server/integrations/mail/port.ts';
import type { Payments } from '#server/integrations/payments/port.ts';
import type { Tasks } from '#server/tasks/tasks.ts';
import type { User } from '#shared/contracts/account.ts';
import { eventRepository, paymentEventService, webhookRoutes } from './events.ts';
import { billingLedger, snapshotSync } from './ledger.ts';
import { billingMailDelivery, mailRepository } from './mails/delivery.ts';
import { billingLetters } from './mails/letters.ts';
import { reconciliation } from './reconcile.ts';
import { billingRepository, checkoutRepository } from './repository.ts';
import { billingRoutes } from './routes.ts';
import { type BillingService, billingService } from './service.ts';
import { handlePaymentEvent, reconcilePayments, sendBillingMail, workBillingTasks } from './tasks.ts';

type BillingFeatureDeps = {
  /** The provider as configured. */
  provider: Payments;
  log: Logger;
  database: Database;
  tasks: Tasks;
  limits: Limits;
  siteUrl: SiteUrl;
  mail: Mail;
  readUser: (caller: Caller) => Promise<User>;
  now: () => number;
};

type BillingFeature = {
  routes: Route[];
  /** The provider's webhook; null when the provider has none. */
  webhook: Hono | null;
  recordSession: BillingService['recordSession'];
  prices: Payments['prices'];
};

export const billingQueues = [handlePaymentEvent, reconcilePayments, sendBillingMail];

/** Plans that are sold: checkouts, what the provider reports, receipts. */
export async function billingFeature(deps: BillingFeatureDeps): Promise<BillingFeature> {
  const { provider, log, database, tasks, limits, siteUrl, mail, readUser } = deps;
  const now = () => new Date(deps.now());
  const report = (err: unknown) => log.warn({ err }, 'the payment provider did not do what it was asked for');
  const payments = reportedPayments(provider, report);
  const letters = billingLetters({
    enqueueMail: (transaction, id) => tasks.enqueue(transaction, sendBillingMail, { id }),
    now,
  });
  const { origin } = provider;
  const ledger = billingLedger({ database, letters, origin, now });
  const syncSnapshot = snapshotSync(ledger);
  const repository = billingRepository(database, origin);
  const checkouts = checkoutRepository(database, origin);
  const service = billingService({
    repository,
    checkouts,
    payments,
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
  await workBillingTasks(tasks, {
    handleEvent: events.handle,
    reconcile: reconciliation({
      database,
      payments,
      syncSnapshot,
      requestUnhandled: events.requestUnhandled,
      derive: ledger.derive,
      now,
      warn: (err) => log.warn({ err }, 'a payment or subscription could not be looked at again'),
    }),
    deliver: billingMailDelivery({
      repository: mailRepository(database),
      mail,
      siteUrl,
      isTest: origin !== 'stripe-live',
      now,
    }),
  });
  return {
    routes: billingRoutes({ service, readUser, siteUrl, limits }),
    webhook: payments.verifyEvent ? webhookRoutes(events) : null,
    recordSession: service.recordSession,
    prices: payments.prices,
  };
}

/** The same provider with its failures reported to the operator. */
function reportedPayments(payments: Payments, report: (error: unknown) => void): Payments {
  const reported = <T>(asked: Promise<T>): Promise<T> =>
    asked.catch((error) => {
      report(error);
      throw error;
    });
  const { createPortalUrl, readEvent, retrieveReversals } = payments;
  return {
    ...payments,
    createCheckoutSession: (request) => reported(payments.createCheckoutSession(request)),
    retrieveSession: (id) => reported(payments.retrieveSession(id)),
    expireSession: (id) => reported(payments.expireSession(id)),
    retrieveSubscription: (id) => reported(payments.retrieveSubscription(id)),
    setCancelAtPeriodEnd: (id, cancel) => reported(payments.setCancelAtPeriodEnd(id, cancel)),
    ...(createPortalUrl && {
      createPortalUrl: (customer, returnUrl) => reported(createPortalUrl(customer, returnUrl)),
    }),
    ...(retrieveReversals && { retrieveReversals: (id) => reported(retrieveReversals(id)) }),
    ...(readEvent && { readEvent: (event) => reported(readEvent(event)) }),
  };
}
