import { Dialog } from '#web/ui/Dialog.tsx';
import { PlanCards, type PricingCallbacks } from './PlanCards.tsx';
import { pricingHeading, pricingSubtitle } from './pricing-texts.data.ts';

type PricingDialogProps = PricingCallbacks & { open: boolean; onClose: () => void };

/** The plans over another page. */
export function PricingDialog({ open, ...callbacks }: PricingDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={callbacks.onClose}
      size="4xl"
      title={pricingHeading}
      description={pricingSubtitle}
    >
      <PlanCards {...callbacks} headingLevel={3} />
    </Dialog>
  );
}
