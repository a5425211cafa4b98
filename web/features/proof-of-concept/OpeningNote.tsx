import { message } from '#shared/messages/catalogue.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { ReadOnlyNote } from '#web/ui/ReadOnlyNote.tsx';
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx';
import type { PromptDesk } from './use-prompt-desk.ts';
import type { PromptOpening } from './use-prompt-start.ts';

type OpeningNoteProps = {
  desk: PromptDesk;
  opening: PromptOpening;
  /** Set where the prompt can only be read. */
  onUpgrade: (() => void) | null;
};

/** What is to be known about the prompt before it is there, or beside it. */
export function OpeningNote({ desk, opening, onUpgrade }: OpeningNoteProps) {
  if (desk.loadFailed)
    return (
      <ErrorState title="Your prompt could not be loaded." onRetry={desk.retryLoad}>
        Nothing is lost: it is kept in your account.
      </ErrorState>
    );
  if (desk.document === null || opening.isOpening)
    return (
      <Loading label="Loading your prompt">
        <Skeleton className="h-24 w-full" />
        <Skeleton className="mt-4 h-8 w-40" />
      </Loading>
    );
  return (
    <>
      {onUpgrade ? (
        <ReadOnlyNote title="Your plan no longer includes build prompts." onUpgrade={onUpgrade}>
          Nothing is taken away: read it, copy it, download it.
        </ReadOnlyNote>
      ) : null}
      {opening.hasFailed ? (
        <ErrorState title="What you asked for could not be opened." onRetry={opening.retry} className="mb-5">
          Below is the prompt that was open before.
        </ErrorState>
      ) : null}
      {desk.wasForked ? (
        <p className="mb-5 rounded-s bg-muted px-3.5 py-3 text-soft">
          {message('build_prompt_copied_apart').text}
        </p>
      ) : null}
    </>
  );
}
