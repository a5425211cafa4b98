import { NotSent } from '#web/ui/NotSent.tsx';
import type { RequestForm } from './use-request-form.ts';

type SubmitNotesProps = {
  form: RequestForm;
  leftOut: string[];
  /** The form says above that a limit is reached. */
  isLimited: boolean;
};

/** What is to be known at the button, in sight however long the form is. */
export function SubmitNotes({ form, leftOut, isLimited }: SubmitNotesProps) {
  const { draft, failure, busy } = form;
  const isUncertain = failure?.isUncertain || draft?.unanswered;
  return (
    // Empty it takes no room, not even a gap, and is there to be read out when it is filled.
    <div role="status" className="grid basis-full grid-cols-1 gap-2 empty:absolute">
      {isUncertain && !busy ? (
        <p className="rounded-s bg-warn-wash px-3.5 py-3 text-soft">
          {[failure?.words, uncertain(draft?.jobId === null)].filter(Boolean).join(' ')}
        </p>
      ) : null}
      {failure && !isUncertain && !isLimited ? <NotSent reason={failure.reason} /> : null}
      {leftOut.length > 0 ? (
        <p className="text-meta wrap-anywhere text-soft sm:text-end">Without {namesOf(leftOut)}</p>
      ) : null}
    </div>
  );
}

function uncertain(isNew: boolean): string {
  return isNew
    ? 'Your request may or may not have arrived. Sending it again is safe: it makes one request.'
    : 'Your change may or may not have arrived. Sending it again is safe.';
}

const named = 3;

function namesOf(files: string[]): string {
  const rest = files.length - named;
  const names = files.slice(0, named).join(', ');
  return rest > 0 ? `${names} and ${rest} more` : names;
}
