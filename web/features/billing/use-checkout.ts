import { useEffect, useState } from 'react';
import type { User } from '#shared/contracts/account.ts';
import { createCheckoutSession, type PaidPlan } from '#shared/contracts/billing.ts';
import type { PublicConfig } from '#shared/contracts/config.ts';
import { message } from '#shared/messages/catalogue.ts';
import type { Message } from '#shared/messages/message.ts';
import { checkoutModes, prices } from '#shared/rules/billing/plans.ts';
import { isPlaceholder } from '#shared/rules/placeholder.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { useConfig } from '#web/api/config.ts';
import { useSession } from '#web/identity/session.ts';
import { showToast } from '#web/ui/overlays/toast.ts';
import { clearChosenPlan, savePlanBefore, saveSelectedPlan } from './payment-notes.ts';

/** After a failed checkout the plan is read again this much later (specification 9, Timings). */
const failureDelayMs = 1000;

/** Starts checkouts; `starting` names the plan whose checkout page is on its way. */
export function useCheckout(onPlanSubscribed?: (plan: PaidPlan, price: number) => void) {
  const { data, refetch } = useConfig();
  const { refresh } = useSession();
  const [starting, setStarting] = useState<PaidPlan | null>(null);

  useEffect(() => {
    // A page that comes back from the browser's memory would otherwise wait for ever.
    const reset = () => setStarting(null);
    addEventListener('pageshow', reset);
    return () => removeEventListener('pageshow', reset);
  }, []);

  async function startCheckout(plan: PaidPlan, user: User) {
    setStarting(plan);
    const config = data ?? (await refetch()).data;
    const priceId = config ? findPriceId(config, plan) : null;
    if (!config || !priceId) {
      showToast(message(config ? 'checkout_not_configured' : 'payment_system_missing'));
      setStarting(null);
      return;
    }
    showToast(message(config.payments === 'embedded' ? 'checkout_starting_test' : 'checkout_starting'));
    try {
      await openCheckout(plan, priceId, user);
    } catch (error) {
      showToast(checkoutFailure(error));
      setStarting(null);
      // Bought in another tab: the plan shows here too, and there is nothing more to say.
      if (isOwned(error)) return void refresh().catch(() => {});
      setTimeout(() => onPlanSubscribed?.(plan, prices[plan].dollars), failureDelayMs);
    }
  }
  return { startCheckout, starting };
}

/** Null while the price or, beside the embedded checkout, the publishable key is missing or a placeholder. */
function findPriceId(config: PublicConfig, plan: PaidPlan): string | null {
  const priceId = config.prices?.[plan] ?? '';
  const needed = [priceId];
  if (config.payments !== 'embedded') needed.push(config.stripePublishableKey ?? '');
  return needed.every((value) => value.trim() !== '' && !isPlaceholder(value)) ? priceId : null;
}

/** Asks for a checkout and takes the whole window there. @throws ApiError, Error without an address to go to. */
async function openCheckout(plan: PaidPlan, priceId: string, user: User): Promise<void> {
  const body = { priceId, userId: user.id, mode: checkoutModes[plan], userEmail: user.email };
  const { url } = await call(createCheckoutSession, { body });
  if (!url) throw new Error('the checkout has no address');
  clearChosenPlan(user.id);
  savePlanBefore(user);
  saveSelectedPlan(plan);
  window.location.assign(url);
}

/** The toast for a checkout that did not start (specification 8, Payment). */
function checkoutFailure(error: unknown): Message {
  if (!(error instanceof ApiError)) return message('checkout_failed_unknown');
  if (isOwned(error)) return message('checkout_not_needed');
  if (error.code === 'offline') return message('checkout_unreachable');
  const saidNothing = !error.details.text;
  const reason = saidNothing ? message('checkout_session_failed').text : error.message;
  return message('checkout_failed', { message: reason });
}

function isOwned(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'checkout_not_needed';
}
