import * as z from 'zod/mini';
import { plan, user } from './account.ts';
import { endpoint } from './endpoint.ts';
import { requiredText, text } from './text.ts';

/** A plan that can be bought. */
export const paidPlan = z.enum(['pro', 'developer']);
export type PaidPlan = z.infer<typeof paidPlan>;

export const createCheckoutSession = endpoint({
  method: 'POST',
  path: '/api/create-checkout-session',
  access: 'signed-in',
  body: z.strictObject({
    priceId: requiredText(200),
    userId: requiredText(200),
    mode: z.enum(['payment', 'subscription']),
    userEmail: text(320),
  }),
  reply: z.object({ url: z.string() }),
});

export const verifyPayment = endpoint({
  method: 'POST',
  path: '/api/verify-payment',
  access: 'signed-in',
  body: z.strictObject({ sessionId: requiredText(200) }),
  reply: z.object({ plan, user }),
});
