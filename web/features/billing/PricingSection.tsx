import { X } from 'lucide-react';
import { IconButton } from '#web/ui/IconButton.tsx';
import { PlanCards, type PricingCallbacks } from './PlanCards.tsx';
import { pricingHeading, pricingSubtitle } from './pricing-texts.data.ts';

/** The plans as a part of a page; with `onClose` it can be closed (specification 2, Pricing section). */
export function PricingSection(props: PricingCallbacks) {
  return (
    <section aria-labelledby="pricing-heading">
      <div className="relative mb-8 px-10 text-center">
        <h2 id="pricing-heading" className="text-title">
          {pricingHeading}
        </h2>
        <p className="mt-2 text-base text-soft">{pricingSubtitle}</p>
        {props.onClose ? (
          <IconButton aria-label="Close" onClick={props.onClose} className="absolute -top-1 right-0">
            <X size={18} aria-hidden="true" />
          </IconButton>
        ) : null}
      </div>
      <PlanCards {...props} headingLevel={3} />
    </section>
  );
}
