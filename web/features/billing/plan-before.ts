import { type Plan, plan, type User } from '#shared/contracts/account.ts';
import { draftKey } from '#web/drafts/draft-key.ts';

const keyOf = ({ id }: User) => draftKey(id, 'plan-before-checkout');

/** Notes the plan in this tab before the window leaves for a checkout. */
export function savePlanBefore(user: User): void {
  try {
    sessionStorage.setItem(keyOf(user), user.plan);
  } catch {
    // Storage is switched off: the plan at the next page load counts instead.
  }
}

/** The plan before the last checkout, once; the present plan where none was noted. */
export function takePlanBefore(user: User): Plan {
  try {
    const noted = plan.safeParse(sessionStorage.getItem(keyOf(user)));
    sessionStorage.removeItem(keyOf(user));
    return noted.success ? noted.data : user.plan;
  } catch {
    return user.plan;
  }
}
