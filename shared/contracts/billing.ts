import * as z from 'zod/mini';
import { plan, user } from './account.ts';
import { endpoint } from './endpoint.ts';
import { requiredText, text } from './text.ts';

/** A plan that can be bought. */
export const paidPlan = z.enum(['pro', 'developer']);
export type PaidPlan = z.infer<typeof paidPlan>;

/** Whose money it is: the test checkout's, a test account's, or real. */
export type PaymentOrigin = 'embedded' | 'stripe-test' | 'stripe-live';

export const createCheckoutSession = endpoint({
  method: 'POST',
  path: '/api/create-checkout-session',
  access: 'signed-in',
  act: 'choose a plan',
  body: z.strictObject({
    priceId: requiredText(200),
    userId: requiredText(200),
    mode: z.enum(['payment', 'subscription']),
    userEmail: text(320),
  }),
  response: z.object({ url: z.string() }),
  refusals: [403, 409, 502],
});

export const verifyPayment = endpoint({
  method: 'POST',
  path: '/api/verify-payment',
  access: 'signed-in',
  act: 'verify a payment',
  body: z.strictObject({ sessionId: requiredText(200) }),
  response: z.object({ plan, user }),
  refusals: [404, 409, 502],
});

/** One payment; amounts in the currency's smallest unit. Times are ISO 8601. */
export const receipt = z.object({
  id: z.string(),
  plan: paidPlan,
  amount: z.number(),
  /** ISO 4217, in capitals. */
  currency: z.string(),
  /** `refunded` and `disputed` payments grant nothing; a partly refunded one is still `paid`. */
  state: z.enum(['paid', 'refunded', 'disputed']),
  refundedAmount: z.number(),
  paidAt: z.string(),
  /** The provider's own page of it; null where there is none. */
  receiptUrl: z.nullable(z.string()),
  /** The earlier kind of a payment that came another way; it grants nothing. */
  elsewhere: z.optional(z.enum(['test', 'real'])),
});
export type PaymentReceipt = z.infer<typeof receipt>;

/** The caller's payments and subscription. */
export const billing = z.object({
  plan,
  /** True once a pro payment counts: pro is what remains when a subscription ends. */
  hasPro: z.boolean(),
  /** Null for whoever never had one. */
  subscription: z.nullable(
    z.object({
      /** `waiting`: not paid yet, not any more, or paused; it grants nothing and may go on. */
      state: z.enum(['active', 'past_due', 'waiting', 'ended']),
      /** When it renews, or ends if it is canceled. */
      currentPeriodEnd: z.string(),
      cancelAtPeriodEnd: z.boolean(),
      /** Why it grants no plan although it has not ended. */
      withheld: z.optional(z.enum(['unpaid', 'taken-back', 'overdue'])),
    }),
  ),
  /** True when the provider has a page where cards and invoices are looked after. */
  hasPortal: z.boolean(),
  receipts: z.array(receipt),
});
export type Billing = z.infer<typeof billing>;

export const readBilling = endpoint({
  method: 'GET',
  path: '/api/billing',
  access: 'signed-in',
  act: 'view your payments',
  response: billing,
});

/** The plan stays until the end of the period that is paid. All that run are canceled. */
export const cancelSubscription = endpoint({
  method: 'POST',
  path: '/api/billing/cancel',
  access: 'signed-in',
  act: 'cancel a subscription',
  response: billing,
  refusals: [409, 502],
});

/** Takes a cancellation back while the period lasts. */
export const resumeSubscription = endpoint({
  method: 'POST',
  path: '/api/billing/resume',
  access: 'signed-in',
  act: 'resume a subscription',
  response: billing,
  refusals: [409, 502],
});

export const openBillingPortal = endpoint({
  method: 'POST',
  path: '/api/billing/portal',
  access: 'signed-in',
  act: 'manage your payments',
  response: z.object({ url: z.string() }),
  refusals: [409, 502],
});
