import type { Trail } from '#shared/contracts/trails.ts';
import { Button } from '#web/ui/controls/Button.tsx';

type KnownIdeaProps = {
  /** The idea of a sentence; null where it has none. */
  trail: Trail | null;
  /** Opens the plan of its survey: the one with answers, or else the newest. */
  onOpen: (trail: Trail, surveyId: string) => void;
  /** Null where something else leads on. */
  onAnother: (() => void) | null;
};

/** A sentence that was typed again: its plan is opened, or another survey is asked for. Nothing without a survey. */
export function KnownIdea({ trail, onOpen, onAnother }: KnownIdeaProps) {
  const surveys = trail?.surveys ?? [];
  const survey = surveys.find(({ submissions }) => submissions > 0) ?? surveys[0];
  if (!trail || !survey) return null;
  const answers = surveys.reduce((sum, { submissions }) => sum + submissions, 0);
  const count = answers === 1 ? '1 answer' : `${answers.toLocaleString()} answers`;
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-m bg-muted px-4 py-3">
      <p role="status" className="min-w-0 flex-[1_1_12rem] font-medium">
        {answers === 0 ? 'You have this idea, with a survey.' : `You have this idea, with ${count}.`}
      </p>
      <Button variant="primary" onClick={() => onOpen(trail, survey.surveyId)}>
        Open it
      </Button>
      {onAnother ? <Button onClick={onAnother}>Write another survey</Button> : null}
    </div>
  );
}
