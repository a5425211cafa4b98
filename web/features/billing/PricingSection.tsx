import type { Plan } from '#shared/contracts/account.ts';
import { saveChosenPlan } from './chosen-plan.ts';
import { PlanList } from './PlanList.tsx';
import { pricingHeading, pricingSubtitle, sessionMeaning } from './pricing-texts.data.ts';

/** The plans on the landing page, where every choice of a visitor begins with signing up, and waits for its end. */
export function PricingSection({ onSignUp }: { onSignUp: () => void }) {
  function choose(plan: Plan) {
    saveChosenPlan(plan);
    onSignUp();
  }
  return (
    <section aria-labelledby="pricing-heading">
      <div className="mb-8 text-center">
        <h2 id="pricing-heading" className="text-title">
          {pricingHeading}
        </h2>
        <p className="mt-2 text-base text-soft">{pricingSubtitle}</p>
      </div>
      <PlanList current={null} onChoose={choose} />
      <p className="mt-5 text-center text-meta text-soft">{sessionMeaning}</p>
    </section>
  );
}
