import { Link } from 'react-router';
import type { Plan } from '#shared/contracts/account.ts';
import type { PaidPlan } from '#shared/contracts/billing.ts';
import { includesPlan } from '#shared/rules/billing/plans.ts';
import { useSession } from '#web/identity/session.ts';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';
import { PlanList } from './PricingSection.tsx';
import { saveChosenPlan } from './payment-notes.ts';
import { pricingHeading, pricingSubtitle, sessionMeaning } from './plan-cards.data.ts';
import { TestModeNote } from './TestModeNote.tsx';
import { useCheckout } from './use-checkout.ts';

type PricingDialogProps = PlanCardsProps & {
  open: boolean;
  onClose: () => void;
  /** Why the plans are shown, when a plan gate opened them. */
  reason?: string | undefined;
};

type PlanCardsProps = PricingCallbacks & {
  /** The lowest plan that opens the gate. */
  needed?: PaidPlan | undefined;
};

/** The plans over another page. */
export function PricingDialog({ open, reason, ...callbacks }: PricingDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={callbacks.onClose}
      size="4xl"
      title={pricingHeading}
      description={pricingSubtitle}
    >
      {reason ? <p className="mb-4 rounded-m bg-spark-wash px-3.5 py-2.5">{reason}</p> : null}
      <PlanCards {...callbacks} />
      <p className="mt-4 text-center text-meta text-soft">{sessionMeaning}</p>
      <p className="mt-2 text-center text-meta">
        <Link
          to="/what-your-plan-covers"
          onClick={callbacks.onClose}
          className="rounded-s font-medium text-spark-ink underline underline-offset-3"
        >
          What your plan covers
        </Link>
      </p>
    </Dialog>
  );
}

export type PricingCallbacks = {
  onClose?: () => void;
  onSignUp: () => void;
  /** A checkout could not be started; `price` in US dollars. Whoever hears it reads the plan again. */
  onPlanSubscribed?: (plan: PaidPlan, price: number) => void;
};

/** The three cards; what each button does follows from who is here (specification 4, Plan buttons). */
export function PlanCards({ onClose, onSignUp, onPlanSubscribed, needed }: PlanCardsProps) {
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
      <PlanList current={user?.plan ?? null} starting={starting} needed={needed} onChoose={choose} />
      <TestModeNote className="mt-4 text-center text-meta text-faint" />
      <p className="mt-2 text-center text-meta text-faint">Not open yet: Startup Social, on any plan.</p>
    </>
  );
}
