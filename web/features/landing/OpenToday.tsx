import { planNames } from '#shared/rules/billing/prices.ts';

/** The plans' cards name everything that a plan will cover; this says what of it can be used now. */
export function OpenToday() {
  return (
    <div className="mt-8 grid gap-5 text-meta text-soft sm:grid-cols-2 sm:gap-8">
      <p>
        <strong className="font-medium text-ink">Open today:</strong> an account, Startup Ideation and support
        requests on every plan; validation plans, surveys, verdicts and build prompts with the {planNames.pro}
        ; Launch with the {planNames.developer}.
      </p>
      <p>
        <strong className="font-medium text-ink">Not open yet:</strong> Startup Social, on any plan.
      </p>
    </div>
  );
}
