import type { Plan } from '#shared/contracts/account.ts';
import type { PaidPlan } from '#shared/contracts/billing.ts';
import { includesPlan } from '#shared/rules/billing/plans.ts';
import { useSession } from '#web/identity/session.ts';
import { saveChosenPlan } from './chosen-plan.ts';
import { PlanList } from './PlanList.tsx';
import { TestModeNote } from './TestModeNote.tsx';
import { useCheckout } from './use-checkout.ts';

export type PricingCallbacks = {
  onClose?: () => void;
  onSignUp: () => void;
  /** A checkout could not be started; `price` in US dollars. Whoever hears it reads the plan again. */
  onPlanSubscribed?: (plan: PaidPlan, price: number) => void;
};

/** The three cards; what each button does follows from who is here (specification 4, Plan buttons). */
export function PlanCards({ onClose, onSignUp, onPlanSubscribed }: PricingCallbacks) {
  const { user } = useSession();
  const { startCheckout, starting } = useCheckout(onPlanSubscribed);

  function choose(plan: Plan) {
    if (!user) saveChosenPlan(plan);
    if (!user || plan === 'free') onSignUp();
    else if (includesPlan(user.plan, plan)) onClose?.();
    else startCheckout(plan, user);
  }

  return (
    <>
      <PlanList current={user?.plan ?? null} starting={starting} onChoose={choose} />
      <TestModeNote className="mt-4 text-center text-meta text-faint" />
      <p className="mt-2 text-center text-meta text-faint">Not open yet: Startup Social, on any plan.</p>
    </>
  );
}
