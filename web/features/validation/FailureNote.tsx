import { message } from '#shared/messages/catalogue.ts';
import { Button } from '#web/ui/Button.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import type { PlanFailure } from './generate-plan.ts';

type FailureNoteProps = { failure: PlanFailure; hasPrevious: boolean; onSeePlans: () => void };

export function FailureNote({ failure, hasPrevious, onSeePlans }: FailureNoteProps) {
  return (
    <ErrorState title={message(failure.code).text} className="mt-5">
      {failure.reason ? <p>{failure.reason}</p> : null}
      <p>
        {hasPrevious ? 'Your idea and your previous plan are kept.' : 'Your idea is kept.'}
        {failure.needsUpgrade ? null : ' You can send it again, or word it differently.'}
      </p>
      {failure.needsUpgrade ? (
        <Button onClick={onSeePlans} className="mt-3">
          See the plans
        </Button>
      ) : null}
    </ErrorState>
  );
}
