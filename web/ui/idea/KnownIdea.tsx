import { Button } from '#web/ui/controls/Button.tsx';

type KnownIdeaProps = {
  /** Counted answers to its surveys. */
  answers: number;
  onOpen: () => void;
  /** Null where something else leads on. */
  onAnother: (() => void) | null;
};

/** A sentence that was typed again: its idea is opened, or another survey is asked for. */
export function KnownIdea({ answers, onOpen, onAnother }: KnownIdeaProps) {
  const count = answers === 1 ? '1 answer' : `${answers.toLocaleString()} answers`;
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-m bg-muted px-4 py-3">
      <p role="status" className="min-w-0 flex-[1_1_12rem] font-medium">
        {answers === 0 ? 'You have this idea, with a survey.' : `You have this idea, with ${count}.`}
      </p>
      <Button variant="primary" onClick={onOpen}>
        Open it
      </Button>
      {onAnother ? <Button onClick={onAnother}>Write another survey</Button> : null}
    </div>
  );
}
