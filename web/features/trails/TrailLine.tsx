import { clsx } from 'clsx';
import type { TrailStep, TrailStepState } from '#shared/rules/trail.ts';
import { stepTitles } from './trail-words.ts';

type TrailLineProps = { steps: TrailStep[] };

/** All steps in one line: what is done and what is begun, as bars and in words. */
export function TrailLine({ steps }: TrailLineProps) {
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
