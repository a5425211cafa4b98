import type { Plan } from '#shared/contracts/account.ts';
import type { PaidPlan } from '#shared/contracts/billing.ts';
import { draftKey } from '#web/drafts/draft-key.ts';

// Apart from `selectedPlan`, which stays when its payment is done.
const keyOf = (owner: string) => draftKey(owner, 'chosen-plan');
const visitor = keyOf('visitor');

/** Notes which plan a visitor chose, in this tab, for the way through signing up. The free one leaves nothing to do. */
export function saveChosenPlan(plan: Plan): void {
  try {
    if (plan === 'free') sessionStorage.removeItem(visitor);
    else sessionStorage.setItem(visitor, plan);
  } catch {
    // Storage is switched off: the plan can be chosen again.
  }
}

/** The paid plan that still waits for this user, who may have chosen it before signing up; from now on it is theirs. */
export function readChosenPlan(userId: string): PaidPlan | null {
  try {
    const chosen = sessionStorage.getItem(visitor) ?? sessionStorage.getItem(keyOf(userId));
    if (chosen !== 'pro' && chosen !== 'developer') return null;
    sessionStorage.setItem(keyOf(userId), chosen);
    sessionStorage.removeItem(visitor);
    return chosen;
  } catch {
    return null;
  }
}

export function clearChosenPlan(userId: string): void {
  try {
    sessionStorage.removeItem(keyOf(userId));
  } catch {
    // Storage holds no plan.
  }
}
