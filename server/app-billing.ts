import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import type { Logger } from 'pino';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/database/connect.ts';
import { checkoutRepository, findSoldPlan } from '#server/features/billing/checkout-repository.ts';
import { duePayments } from '#server/features/billing/due-payments.ts';
import { dueRepository } from '#server/features/billing/due-repository.ts';
import { eventRepository } from '#server/features/billing/event-repository.ts';
import { type PaymentEventService, paymentEventService } from '#server/features/billing/events.ts';
import { billingLedger } from '#server/features/billing/ledger.ts';
import { billingLetters } from '#server/features/billing/letters.ts';
import { billingMailDelivery } from '#server/features/billing/mails/delivery.ts';
import { mailRepository } from '#server/features/billing/mails/mail-repository.ts';
import { paymentChecks } from '#server/features/billing/payment-checks.ts';
import { reconciliation } from '#server/features/billing/reconcile.ts';
import { reportedPayments } from '#server/features/billing/reported-payments.ts';
import { billingRepository } from '#server/features/billing/repository.ts';
import { billingRoutes } from '#server/features/billing/routes.ts';
import { billingService } from '#server/features/billing/service.ts';
import { type SyncSnapshot, snapshotSync } from '#server/features/billing/sync-snapshot.ts';
import {
  handlePaymentEvent,
  reconcilePayments,
  sendBillingMail,
  workBillingTasks,
} from '#server/features/billing/tasks.ts';
import { webhookRoutes } from '#server/features/billing/webhook.ts';
import type { Route } from '#server/http/handle.ts';
import type { Limits } from '#server/http/limits.ts';
import type { SiteUrl } from '#server/http/site-url.ts';
import type { Caller } from '#server/integrations/identity/port.ts';
import type { Mail } from '#server/integrations/mail/port.ts';
import type { Payments } from '#server/integrations/payments/port.ts';
import { hasTestCheckout, selectPayments } from '#server/integrations/payments/select.ts';
import { testCheckoutRoutes } from '#server/integrations/payments/test-checkout.ts';
import type { Tasks } from '#server/tasks/tasks.ts';
import type { User } from '#shared/contracts/account.ts';

type BillingFeaturesDeps = {
  config: Config;
  overrides: { payments?: Payments };
  log: Logger;
  database: Database;
  tasks: Tasks;
  limits: Limits;
  siteUrl: SiteUrl;
  mail: Mail;
  readUser: (caller: Caller) => Promise<User>;
  now: () => number;
};

type BillingFeatures = {
  routes: Route[];
  /** Routes outside our own pages: the webhook and the test checkout. */
  pages: Hono;
  prices: Payments['prices'];
};

export const billingQueues = [handlePaymentEvent, reconcilePayments, sendBillingMail];

/** The part of the application that sells plans: checkouts, what the provider reports, receipts. */
export async function createBillingFeatures(deps: BillingFeaturesDeps): Promise<BillingFeatures> {
  const { config, overrides, log, database, tasks, limits, siteUrl, mail, readUser } = deps;
  const now = () => new Date(deps.now());
  const dependencies = {
    database,
    randomId: randomUUID,
    now: deps.now,
    findSoldPlan: (priceId: string) => findSoldPlan(database, priceId),
    onRefused: (reason: string) => log.warn({ reason }, 'a payment was refused'),
  };
  const provider = overrides.payments ?? (await selectPayments(config.payments, dependencies));
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
    reconcile: reconciliationTask({
      database,
      payments,
      syncSnapshot,
      events,
      log,
      now,
      derive: ledger.derive,
    }),
    deliver: billingMailDelivery({
      repository: mailRepository(database),
      mail,
      siteUrl,
      isTest: origin !== 'stripe-live',
      now,
    }),
  });
  const pages = new Hono();
  if (payments.verifyEvent) pages.route('/', webhookRoutes(events));
  if (hasTestCheckout(provider)) pages.route('/', testCheckoutRoutes(provider, service.recordSession));
  return { routes: billingRoutes({ service, readUser, siteUrl, limits }), pages, prices: payments.prices };
}

type ReconciliationTaskDeps = Pick<BillingFeaturesDeps, 'database' | 'log'> & {
  payments: Payments;
  syncSnapshot: SyncSnapshot;
  events: PaymentEventService;
  derive: (userId: string) => Promise<void>;
  now: () => Date;
};

function reconciliationTask({
  database,
  payments,
  syncSnapshot,
  events,
  log,
  now,
  derive,
}: ReconciliationTaskDeps) {
  const { origin } = payments;
  const warn = (err: unknown) => log.warn({ err }, 'a payment or subscription could not be looked at again');
  const asking = { payments, syncSnapshot, now, warn };
  return reconciliation({
    ...asking,
    repository: dueRepository(database, origin),
    checkPayments: paymentChecks({ ...asking, repository: duePayments(database, origin), derive }),
    requestUnhandled: events.requestUnhandled,
  });
}
