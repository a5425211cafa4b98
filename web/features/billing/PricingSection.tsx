import { PlanList } from './PlanList.tsx';
import { pricingHeading, pricingSubtitle, sessionMeaning } from './pricing-texts.data.ts';

/** The plans on the landing page, where every choice of a visitor begins with signing up. */
export function PricingSection({ onSignUp }: { onSignUp: () => void }) {
  return (
    <section aria-labelledby="pricing-heading">
      <div className="mb-8 text-center">
        <h2 id="pricing-heading" className="text-title">
          {pricingHeading}
        </h2>
        <p className="mt-2 text-base text-soft">{pricingSubtitle}</p>
      </div>
      <PlanList current={null} onChoose={onSignUp} />
      <p className="mt-5 text-center text-meta text-soft">{sessionMeaning}</p>
    </section>
  );
}
