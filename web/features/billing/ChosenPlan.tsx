import { useState } from 'react';
import type { User } from '#shared/contracts/account.ts';
import type { PaidPlan } from '#shared/contracts/billing.ts';
import { includesPlan, planNames, prices } from '#shared/rules/billing/plans.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { clearChosenPlan, readChosenPlan } from './payment-notes.ts';
import { TestModeNote } from './TestModeNote.tsx';
import { useCheckout } from './use-checkout.ts';
import { usePlanReread } from './use-payment-return.ts';

/** The plan that was chosen before signing up, which still waits to be bought; nothing where none does. */
export function ChosenPlan({ user }: { user: User }) {
  const [chosen, setChosen] = useState(() => readChosenPlan(user.id));
  if (chosen === null || includesPlan(user.plan, chosen)) return null;
  const drop = () => {
    clearChosenPlan(user.id);
    setChosen(null);
  };
  return <Waiting user={user} plan={chosen} onDrop={drop} />;
}

type WaitingProps = { user: User; plan: PaidPlan; onDrop: () => void };

function Waiting({ user, plan, onDrop }: WaitingProps) {
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
        <Button variant="primary" busy={starting !== null} onClick={() => startCheckout(plan, user)}>
          Go on to the checkout
        </Button>
      </div>
    </section>
  );
}
