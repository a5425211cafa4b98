import { AppError } from '#server/app-error.ts';
import type { Claims } from '#server/integrations/identity/port.ts';
import type { CheckoutMode, Payments } from '#server/integrations/payments/port.ts';
import { paidPlan } from '#shared/contracts/billing.ts';
import { checkoutModes, includesPlan } from '#shared/rules/plans.ts';
import type { CheckoutRepository } from './checkout-repository.ts';
import { atProvider, checkoutSteps } from './checkout-steps.ts';
import type { Hear } from './hearing.ts';
import type { BillingRepository } from './repository.ts';
import { wordOfSubscription } from './word.ts';

type CheckoutBody = { priceId: string; userId: string; mode: CheckoutMode };

type Settings = {
  repository: BillingRepository;
  checkouts: CheckoutRepository;
  payments: Payments;
  hear: Hear;
  randomId: () => string;
  now: () => Date;
};

/** Steps to the provider's page: starting, going on, and what others did meanwhile. */
const attempts = 8;

/** How a checkout is started: the part of the service that leads to the provider's page. */
export function checkoutStarter(settings: Settings) {
  const { repository, checkouts, payments, hear } = settings;
  const goOn = checkoutSteps(settings);

  /** A second subscription would be paid for nothing. What is known of the first may be old. */
  async function refuseSecond(userId: string, isGoingOn: boolean): Promise<void> {
    const listRunning = async () =>
      (await repository.listSubscriptions(userId)).filter(({ state }) => state !== 'ended');
    const running = await listRunning();
    for (const { id } of running)
      await hear(async () => {
        const found = await atProvider(payments.retrieveSubscription(id));
        return found && wordOfSubscription(found);
      });
    // The first payment of an open checkout may have failed: it goes on there.
    const isSecond = (await listRunning()).some(({ state }) => state !== 'waiting' || !isGoingOn);
    if (isSecond) throw new AppError('subscription_running');
  }

  return {
    /**
     * Starts a checkout at the provider for the caller and nobody else; goes on with the one that is open.
     * @throws AppError foreign_user, checkout_price_unknown, checkout_not_needed, subscription_running, sync_refused,
     *   payment_not_finished while an earlier payment is on its way, checkout_session_failed.
     */
    async startCheckout(caller: Claims, body: CheckoutBody, siteUrl: string): Promise<{ url: string }> {
      const { subject: userId } = caller;
      if (body.userId !== userId) throw new AppError('foreign_user');
      const plan = paidPlan.options.find((name) => payments.prices[name] === body.priceId);
      if (!plan || checkoutModes[plan] !== body.mode) throw new AppError('checkout_price_unknown');
      for (let attempt = 1; attempt <= attempts; attempt += 1) {
        const buyer = await repository.findBuyer(userId);
        if (!buyer) throw new AppError('sync_refused');
        if (includesPlan(buyer.plan, plan)) throw new AppError('checkout_not_needed');
        const checkout = await checkouts.findOpenCheckout({ userId, plan });
        if (plan === 'developer') await refuseSecond(userId, checkout !== null);
        const customerId = buyer.billingCustomerId;
        const request = { ...toRequest(caller, siteUrl), plan, mode: body.mode, customerId };
        const url = await goOn(checkout, { ...request, priceId: body.priceId });
        if (url) return { url };
      }
      throw new AppError('checkout_session_failed');
    },
  };
}

function toRequest(caller: Claims, siteUrl: string) {
  return {
    userId: caller.subject,
    userEmail: caller.email,
    successUrl: `${siteUrl}/payment-success?session_id={SESSION_ID}`,
    cancelUrl: `${siteUrl}/payment-cancel`,
  };
}
