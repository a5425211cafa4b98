import { Link } from 'react-router';
import { planNames } from '#shared/rules/billing/prices.ts';
import { buttonClass } from '#web/ui/controls/button-class.ts';
import { FeatureText, Paragraph } from './MarketingSection.tsx';

/** Texts of the plans' own cards, exactly (specification 9, Prices and limits). */
const cover = [
  { plan: planNames.free, requests: '1 every 30 days', answer: '48 hours' },
  { plan: planNames.pro, requests: '10 a calendar month', answer: '24 hours' },
  { plan: planNames.developer, requests: 'Unlimited', answer: '4 hours' },
];

export function DevSupport() {
  return (
    <div id="dev-support" className="grid scroll-mt-6 content-start justify-items-start gap-5">
      <FeatureText title="Dev Support, when the code stops you">
        <Paragraph>
          You say what is wrong, where, and what you have tried. A person reads it and answers. How many
          requests you have and how fast the answer comes depends on the plan.
        </Paragraph>
        <Paragraph>
          You see when the answer is due. If it comes late, we say so and you get the request back; on the
          Developer Plan, which has no limit, it is kept for a plan that has one. Keys and passwords that are
          recognised in what you send are masked before it is stored.
        </Paragraph>
      </FeatureText>
      <table className="w-full border-y border-line text-left tabular-nums">
        <caption className="sr-only">Support requests and response time by plan</caption>
        <thead className="text-meta text-faint">
          <tr>
            <th scope="col" className="py-2.5 pr-3 font-normal">
              Plan
            </th>
            <th scope="col" className="py-2.5 pr-3 font-normal">
              Requests
            </th>
            <th scope="col" className="py-2.5 font-normal">
              Response time
            </th>
          </tr>
        </thead>
        <tbody>
          {cover.map(({ plan, requests, answer }) => (
            <tr key={plan} className="border-t border-line">
              <th scope="row" className="py-3 pr-3 font-medium">
                {plan}
              </th>
              <td className="py-3 pr-3 text-soft">{requests}</td>
              <td className="py-3 text-soft">{answer}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="text-meta text-soft">
        A request holds one issue on the Free Trial, up to five with the Pro Plan and as many as you need with
        the Developer Plan.
      </p>
      <div className="flex flex-wrap gap-3">
        <Link to="/?modal=jobForm&signIn=1" className={buttonClass({}, 'pointer-coarse:h-11')}>
          Start a support request
        </Link>
        <Link to="/#pricing" className={buttonClass({ variant: 'quiet' }, 'pointer-coarse:h-11')}>
          Compare the plans
        </Link>
      </div>
    </div>
  );
}
