import { ArrowRight } from 'lucide-react';
import { useId } from 'react';
import type { Trail } from '#shared/contracts/trails.ts';
import { Card } from '#web/ui/Card.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import type { NextStep } from './trail.ts';
import { type TrailActions, takeNextStep } from './trail-actions.ts';
import { nextLabels } from './trail-labels.ts';

type NextStepCardProps = { trail: Trail; next: NextStep; actions: TrailActions };

/** The one thing to do now, and why. What a plan does not include is said before the click. */
export function NextStepCard({ trail, next, actions }: NextStepCardProps) {
  const note = useId();
  const { button, reason } = nextLabels(next.reason, trail);
  const { beside } = next;
  return (
    <Card aria-label="Next step" className="grid gap-3">
      <h2 className="text-base">Next step</h2>
      <p>{reason}</p>
      {next.upgrade ? (
        <p id={note} className="text-meta text-faint">
          {next.upgrade === 'upgrade_to_developer'
            ? 'Your plan does not include this yet: it needs the Developer Plan.'
            : 'Your plan does not include this yet: it needs the Pro or Developer Plan.'}{' '}
          The button shows the plans.
        </p>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          aria-describedby={next.upgrade ? note : undefined}
          icon={<ArrowRight size={16} aria-hidden="true" />}
          onClick={() => takeNextStep(next.action, trail, actions)}
        >
          {button}
        </Button>
        {beside ? (
          <Button onClick={() => takeNextStep(beside, trail, actions)}>Ask a person for help</Button>
        ) : null}
      </div>
      {beside ? (
        <p className="text-meta text-faint">
          If you get stuck with the build, a person can help. Nothing here depends on it.
        </p>
      ) : null}
    </Card>
  );
}
