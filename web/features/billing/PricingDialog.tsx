import { Link } from 'react-router';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';
import { PlanCards, type PricingCallbacks } from './PlanCards.tsx';
import { pricingHeading, pricingSubtitle, sessionMeaning } from './pricing-texts.data.ts';

type PricingDialogProps = PricingCallbacks & {
  open: boolean;
  onClose: () => void;
  /** Why the plans are shown, when a plan gate opened them. */
  reason?: string | null;
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
