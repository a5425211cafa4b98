import { ApiError } from '#web/api/api-error.ts';
import { Button } from '#web/ui/Button.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';

type OpeningNoteProps = {
  error: Error | null;
  onRetry: () => void;
  onStartNew: () => void;
  /** Back to the session on the desk; null when there is none. */
  onGoBack: (() => void) | null;
};

/** Why a session can't be shown, and the ways on. */
export function OpeningNote({ error, onRetry, onStartNew, onGoBack }: OpeningNoteProps) {
  const isGone = error instanceof ApiError && error.code === 'ideation_not_found';
  const ways = (
    <div className="mt-3 flex flex-wrap gap-2">
      {isGone ? null : <Button onClick={onRetry}>Try again</Button>}
      {onGoBack ? <Button onClick={onGoBack}>Go back to the session in progress</Button> : null}
      <Button onClick={onStartNew}>Start a new session</Button>
    </div>
  );
  if (isGone)
    return (
      <ErrorState title={error.message}>
        It may belong to another account.
        {ways}
      </ErrorState>
    );
  return (
    <ErrorState title="Your session could not be loaded.">
      {error instanceof ApiError && error.details.text ? `${error.message} ` : null}
      What you have written is safe.
      {ways}
    </ErrorState>
  );
}
