import { lazy, Suspense, useState } from 'react';
import type { User } from '#shared/contracts/account.ts';
import { includesPlan } from '#shared/rules/billing/plans.ts';
import { clearChosenPlan, readChosenPlan } from './payment-notes.ts';

const WaitingPlan = lazy(() => import('./WaitingPlan.tsx').then((m) => ({ default: m.WaitingPlan })));

/** The plan that was chosen before signing up, which still waits to be bought; nothing where none does. */
export function ChosenPlan({ user }: { user: User }) {
  const [chosen, setChosen] = useState(() => readChosenPlan(user.id));
  if (chosen === null || includesPlan(user.plan, chosen)) return null;
  const drop = () => {
    clearChosenPlan(user.id);
    setChosen(null);
  };
  return (
    <Suspense fallback={null}>
      <WaitingPlan user={user} plan={chosen} onDrop={drop} />
    </Suspense>
  );
}
