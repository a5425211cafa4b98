import { AppError } from '#server/app-error.ts';
import type { Claims } from '#server/integrations/identity/port.ts';
import type { CheckoutMode, Payments } from '#server/integrations/payments/port.ts';
import type { Plan } from '#shared/contracts/account.ts';
import { type PaidPlan, paidPlan } from '#shared/contracts/billing.ts';
import { checkoutModes, includesPlan } from '#shared/rules/plans.ts';
import type { BillingRepository } from './repository.ts';

export type BillingService = ReturnType<typeof billingService>;

type CheckoutBody = { priceId: string; userId: string; mode: CheckoutMode };

export function billingService(repository: BillingRepository, payments: Payments, now: () => Date) {
  const grant = (session: { id: string; userId: string; plan: PaidPlan }) =>
    repository.grantPlan(session, higherPlan, now());
  return {
    /**
     * Starts a checkout at the provider for the caller and nobody else.
     * @throws AppError foreign_user, checkout_price_unknown, checkout_not_needed, sync_refused,
     *   checkout_session_failed.
     */
    async startCheckout(caller: Claims, body: CheckoutBody, siteUrl: string): Promise<{ url: string }> {
      if (body.userId !== caller.subject) throw new AppError('foreign_user');
      const plan = paidPlan.options.find((name) => payments.prices[name] === body.priceId);
      if (!plan || checkoutModes[plan] !== body.mode) throw new AppError('checkout_price_unknown');
      const current = await repository.findPlan(caller.subject);
      if (!current) throw new AppError('sync_refused');
      if (includesPlan(current, plan)) throw new AppError('checkout_not_needed');
      const { url } = await payments
        .createCheckoutSession({
          userId: caller.subject,
          userEmail: caller.email,
          plan,
          mode: body.mode,
          successUrl: `${siteUrl}/payment-success?session_id={SESSION_ID}`,
          cancelUrl: `${siteUrl}/payment-cancel`,
        })
        .catch((cause) => {
          throw new AppError('checkout_session_failed', {}, { cause });
        });
      return { url };
    },

    /**
     * Grants the plan of a session that the provider says this caller has paid (design 7.3).
     * @throws AppError payment_session_unknown, payment_not_finished.
     */
    async verifyPayment(caller: Claims, sessionId: string): Promise<Plan> {
      const session = await payments.retrieveSession(sessionId);
      if (!session || session.userId !== caller.subject) throw new AppError('payment_session_unknown');
      if (session.status !== 'paid') throw new AppError('payment_not_finished');
      const plan = await grant(session);
      if (!plan) throw new AppError('sync_refused');
      return plan;
    },

    /** Grants a session that the provider itself has just reported as paid. */
    async recordPaid(session: { id: string; userId: string; plan: PaidPlan }): Promise<void> {
      await grant(session);
    },
  };
}

/** Buying pro never takes developer away. */
function higherPlan(current: Plan, bought: PaidPlan): Plan {
  return includesPlan(current, bought) ? current : bought;
}
