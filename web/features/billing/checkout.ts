import type { User } from '#shared/contracts/account.ts';
import { createCheckoutSession, type PaidPlan } from '#shared/contracts/billing.ts';
import type { PublicConfig } from '#shared/contracts/config.ts';
import { message } from '#shared/messages/catalogue.ts';
import type { Message } from '#shared/messages/message.ts';
import { checkoutModes } from '#shared/rules/billing/plans.ts';
import { isPlaceholder } from '#shared/rules/placeholder.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { clearChosenPlan } from './chosen-plan.ts';
import { savePlanBefore } from './plan-before.ts';

/** Null while the price or, beside the embedded checkout, the publishable key is missing or a placeholder. */
export function findPriceId(config: PublicConfig, plan: PaidPlan): string | null {
  const priceId = config.prices?.[plan] ?? '';
  const needed = [priceId];
  if (config.payments !== 'embedded') needed.push(config.stripePublishableKey ?? '');
  return needed.every((value) => value.trim() !== '' && !isPlaceholder(value)) ? priceId : null;
}

/** Asks for a checkout and takes the whole window there. @throws ApiError, Error without an address to go to. */
export async function openCheckout(plan: PaidPlan, priceId: string, user: User): Promise<void> {
  const body = { priceId, userId: user.id, mode: checkoutModes[plan], userEmail: user.email };
  const { url } = await call(createCheckoutSession, { body });
  if (!url) throw new Error('the checkout has no address');
  clearChosenPlan(user.id);
  savePlanBefore(user);
  try {
    sessionStorage.setItem('selectedPlan', plan);
  } catch {
    // Storage is switched off; the payment itself does not need it.
  }
  window.location.assign(url);
}

/** The toast for a checkout that did not start (specification 8, Payment). */
export function checkoutFailure(error: unknown): Message {
  if (!(error instanceof ApiError)) return message('checkout_failed_unknown');
  const saidNothing = !error.details.text;
  const reason = saidNothing ? message('checkout_session_failed').text : error.message;
  return message('checkout_failed', { message: reason });
}
