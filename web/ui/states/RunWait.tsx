import { Button } from '#web/ui/controls/Button.tsx';

type RunWaitProps = {
  /** As `useRun` has it. */
  run: { isSilent: boolean; isAgain: boolean };
  /** Null where no model is connected. */
  onWithoutAi: (() => void) | null;
};

/** Says, while a model's reply is awaited, why that takes long, and offers the way without it. */
export function RunWait({ run, onWithoutAi }: RunWaitProps) {
  return (
    <div role="status" className="text-soft">
      {run.isAgain ? <p className="mt-2">That answer could not be used. Asking once more.</p> : null}
      {run.isSilent && onWithoutAi ? (
        <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2">
          <span>The AI is busy. It may take a minute.</span>
          <WithoutAi onWrite={onWithoutAi} />
        </p>
      ) : null}
    </div>
  );
}

/** The button beside a model that is silent, has failed or was stopped; null where no model is connected. */
export function WithoutAi({ onWrite }: { onWrite: (() => void) | null }) {
  return onWrite ? <Button onClick={onWrite}>Write it without AI</Button> : null;
}
