import { plan as plans } from '#shared/contracts/account.ts';
import { planNames } from '#shared/rules/billing/prices.ts';
import { Card } from '#web/ui/Card.tsx';
import { planLimits } from './plan-limits.data.ts';

/** Limits of each plan, row by row. */
export function PlanLimits() {
  return (
    <ul className="grid gap-4 md:grid-cols-3">
      {plans.options.map((plan) => (
        <li key={plan} className="grid">
          <Card aria-label={planNames[plan]}>
            <h3 className="text-base">{planNames[plan]}</h3>
            <dl className="mt-3 grid gap-2.5">
              {planLimits(plan).map(({ name, value }) => (
                <div key={name}>
                  <dt className="text-meta text-faint">{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </Card>
        </li>
      ))}
    </ul>
  );
}
