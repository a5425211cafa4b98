import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import type { IdeationStage } from '#shared/contracts/ideation.ts';
import { ideationStages } from '#shared/rules/ideation-stages.ts';

/** The five stages and where the session stands. */
export function StageSteps({ nextStage }: { nextStage: IdeationStage | null }) {
  const found = ideationStages.findIndex(({ stage }) => stage === nextStage);
  const current = found === -1 ? ideationStages.length : found;
  return (
    <ol aria-label="Stages" className="mb-5 flex flex-wrap gap-x-5 gap-y-1.5 text-meta">
      {ideationStages.map(({ stage, title }, index) => (
        <li
          key={stage}
          aria-current={index === current ? 'step' : undefined}
          className={clsx(
            'flex items-center gap-1.5',
            index === current ? 'font-medium text-ink' : 'text-faint',
          )}
        >
          {index < current ? (
            <Check size={14} aria-hidden="true" className="text-good" />
          ) : (
            <span className="tabular-nums">{index + 1}.</span>
          )}
          {title}
          {index < current ? <span className="sr-only">: written</span> : null}
        </li>
      ))}
    </ol>
  );
}
