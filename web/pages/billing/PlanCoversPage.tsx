import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { type Plan, plan as plans } from '#shared/contracts/account.ts';
import { planNames, prices, upgradeNeeded } from '#shared/rules/billing/plans.ts';
import {
  freeWindowMs,
  issuesAllowed,
  proRequestsAllowed,
  slaHours,
} from '#shared/rules/support/request-limits.ts';
import { reopenDays } from '#shared/rules/support/status.ts';
import { useConfig } from '#web/api/config.ts';
import { sessionMeaning } from '#web/features/billing/plan-cards.data.ts';
import { Card } from '#web/ui/Card.tsx';
import { useTitle } from '#web/ui/use-title.ts';

/** Limits of each plan, and the effects of a plan change. */
export function PlanCoversPage() {
  useTitle('What your plan covers');
  return (
    <div className="mx-auto max-w-5xl px-4 py-10 sm:px-6 sm:py-14">
      <h1 className="text-title">What your plan covers</h1>
      <p className="mt-2 max-w-2xl text-base text-soft">
        Nothing that you made is ever deleted or hidden because a plan ended. What the plan no longer includes
        becomes read-only.
      </p>
      <Part title="By plan">
        <PlanLimits />
        <p className="mt-4 text-soft">{sessionMeaning}</p>
      </Part>
      <Part title="The first answer">
        <Card className="grid gap-3 text-soft">
          <AnswerTime />
        </Card>
      </Part>
      <Part title="More than written answers">
        <Card className="text-soft">
          Basic troubleshooting, priority support, screen sharing sessions, the dedicated support rep, custom
          integrations and team training sessions come with the plan whose card names them. You ask for them
          in a support request, and the person who answers it arranges them with you. Nothing is booked
          automatically.
        </Card>
      </Part>
      <Part title="When your plan changes">
        <Entries entries={planChanges.map(({ title, text }) => ({ name: title, text }))} />
      </Part>
      <Part title="What you made, on a smaller plan">
        <Entries entries={savedThings} />
      </Part>
      <p className="mt-8 flex flex-wrap gap-x-6 gap-y-2">
        <TextLink to="/#pricing">Compare the plans</TextLink>
        <TextLink to="/startup-spark-suite/billing">Plan and payments</TextLink>
        <TextLink to="/ContactUs">Contact Us</TextLink>
      </p>
    </div>
  );
}

function AnswerTime() {
  const { data: config } = useConfig();
  return (
    <>
      <p>
        The time runs from the moment you send a request, by the plan that you have then. A reply by a person
        ends it. A question to you pauses it until you answer, and nothing else does.
      </p>
      {config ? (
        <p>
          {config.supportHours
            ? `Hours are working hours: ${config.supportHours}.`
            : 'Hours are hours of the clock: support works around the clock, every day.'}
        </p>
      ) : null}
      <p>
        If the first answer comes late, you get one request back, you are told by mail, and it stays written
        beside the request. Requests that you got back are used once your plan’s own are used up. The
        Developer Plan has no limit, so a request that you got back there is kept for a plan that has one.
      </p>
      <p>
        An answer of yours to a resolved request opens it again for {reopenDays} days. It is then open as
        before, and no new time for a first answer runs: a first answer comes once.
      </p>
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-8">
      <h2 className="mb-3 text-lg leading-6">{title}</h2>
      {children}
    </section>
  );
}

