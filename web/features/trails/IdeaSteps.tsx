import { clsx } from 'clsx';
import Check from 'lucide-react/icons/check';
import type { TrailStep, TrailStepName } from './trail.ts';
import { stepTitles } from './trail-labels.ts';

type IdeaStepsProps = { steps: TrailStep[]; current: TrailStepName; className?: string };

/** The way of one idea in seven labelled steps. */
export function IdeaSteps({ steps, current, className }: IdeaStepsProps) {
  const ways = steps.filter(({ step }) => step !== 'support');
  return (
    <ol aria-label="Steps" className={clsx('flex', className)}>
      {ways.map(({ step, state }, place) => {
        const isCurrent = step === current;
        const isDone = state === 'done';
        return (
          <li
            key={step}
            aria-current={isCurrent ? 'step' : undefined}
            className={clsx(
              'relative grid min-w-0 flex-1 justify-items-center gap-2 text-[0.6875rem] sm:text-[0.8125rem]',
              isCurrent ? 'font-medium text-ink' : isDone ? 'text-ink' : 'text-faint',
            )}
          >
            {place === 0 ? null : (
              <span
                aria-hidden="true"
                className={clsx(
                  'absolute top-2.75 right-[calc(50%+0.875rem)] left-[calc(-50%+0.875rem)] h-px sm:right-[calc(50%+1.375rem)] sm:left-[calc(-50%+1.375rem)]',
                  state === 'later' && !isCurrent ? 'bg-line' : 'bg-ink',
                )}
              />
            )}
            <span
              aria-hidden="true"
              className={clsx(
                'grid size-5.5 place-items-center rounded-full text-[0.6875rem] font-semibold tabular-nums',
                isCurrent
                  ? 'bg-spark-wash text-spark-ink inset-ring-2 inset-ring-spark'
                  : isDone
                    ? 'bg-primary text-on-primary'
                    : state === 'in-progress'
                      ? 'text-ink inset-ring-[1.5px] inset-ring-ink'
                      : 'bg-muted text-faint',
              )}
            >
              {isDone ? <Check size={13} strokeWidth={2.5} /> : place + 1}
            </span>
            <span className={clsx('whitespace-nowrap', !isCurrent && 'max-[22.5rem]:sr-only')}>
              {stepTitles[step]}
            </span>
            {isDone ? <span className="sr-only">, done</span> : null}
          </li>
        );
      })}
    </ol>
  );
}
