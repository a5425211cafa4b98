import { Link } from 'react-router';
import { planNames } from '#shared/rules/billing/plans.ts';
import { buttonClass } from '#web/ui/controls/button-class.ts';
import { FeatureText, MarketingSection, Paragraph, Picture } from './MarketingSection.tsx';

export function IdeaAndDevelopment() {
  return (
    <MarketingSection
      title="Idea and Development"
      lead="For founders without an engineer, and for vibe coders whose first version already runs. One sentence is enough to begin."
    >
      <div className="grid gap-x-16 gap-y-12 md:grid-cols-2 md:grid-rows-[auto_1fr]">
        <FeatureText title="A plan that you can argue with">
          <Paragraph>
            You type the idea. Back comes a working name, a pitch, the problem as a guess to be checked, who
            has it and who would pay, communities to ask in, and up to seven questions.
          </Paragraph>
          <Paragraph>
            Its texts and questions can be changed before anybody sees them, and a closed tab loses nothing.
            Without a model the plan is composed from your own sentence, and it says so.
          </Paragraph>
        </FeatureText>
        <div className="md:row-span-2">
          <Picture
            name="questions"
            alt="Survey Questions of a plan: how often did this happen last month? Think of the last time. What happened? Each has a button to edit it and shows which options count."
            caption="Example plan, written by the product without a model."
          />
        </div>
        <DevSupport />
      </div>
      <div className="grid gap-x-16 gap-y-12 md:grid-cols-2">
        <FeatureText title="A coach for the first thought">
          <Paragraph>
            Five stages, from the idea to the first customers. You edit what each one wrote, and the next
            builds on your words. A market size is arithmetic that you fill in, with a place to look for every
            factor.
          </Paragraph>
          <Paragraph>
            A stopped answer keeps what has arrived, and a session goes on after a crash or on another device.
          </Paragraph>
        </FeatureText>
        <FeatureText title="A build prompt that names its answers">
          <Paragraph>
            A short idea becomes a prompt for a no-code builder: screens, data, states, acceptance checks.
            With a validated idea, each feature names the answers that speak of it, and what no answer speaks
            of is listed under “Do not build yet”.
          </Paragraph>
          <Paragraph>
            Your own words are kept, and every rewrite shows what it changed. Editing, copying and the form
            for your builder are up to you.
          </Paragraph>
        </FeatureText>
      </div>
    </MarketingSection>
  );
}

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
