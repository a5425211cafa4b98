import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { reopenDays } from '#shared/rules/support/status.ts';
import { useConfig } from '#web/api/config.ts';
import { PlanLimits } from '#web/features/billing/covers/PlanLimits.tsx';
import { planChanges, savedThings } from '#web/features/billing/covers/plan-changes.data.ts';
import { sessionMeaning } from '#web/features/billing/pricing-texts.data.ts';
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
