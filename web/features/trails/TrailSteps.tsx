import { Circle, CircleCheck, CircleDashed, CircleDot, type LucideIcon } from 'lucide-react';
import type { Trail } from '#shared/contracts/trails.ts';
import type { TrailStep, TrailStepName, TrailStepState } from '#shared/rules/trail.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Card } from '#web/ui/Card.tsx';
import { StepThings } from './StepThings.tsx';
import type { TrailActions } from './trail-actions.ts';
import { stepEvidence, stepStanding, stepTitles } from './trail-words.ts';

type TrailStepsProps = {
  trail: Trail;
  steps: TrailStep[];
  /** The step that comes next, also when it was begun or done before. */
  nextStep: TrailStepName;
  actions: TrailActions;
};

/** Each step of the way, what it stands on, and everything that was made in it. */
export function TrailSteps({ trail, steps, nextStep, actions }: TrailStepsProps) {
  return (
    <Card aria-label="Steps">
      <h2 className="text-base">Steps</h2>
      <ol className="mt-2 divide-y divide-line">
        {steps.map(({ step, state }) => (
          <li key={step} aria-current={step === nextStep ? 'step' : undefined} className="flex gap-3 py-3.5">
            <StateIcon state={state} />
            <div className="grid min-w-0 grow grid-cols-1 gap-1">
              <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
                <h3>{stepTitles[step]}</h3>
                <Badge tone={tones[state]} icon={null}>
                  {stepStanding(step, state)}
                </Badge>
              </div>
              <p className="wrap-anywhere text-soft">{stepEvidence(step, trail)}</p>
              <StepThings step={step} trail={trail} actions={actions} />
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}

function StateIcon({ state }: { state: TrailStepState }) {
  const { icon: Icon, color } = looks[state];
  return <Icon size={18} aria-hidden="true" className={`mt-0.5 shrink-0 ${color}`} />;
}

const tones = {
  done: 'good',
  'in-progress': 'warn',
  next: 'spark',
  later: 'neutral',
} as const;

const looks: Record<TrailStepState, { icon: LucideIcon; color: string }> = {
  done: { icon: CircleCheck, color: 'text-good' },
  'in-progress': { icon: CircleDot, color: 'text-warn' },
  next: { icon: Circle, color: 'text-spark-ink' },
  later: { icon: CircleDashed, color: 'text-faint' },
};