function Entries({ entries }: { entries: { name: string; text: string }[] }) {
  return (
    <Card>
      <ul className="-my-3 divide-y divide-line">
        {entries.map(({ name, text }) => (
          <li key={name} className="grid gap-x-5 gap-y-1 py-3 sm:grid-cols-[13rem_1fr]">
            <strong className="font-medium">{name}</strong>
            <span className="text-soft">{text}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function TextLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="rounded-s font-medium text-spark-ink underline underline-offset-3">
      {children}
    </Link>
  );
}

/** Limits of each plan, row by row. */
function PlanLimits() {
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

/** The rows of one plan; every number comes from the rule that decides. */
function planLimits(plan: Plan): { name: string; value: string }[] {
  return [
    { name: 'Price', value: priceOf(plan) },
    { name: 'Support requests', value: requestsOf[plan] },
    { name: 'Issues in one request', value: issuesOf(plan) },
    { name: 'First answer', value: `Within ${slaHours(plan)} hours` },
    { name: 'Tools', value: toolsOf(plan) },
  ];
}

const freeDays = freeWindowMs / 86_400_000;

const requestsOf: Record<Plan, string> = {
  free: `One every ${freeDays} days`,
  pro: `${proRequestsAllowed} in a calendar month, which begins at midnight UTC`,
  developer: 'Unlimited',
};

function priceOf(plan: Plan): string {
  if (plan === 'free') return '$0/Session, nothing to pay';
  const { dollars, per } = prices[plan];
  return plan === 'pro' ? `$${dollars}/${per}, paid once` : `$${dollars}/${per}, until you cancel`;
}

function issuesOf(plan: Plan): string {
  const most = issuesAllowed(plan);
  if (!Number.isFinite(most)) return 'As many as you need';
  return most === 1 ? 'One' : `Up to ${most}`;
}

function toolsOf(plan: Plan): string {
  const gated = [
    { feature: 'validation', name: 'Validating & Prototyping' },
    { feature: 'proof-of-concept', name: 'Proof of Concept' },
    { feature: 'launch', name: 'Launch with campaigns' },
  ] as const;
  const names = gated.filter(({ feature }) => !upgradeNeeded(plan, feature)).map(({ name }) => name);
  return ['Startup Ideation', ...names].join(', ');
}

const { free, pro, developer } = planNames;

/** Effects of a plan change, as the server decides them. */
const planChanges: { title: string; text: string }[] = [
  {
    title: 'You upgrade',
    text: `The new plan works as soon as the payment is confirmed. Requests that you sent before keep the answer time that they were promised; new ones get the new plan’s. A request that you sent on the ${free} is not counted against the ${pro}.`,
  },
  {
    title: 'You cancel',
    text: `The ${developer} stays until the end of the month that is paid, and you can take the cancellation back until then. After that your plan is the ${pro} if you ever bought it, and the ${free} if not.`,
  },
  {
    title: 'A plan ends',
    text: `The ${pro} does not end. A subscription ends when you canceled it, or when it could not be charged for good. Your plan is then what is left, as above.`,
  },
  {
    title: 'A card fails',
    text: `The ${developer} stays while the payment provider tries again, for at most 30 days after the last month that was paid. You get a mail and can change the card under Plan and payments. If every try fails, the subscription ends.`,
  },
  {
    title: 'A payment is refunded whole',
    text: 'What it paid for ends at once, and your plan is what is left. A subscription goes on with its next month unless it is canceled too.',
  },
  { title: 'A payment is refunded in part', text: 'Your plan stays as it is.' },
  {
    title: 'A payment is disputed',
    text: 'What it paid for does not count from the day your bank tells the payment provider, and your plan is what is left. If the dispute ends in our favour, it counts again.',
  },
];

/** Effects of a plan's end on things made on it. */
const savedThings: { name: string; text: string }[] = [
  {
    name: 'Support requests',
    text: 'Each one stays with its thread. Open ones are answered in the time they were promised, and you can go on writing in them. New ones follow the plan that you have then.',
  },
  {
    name: 'Validation plans and surveys',
    text: 'They become read-only: you can open, copy, download and share them. Their links go on taking answers, and verdicts go on counting them. Changing a plan or its survey needs a plan that has Validating & Prototyping.',
  },
  {
    name: 'Build prompts',
    text: 'They become read-only: you can open, copy and download each one and all its rewrites. Writing a new one needs a plan that has Proof of Concept.',
  },
  { name: 'Ideation sessions', text: 'Nothing changes: every plan has Startup Ideation.' },
  {
    name: 'Campaigns',
    text: 'They become read-only: listening pauses, and a reply that waits to be sent goes on waiting. Nothing is deleted, you can reject what waits for you, and you can unlink accounts. Links in replies that are posted go on working and counting. With a plan that has Launch you resume each campaign yourself.',
  },
];
