import type { User } from '#shared/contracts/account.ts';
import type { PaidPlan } from '#shared/contracts/billing.ts';
import { planNames, prices } from '#shared/rules/billing/plans.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { TestModeNote } from './TestModeNote.tsx';
import { useCheckout } from './use-checkout.ts';
import { usePlanReread } from './use-payment-return.ts';

type WaitingPlanProps = { user: User; plan: PaidPlan; onDrop: () => void };

/** Asks whether to buy the chosen plan now. */
export function WaitingPlan({ user, plan, onDrop }: WaitingPlanProps) {
  const { startCheckout, starting } = useCheckout(usePlanReread());
  const { dollars, per } = prices[plan];
  return (
    <section
      aria-label="The plan you chose"
      className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-m bg-spark-wash px-4 py-3.5"
    >
      <div className="min-w-0 flex-[1_1_16rem]">
        <p>
          <span className="font-medium">
            You chose the {planNames[plan]}, ${dollars} per {per.toLowerCase()}.
          </span>{' '}
          It is not bought yet: you are on the {planNames[user.plan]}.
        </p>
        <TestModeNote className="text-meta text-soft" />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button onClick={onDrop} disabled={starting !== null}>
          Stay on the {planNames[user.plan]}
        </Button>
        <Button busy={starting !== null} onClick={() => startCheckout(plan, user)}>
          Go on to the checkout
        </Button>
      </div>
    </section>
  );
}
