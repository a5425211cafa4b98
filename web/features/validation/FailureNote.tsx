import { message } from '#shared/messages/catalogue.ts';
import { RunFailure } from '#web/ui/RunFailure.tsx';
import type { PlanFailure } from './generate-plan.ts';

type FailureNoteProps = { failure: PlanFailure; hasPrevious: boolean; onSeePlans: () => void };

export function FailureNote({ failure, hasPrevious, onSeePlans }: FailureNoteProps) {
  const { code, reason, needsUpgrade } = failure;
  return (
    <RunFailure title={message(code).text} reason={reason} onSeePlans={needsUpgrade ? onSeePlans : null}>
      {hasPrevious ? 'Your idea and your previous plan are kept.' : 'Your idea is kept.'}
      {needsUpgrade ? null : ' You can send it again, or word it differently.'}
    </RunFailure>
  );
}
