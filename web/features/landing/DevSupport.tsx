import { Link } from 'react-router';
import { planNames } from '#shared/rules/prices.ts';
import { buttonClass } from '#web/ui/button-class.ts';
import { FeatureWords, Paragraph } from './MarketingSection.tsx';
import { TextLink } from './TextLink.tsx';

/** As on the plans' own cards (specification 9, Prices). */
const cover = [
  { plan: planNames.free, requests: '1 a month', answer: '48 hours' },
  { plan: planNames.pro, requests: '10 a month', answer: '24 hours' },
  { plan: planNames.developer, requests: 'Unlimited', answer: '4 hours' },
];

export function DevSupport() {
  return (
    <div id="dev-support" className="grid scroll-mt-6 content-start justify-items-start gap-5">
      <FeatureWords title="Dev Support, when the code stops you">
        <Paragraph>
          You say what is wrong, where, and what you have tried. A person reads it and answers. How many
          requests you have and how fast the answer comes depends on the plan.
        </Paragraph>
        <Paragraph>
          Support requests are not open yet; the table says what each plan will cover when they are. Until
          then, tell us on the <TextLink to="/ContactUs">contact page</TextLink> what is stuck.
        </Paragraph>
      </FeatureWords>
      <table className="w-full border-y border-line text-left tabular-nums">
        <caption className="sr-only">Support requests and response time by plan, once requests open</caption>
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
      <Link to="/#pricing" className={buttonClass({}, 'pointer-coarse:h-11')}>
        Compare the plans
      </Link>
    </div>
  );
}
