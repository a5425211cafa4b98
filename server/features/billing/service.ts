import { AppError } from '#server/app-error.ts';
import type { Claims } from '#server/integrations/identity/port.ts';
import type { CheckoutSession, Payments } from '#server/integrations/payments/port.ts';
import type { Plan } from '#shared/contracts/account.ts';
import type { Billing, PaymentOrigin, PaymentReceipt } from '#shared/contracts/billing.ts';
import { includesPlan, planNames } from '#shared/rules/billing/plans.ts';
import { type CallProvider, checkoutStarter } from './checkout.ts';
import type { SyncSnapshot } from './ledger.ts';
import { hasPro, paymentState, withheldBy } from './plan-rule.ts';
import type { BillingRepository, CheckoutRepository, PaymentFacts, SubscriptionRow } from './repository.ts';
import { snapshotOfSession, snapshotOfSubscription } from './snapshot.ts';

export type BillingService = ReturnType<typeof billingService>;

type BillingServiceDeps = {
  repository: BillingRepository;
  checkouts: CheckoutRepository;
  payments: Payments;
  callProvider: CallProvider;
  syncSnapshot: SyncSnapshot;
  randomId: () => string;
  now: () => Date;
};

export function billingService(deps: BillingServiceDeps) {
  const { repository, payments, callProvider, syncSnapshot, now } = deps;

  async function readBilling(userId: string): Promise<Billing> {
    const buyer = await repository.findBuyer(userId);
    if (!buyer) throw new AppError('sync_refused');
    return describeBilling({
      plan: buyer.plan,
      origin: payments.origin,
      payments: await repository.listPayments(userId),
      subscriptions: await repository.listSubscriptions(userId),
      now: now(),
      hasPortal: payments.createPortalUrl !== undefined && buyer.billingCustomerId !== null,
    });
  }

  /** Syncs a session of one user. @throws AppError payment_session_unknown for any other. */
  async function syncSession(userId: string, sessionId: string) {
    const found: { session?: CheckoutSession } = {};
    const plan = await syncSnapshot(async () => {
      const session = await callProvider('billing_unavailable', payments.retrieveSession(sessionId));
      if (session?.userId !== userId) throw new AppError('payment_session_unknown');
      found.session = session;
      return snapshotOfSession(session, now());
    });
    if (!plan || !found.session) throw new AppError('sync_refused');
    return { plan, session: found.session };
  }

  const setCancel = subscriptionSwitch(deps);
  const change = async (userId: string, cancel: boolean) => {
    await setCancel(userId, cancel);
    return readBilling(userId);
  };

  return {
    ...checkoutStarter(deps),

    /**
     * Grants the plan of a session that the provider says this caller has paid (design 7.3).
     * @throws AppError payment_session_unknown, payment_not_finished, payment_canceled, payment_refused,
     *   payment_not_counted, billing_unavailable.
     */
    async verifyPayment(caller: Claims, sessionId: string): Promise<Plan> {
      const { plan, session } = await syncSession(caller.subject, sessionId);
      if (session.status === 'refused') throw new AppError('payment_refused');
      if (session.status === 'canceled') throw new AppError('payment_canceled');
      if (session.status !== 'paid') throw new AppError('payment_not_finished');
      if (!includesPlan(plan, session.plan))
        throw new AppError('payment_not_counted', { plan: planNames[plan] });
      return plan;
    },

    /** Syncs a session that ended on our own checkout page. */
    async recordSession(sessionId: string): Promise<void> {
      await syncSnapshot(async () => {
        const session = await payments.retrieveSession(sessionId);
        return session && snapshotOfSession(session, now());
      });
    },

    /** The caller's purchases. @throws AppError sync_refused. */
    readBilling,

    /** Ends the subscription with the period that is paid. @throws AppError subscription_missing, billing_unavailable. */
    cancel: (userId: string): Promise<Billing> => change(userId, true),

    /** Takes a cancellation back. @throws AppError subscription_missing, billing_unavailable. */
    resume: (userId: string): Promise<Billing> => change(userId, false),

    /** The provider's page for this customer. @throws AppError portal_unavailable, billing_unavailable. */
    async openPortal(userId: string, returnUrl: string): Promise<{ url: string }> {
      const customerId = (await repository.findBuyer(userId))?.billingCustomerId;
      if (!customerId || !payments.createPortalUrl) throw new AppError('portal_unavailable');
      const url = await callProvider('billing_unavailable', payments.createPortalUrl(customerId, returnUrl));
      if (!url) throw new AppError('portal_unavailable');
      return { url };
    },
  };
}

