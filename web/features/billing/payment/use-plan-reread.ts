import type { PaidPlan } from '#shared/contracts/billing.ts';
import { message } from '#shared/messages/catalogue.ts';
import { planNames } from '#shared/rules/billing/prices.ts';
import { useSession } from '#web/identity/session.ts';
import { showToast } from '#web/ui/overlays/toast.ts';

/** Reads the user's plan again, and says so if it is `plan` now. It grants nothing (Design 7.3). */
export function usePlanReread() {
  const { refresh } = useSession();
  return async (plan: PaidPlan): Promise<void> => {
    const user = await refresh().catch(() => null);
    if (user?.plan === plan) showToast(message('plan_subscribed', { plan: planNames[plan] }));
  };
}
