import { FailureNote } from './FailureNote.tsx';
import { GenerationProgress } from './GenerationProgress.tsx';
import type { useGeneration } from './use-generation.ts';
import type { CurrentPlan } from './use-plan.ts';

type RunNoteProps = {
  generation: ReturnType<typeof useGeneration>;
  current: CurrentPlan;
  onSeePlans: () => void;
};

/** How the plan that is being written is doing, or how it ended. */
export function RunNote({ generation, current, onSeePlans }: RunNoteProps) {
  const { arrived, failure, wasStopped } = generation;
  const { plan, previous } = current;
  if (arrived !== null) return <GenerationProgress text={arrived} />;
  return (
    <>
      {failure ? (
        <FailureNote failure={failure} hasPrevious={previous !== null} onSeePlans={onSeePlans} />
      ) : null}
      {wasStopped && !plan ? (
        <p role="status" className="mt-4 text-soft">
          Stopped. {previous ? 'Your idea and your previous plan are kept.' : 'Your idea is kept.'}
        </p>
      ) : null}
    </>
  );
}
