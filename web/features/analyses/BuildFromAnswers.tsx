import { Hammer } from 'lucide-react';
import type { SurveyAnalysis } from '#shared/contracts/analyses.ts';
import { Button } from '#web/ui/Button.tsx';

type BuildFromAnswersProps = { analysis: SurveyAnalysis; onBuild: () => void };

/** The way from a verdict to a build prompt; only a Go leads there. */
export function BuildFromAnswers({
  analysis: { analysis, submissionCount },
  onBuild,
}: BuildFromAnswersProps) {
  const decision = analysis.goNoGoDecision;
  if (decision === 'Go')
    return (
      <Button
        icon={<Hammer size={16} aria-hidden="true" />}
        onClick={onBuild}
        className="h-auto! min-h-control w-fit py-1.5 text-left whitespace-normal!"
      >
        Write a build prompt from these answers
      </Button>
    );
  const answers = submissionCount === 1 ? '1 answer' : `${submissionCount.toLocaleString()} answers`;
  return (
    <p className="text-soft">
      {decision === 'No-Go'
        ? `A build prompt comes after a Go. From ${answers} the verdict is No-Go: change the problem, or talk to more people first.`
        : `A build prompt comes after a Go. From ${answers} nobody can tell yet: collect more first.`}
    </p>
  );
}
