import { clsx } from 'clsx';
import { Route } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Plan } from '#shared/contracts/account.ts';
import type { Trail } from '#shared/contracts/trails.ts';
import { trailPath } from '#shared/rules/suite-paths.ts';
import { Card, CardHeader } from '#web/ui/Card.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { Loading } from '#web/ui/states/Skeleton.tsx';
import { type TrailStep, type TrailStepState, trailSteps } from './trail.ts';
import { nextLabels, stepTitles } from './trail-labels.ts';
import { useTrails } from './use-trails.ts';

type TrailsCardProps = { userId: string; plan: Plan; firstStep: ReactNode };

/** The founder's ideas, each with how far it has come and what to do next. */
export function TrailsCard({ userId, plan, firstStep }: TrailsCardProps) {
  const { data, isPending, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useTrails(userId);
  const trails = data?.pages.flat();
  return (
    <Card id="your-ideas" aria-label="Your ideas" className="scroll-mt-4">
      <CardHeader title="Your ideas" text="Each with what it stands on, and the next useful step." />
      {isPending ? <Loading label="Loading your ideas" className="mt-4" /> : null}
      {trails?.length === 0 ? (
        <EmptyState icon={Route} title="No idea yet" action={firstStep} className="mt-4">
          An idea appears here with its steps as soon as you work on it with one of the tools.
        </EmptyState>
      ) : null}
      <ul className="divide-y divide-line">
        {trails?.map((trail) => (
          <li key={trail.id} className="py-3.5 last:pb-0">
            <TrailEntry trail={trail} plan={plan} />
          </li>
        ))}
      </ul>
      {isError ? (
        <ErrorState title="Your ideas could not be loaded." onRetry={() => void refetch()} className="mt-4">
          Everything that you made is safe on the server.
        </ErrorState>
      ) : null}
      {hasNextPage && !isError ? (
        <Button
          busy={isFetchingNextPage}
          busyText="Loading..."
          onClick={() => void fetchNextPage()}
          className="mt-3"
        >
          Show more ideas
        </Button>
      ) : null}
    </Card>
  );
}

function TrailEntry({ trail, plan }: { trail: Trail; plan: Plan }) {
  const { steps, next } = trailSteps(trail, { plan });
  return (
    <article className="grid min-w-0 grid-cols-1 gap-2">
      <h3 className="min-w-0">
        <Link
          to={trailPath(trail.id)}
          dir="auto"
          title={trail.idea}
          className="line-clamp-2 wrap-anywhere hover:underline"
        >
          {trail.name ?? trail.idea}
        </Link>
      </h3>
      <TrailLine steps={steps} />
      <p className="text-soft">
        <span className="font-medium text-ink">Next: {nextLabels(next.reason, trail).button}.</span>{' '}
        {nextLabels(next.reason, trail).reason}
      </p>
    </article>
  );
}

type TrailLineProps = { steps: TrailStep[] };

/** All steps in one line: what is done and what is begun, as bars and in words. */
function TrailLine({ steps }: TrailLineProps) {
  const titles = (wanted: TrailStepState) =>
    steps.filter(({ state }) => state === wanted).map(({ step }) => stepTitles[step]);
  const begun = titles('in-progress');
  return (
    <div className="min-w-0">
      <div aria-hidden="true" className="flex gap-1">
        {steps.map(({ step, state }) => (
          <span key={step} className={clsx('h-1 grow rounded-full', colors[state])} />
        ))}
      </div>
      <p className="mt-1.5 text-meta text-faint">
        Done: {titles('done').join(', ')}.{begun.length === 0 ? null : ` In progress: ${begun.join(', ')}.`}
      </p>
    </div>
  );
}

const colors: Record<TrailStepState, string> = {
  done: 'bg-good',
  'in-progress': 'bg-spark',
  next: 'bg-edge',
  later: 'bg-line',
};
