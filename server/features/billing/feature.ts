import { randomUUID } from 'node:crypto';
import type { Hono } from 'hono';
import type { Logger } from 'pino';
import type { Database } from '#server/database/connect.ts';
import type { Route } from '#server/http/handle.ts';
import type { Limits } from '#server/http/limits.ts';
import type { SiteUrl } from '#server/http/site-url.ts';
import type { Caller } from '#server/integrations/identity/port.ts';
import type { Mail } from '#server/integrations/mail/port.ts';
import type { Payments } from '#server/integrations/payments/port.ts';
import type { Tasks } from '#server/tasks/tasks.ts';
import type { User } from '#shared/contracts/account.ts';
import { checkoutRepository } from './checkout-repository.ts';
import { duePayments } from './due-payments.ts';
import { dueRepository } from './due-repository.ts';
import { eventRepository } from './event-repository.ts';
import { type PaymentEventService, paymentEventService } from './events.ts';
import { billingLedger } from './ledger.ts';
import { billingLetters } from './letters.ts';
import { billingMailDelivery } from './mails/delivery.ts';
import { mailRepository } from './mails/mail-repository.ts';
import { paymentChecks } from './payment-checks.ts';
import { reconciliation } from './reconcile.ts';
import { reportedPayments } from './reported-payments.ts';
import { billingRepository } from './repository.ts';
import { billingRoutes } from './routes.ts';
import { type BillingService, billingService } from './service.ts';
import { type SyncSnapshot, snapshotSync } from './sync-snapshot.ts';
import { handlePaymentEvent, reconcilePayments, sendBillingMail, workBillingTasks } from './tasks.ts';
import { webhookRoutes } from './webhook.ts';

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
  return {
    routes: billingRoutes({ service, readUser, siteUrl, limits }),
    webhook: payments.verifyEvent ? webhookRoutes(events) : null,
    recordSession: service.recordSession,
    prices: payments.prices,
  };
}

type ReconciliationTaskDeps = Pick<BillingFeatureDeps, 'database' | 'log'> & {
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