type BillingFacts = {
  plan: Plan;
  /** Provider whose payments count. */
  origin: PaymentOrigin;
  payments: PaymentFacts[];
  subscriptions: SubscriptionRow[];
  hasPortal: boolean;
  now: Date;
};

/** Billing as the API returns it, newest first. */
function describeBilling(known: BillingFacts): Billing {
  const { plan, origin, payments, hasPortal } = known;
  const counted = payments.filter((payment) => payment.origin === origin);
  return {
    plan,
    hasPro: hasPro(counted),
    subscription: describeSubscriptions({ ...known, payments: counted }),
    hasPortal,
    receipts: payments.map((payment) => toReceipt(payment, origin)),
  };
}

/** All as one, because they are canceled together. A granting one comes first, then a running one. */
function describeSubscriptions({ payments, subscriptions, now }: BillingFacts): Billing['subscription'] {
  const described = subscriptions.map((row) => ({ row, why: withheldBy(payments, row, now) }));
  const running = described.filter(({ row }) => row.state !== 'ended');
  const { row, why } = running.find((one) => one.why === null) ?? running[0] ?? described[0] ?? {};
  if (!row) return null;
  const shown = running.length > 0 ? running.map((one) => one.row) : [row];
  return {
    state: row.state,
    currentPeriodEnd: row.currentPeriodEnd.toISOString(),
    cancelAtPeriodEnd: shown.every(({ cancelAtPeriodEnd }) => cancelAtPeriodEnd),
    ...(why && why !== 'ended' && { withheld: why }),
  };
}

function toReceipt(payment: PaymentFacts, origin: PaymentOrigin): PaymentReceipt {
  const { id, plan, amount, currency, refundedAmount, receiptUrl } = payment;
  return {
    id,
    plan,
    amount,
    currency,
    state: paymentState(payment),
    refundedAmount,
    paidAt: payment.paidAt.toISOString(),
    receiptUrl,
    ...(payment.origin !== origin && {
      elsewhere: payment.origin === 'stripe-live' ? ('real' as const) : ('test' as const),
    }),
  };
}

/** Cancels or resumes all running subscriptions, and syncs the result. */
function subscriptionSwitch(deps: BillingServiceDeps) {
  const { repository, payments, callProvider, syncSnapshot } = deps;
  const listRunning = async (userId: string) =>
    (await repository.listSubscriptions(userId)).filter(({ state }) => state !== 'ended');

  async function change(id: string, cancel: boolean): Promise<void> {
    let isSent = false;
    let isDone = false;
    const set = () => {
      isSent = true;
      return payments.setCancelAtPeriodEnd(id, cancel);
    };
    await syncSnapshot(async () => {
      const read = () => payments.retrieveSubscription(id);
      // The change may have succeeded without a response; a second read shows it.
      const subscription = await callProvider('billing_unavailable', isSent ? read() : set().catch(read));
      isDone = !subscription || subscription.state === 'ended' || subscription.cancelAtPeriodEnd === cancel;
      return subscription && snapshotOfSubscription(subscription);
    });
    if (!isDone) throw new AppError('billing_unavailable');
  }

  return async (userId: string, cancel: boolean): Promise<void> => {
    for (const { id } of await listRunning(userId)) await change(id, cancel);
    if ((await listRunning(userId)).length === 0) throw new AppError('subscription_missing');
  };
}
