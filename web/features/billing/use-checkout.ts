import { useEffect, useState } from 'react';
import type { User } from '#shared/contracts/account.ts';
import type { PaidPlan } from '#shared/contracts/billing.ts';
import { message } from '#shared/messages/catalogue.ts';
import { prices } from '#shared/rules/billing/prices.ts';
import { useConfig } from '#web/api/config.ts';
import { showToast } from '#web/ui/overlays/toast.ts';
import { checkoutFailure, findPriceId, openCheckout } from './checkout.ts';

/** After a failed checkout the plan is read again this much later (specification 9, Timings). */
const failureDelayMs = 1000;

/** Starts checkouts; `starting` names the plan whose checkout page is on its way. */
export function useCheckout(onPlanSubscribed?: (plan: PaidPlan, price: number) => void) {
  const { data, refetch } = useConfig();
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
      setTimeout(() => onPlanSubscribed?.(plan, prices[plan].dollars), failureDelayMs);
    }
  }
  return { startCheckout, starting };
}
