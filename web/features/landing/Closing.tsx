import { Link } from 'react-router';
import { planNames } from '#shared/rules/billing/plans.ts';
import { Button } from '#web/ui/controls/Button.tsx';

type ClosingProps = { onStart: () => void; onBookDemo: () => void };

export function Closing({ onStart, onBookDemo }: ClosingProps) {
  return (
    <section className="border-t border-line bg-card">
      <div className="mx-auto max-w-6xl px-4 py-16 sm:px-6 lg:py-20">
        <h2 className="max-w-[16ch] text-[2.25rem] leading-[1.08] tracking-[-0.03em] sm:text-[2.75rem]">
          What do you believe that you have not checked?
        </h2>
        <p className="mt-4 max-w-[36em] text-lg leading-7 text-soft">Write it down in one sentence.</p>
        <div className="mt-7 flex flex-wrap gap-3">
          <Button variant="primary" size="l" onClick={onStart}>
            Create an account
          </Button>
          <Button size="l" onClick={onBookDemo}>
            Let us show you
          </Button>
        </div>
        <p className="mt-4 text-meta text-faint">
          Is my idea private, and what help can I expect? <TextLink to="/FAQ">Questions and answers</TextLink>
        </p>
      </div>
    </section>
  );
}

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

export function TextLink({ to, children }: { to: string; children: string }) {
  return (
    <Link
      to={to}
      className="rounded-s font-medium text-ink underline decoration-edge underline-offset-3 hover:decoration-current pointer-coarse:py-3"
    >
      {children}
    </Link>
  );
}
