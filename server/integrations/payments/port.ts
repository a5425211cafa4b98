import type { PaidPlan } from '#shared/contracts/billing.ts';

export type CheckoutMode = 'payment' | 'subscription';

export type CheckoutRequest = {
  userId: string;
  userEmail: string;
  plan: PaidPlan;
  mode: CheckoutMode;
  /** `{SESSION_ID}` in it stands for the session's id. */
  successUrl: string;
  cancelUrl: string;
};

/** A provider's checkout session; only a `paid` one of the same user grants its plan. */
export type CheckoutSession = {
  id: string;
  userId: string;
  plan: PaidPlan;
  status: 'open' | 'paid' | 'canceled';
};

export type Payments = {
  /** The provider's price of each plan, as the browser sends it back. */
  prices: Record<PaidPlan, string>;
  /** @returns where to send the whole window. */
  createCheckoutSession(request: CheckoutRequest): Promise<{ id: string; url: string }>;
  /** @returns null when the provider does not know the session. */
  retrieveSession(id: string): Promise<CheckoutSession | null>;
};
