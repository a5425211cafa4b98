import { AppError } from '#server/app-error.ts';
import type { Claims } from '#server/integrations/identity/port.ts';
import type { Payments } from '#server/integrations/payments/port.ts';
import type { Plan } from '#shared/contracts/account.ts';
import type { Billing } from '#shared/contracts/billing.ts';
import { includesPlan } from '#shared/rules/plans.ts';
import { planNames } from '#shared/rules/prices.ts';
import { checkoutStarter } from './checkout.ts';
import type { CheckoutRepository } from './checkout-repository.ts';
import { describeBilling } from './describe-billing.ts';
import type { Hear } from './hearing.ts';
import type { BillingRepository } from './repository.ts';
import { sessionLook } from './session-look.ts';
import { available, subscriptionSwitch } from './subscription-switch.ts';
import { wordOfSession } from './word.ts';

export type BillingService = ReturnType<typeof billingService>;

type Settings = {
  repository: BillingRepository;
  checkouts: CheckoutRepository;
  payments: Payments;
  hear: Hear;
  randomId: () => string;
  now: () => Date;
};

export function billingService(settings: Settings) {
  const { repository, payments, hear, now } = settings;

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

  const look = sessionLook(settings);
  const setCancel = subscriptionSwitch(settings);
  const change = async (userId: string, cancel: boolean) => {
    await setCancel(userId, cancel);
    return readBilling(userId);
  };

  return {
    ...checkoutStarter(settings),

    /**
     * Grants the plan of a session that the provider says this caller has paid (design 7.3).
     * @throws AppError payment_session_unknown, payment_not_finished, payment_canceled, payment_refused,
     *   payment_not_counted, billing_unavailable.
     */
    async verifyPayment(caller: Claims, sessionId: string): Promise<Plan> {
      const { plan, session } = await look(caller.subject, sessionId);
      if (session.status === 'refused') throw new AppError('payment_refused');
      if (session.status === 'canceled') throw new AppError('payment_canceled');
      if (session.status !== 'paid') throw new AppError('payment_not_finished');
      if (!includesPlan(plan, session.plan))
        throw new AppError('payment_not_counted', { plan: planNames[plan] });
      return plan;
    },

    /** Looks at a session of which our own checkout page has just said that it ended. */
    async recordSession(sessionId: string): Promise<void> {
      await hear(async () => {
        const session = await payments.retrieveSession(sessionId);
        return session && wordOfSession(session, now());
      });
    },

    /** What the caller has paid for. @throws AppError sync_refused. */
    readBilling,

    /** Ends the subscription with the period that is paid. @throws AppError subscription_missing, billing_unavailable. */
    cancel: (userId: string): Promise<Billing> => change(userId, true),

    /** Takes a cancellation back. @throws AppError subscription_missing, billing_unavailable. */
    resume: (userId: string): Promise<Billing> => change(userId, false),

    /** The provider's page for this customer. @throws AppError portal_unavailable, billing_unavailable. */
    async openPortal(userId: string, returnUrl: string): Promise<{ url: string }> {
      const customerId = (await repository.findBuyer(userId))?.billingCustomerId;
      if (!customerId || !payments.createPortalUrl) throw new AppError('portal_unavailable');
      return { url: await available(payments.createPortalUrl(customerId, returnUrl)) };
    },
  };
}
