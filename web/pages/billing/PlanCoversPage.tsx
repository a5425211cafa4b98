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
    <div className="page-edge max-w-5xl px-4 py-10 sm:px-6 sm:py-14">
      <h1 className="text-title">What your plan covers</h1>
      <p className="mt-2 max-w-2xl text-base text-soft">
        A plan’s end deletes nothing. What you can no longer use becomes read-only.
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
          Screen sharing, integrations, training: ask for them in a support request.
        </Card>
      </Part>
      <Part title="When your plan changes">
        <Entries entries={planChanges.map(({ title, text }) => ({ name: title, text }))} />
      </Part>
      <Part title="What you made, on a smaller plan">
        <Entries entries={savedThings} />
      </Part>
      <p className="mt-8 flex flex-wrap gap-x-6 gap-y-2">
        <TextLink to="/startup-spark-suite/billing">Plan and payments</TextLink>
      </p>
    </div>
  );
}

function AnswerTime() {
  const { data: config } = useConfig();
  return (
    <>
      <p>
        The time runs from sending. A person’s reply ends it; a question to you pauses it. Write again, and it
        starts again.
      </p>
      {config ? (
        <p>
          {config.supportHours
            ? `Hours are working hours: ${config.supportHours}.`
            : 'Support works around the clock, every day.'}
        </p>
      ) : null}
      <p>
        If we are late, you get one request back, used after your plan’s own. Without a limit it waits for a
        plan with one.
      </p>
      <p>Answer a resolved request within {reopenDays} days to open it again.</p>
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
  pro: `${proRequestsAllowed} a calendar month (UTC)`,
  developer: 'Unlimited',
};

function priceOf(plan: Plan): string {
  if (plan === 'free') return '$0/Session';
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
    text: `The new plan works once the payment is confirmed. Earlier requests keep their answer time; those of the ${free} don’t count.`,
  },
  {
    title: 'You cancel',
    text: `The ${developer} stays until its paid month ends. Then you have the ${pro} if you ever bought it, else the ${free}.`,
  },
  {
    title: 'A card fails',
    text: `You keep the ${developer} for up to 30 days while it is tried again, and get a mail.`,
  },
  {
    title: 'A payment is refunded whole',
    text: 'What it paid for ends at once. A subscription goes on until you cancel it.',
  },
  { title: 'A payment is refunded in part', text: 'Your plan stays as it is.' },
  {
    title: 'A payment is disputed',
    text: 'What it paid for stops counting until the dispute ends in our favour.',
  },
];

/** Effects of a plan's end on things made on it. */
const savedThings: { name: string; text: string }[] = [
  {
    name: 'Support requests',
    text: 'Open ones are answered in time. New ones follow your new plan.',
  },
  {
    name: 'Validation plans and surveys',
    text: 'Read-only: open, copy, download, share. Links go on taking answers, and verdicts count them.',
  },
  { name: 'Build prompts', text: 'Read-only: open, copy and download each rewrite.' },
  { name: 'Ideation sessions', text: 'Nothing changes: every plan has Startup Ideation.' },
  {
    name: 'Campaigns',
    text: 'Read-only: listening pauses, replies wait. Posted links go on working and counting. With Launch you resume each yourself.',
  },
];
