import { useEffect, useEffectEvent, useId } from 'react';
import type { User } from '#shared/contracts/account.ts';
import type { Job } from '#shared/contracts/support-requests.ts';
import { limitText } from '#web/features/support-requests/allowance-labels.ts';
import { useNow } from '#web/features/support-requests/use-now.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';
import { dismissError } from '#web/ui/overlays/toast.ts';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { NotSent } from '#web/ui/states/NotSent.tsx';
import { Loading } from '#web/ui/states/Skeleton.tsx';
import { JobForm } from './JobForm.tsx';
import type { JobFormStart } from './request-draft.ts';
import { useRequestFiles } from './use-request-files.ts';
import { type RequestForm, useRequestForm } from './use-request-form.ts';

type JobFormDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  user: User;
  start?: JobFormStart | undefined;
  onSeePlans: () => void;
  /** The server has it: a new request, or a changed one. */
  onSubmitted: (job: Job) => void;
};

/** The form of a support request, new or edited (specification 2, Job form). What is sent or added goes on behind the closed dialog. */
export function JobFormDialog(props: JobFormDialogProps) {
  const { open, onOpenChange, user, start, onSeePlans, onSubmitted } = props;
  const form = useRequestForm({ open, user, start, onSubmitted });
  const files = useRequestFiles(form);
  const formId = useId();
  const now = useNow();
  const { draft, isEdit } = form;
  const leave = useEffectEvent(() => {
    // The form shows the failure itself; over the next dialog the toast would explain nothing.
    if (form.failure) dismissError();
  });
  useEffect(() => {
    if (!open) leave();
  }, [open]);
  // An unanswered request may have used up the allowance: sending it again is still the same request.
  const limit = isEdit || draft?.unanswered ? null : limitText(user, now);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={isEdit ? 'Edit Support Request' : 'Submit Support Request'}
      description="A person reads it, and answers in the request’s own thread."
      footer={
        <>
          {draft ? <SubmitNotes form={form} leftOut={files.leftOut} isLimited={limit !== null} /> : null}
          <Button variant="quiet" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          {draft ? (
            <SubmitButton
              form={form}
              formId={formId}
              isLimited={limit !== null}
              disabled={limit !== null || files.isBusy || form.resolvedAt !== null}
            />
          ) : null}
        </>
      }
    >
      {draft ? (
        <JobForm
          id={formId}
          form={form}
          draft={draft}
          user={user}
          limit={limit}
          onSeePlans={onSeePlans}
          files={files}
          onLeave={() => onOpenChange(false)}
        />
      ) : (
        <JobMissing job={form.job} />
      )}
    </Dialog>
  );
}

type SubmitButtonProps = {
  form: RequestForm;
  formId: string;
  isLimited: boolean;
  /** Also while files are on their way: they would be left out. */
  disabled: boolean;
};

function SubmitButton({ form: { isEdit, busy }, formId, isLimited, disabled }: SubmitButtonProps) {
  return (
    <Button
      type="submit"
      form={formId}
      variant="primary"
      busy={busy}
      busyText={isEdit ? 'Updating...' : 'Submitting...'}
      disabled={disabled}
    >
      {isEdit ? 'Update Request' : isLimited ? 'Limit Reached' : 'Submit Request'}
    </Button>
  );
}

function JobMissing({ job }: Pick<RequestForm, 'job'>) {
  if (job.isPending) return <Loading label="Loading the request" />;
  if (job.data === null)
    return <ErrorState title="This request is not in your account.">Close the form to go on.</ErrorState>;
  return (
    <ErrorState title="The request could not be loaded." onRetry={() => void job.refetch()}>
      It is safe on the server, and nothing was changed.
    </ErrorState>
  );
}

type SubmitNotesProps = {
  form: RequestForm;
  leftOut: string[];
  /** The form says above that a limit is reached. */
  isLimited: boolean;
};

/** Notes beside the button, in sight however long the form is. */
function SubmitNotes({ form, leftOut, isLimited }: SubmitNotesProps) {
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
