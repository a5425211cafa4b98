import { useEffect, useEffectEvent, useId, useState } from 'react';
import type { User } from '#shared/contracts/account.ts';
import type { Job } from '#shared/contracts/support-requests/support-requests.ts';
import { newId } from '#web/api/new-id.ts';
import { draftKey, hasDraft } from '#web/drafts/draft-store.ts';
import { limitText } from '#web/features/support-requests/allowance-labels.ts';
import {
  isOnItsWay,
  uploadName,
  useUploads,
} from '#web/features/support-requests/attachments/use-uploads.ts';
import { useNow } from '#web/features/support-requests/time.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';
import { dismissError } from '#web/ui/overlays/toast.ts';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { NotSent } from '#web/ui/states/NotSent.tsx';
import { Loading } from '#web/ui/states/Skeleton.tsx';
import { RequestForm } from './RequestForm.tsx';
import { isDraftOf, listRequestDrafts, type RequestStart } from './request-draft.ts';
import { type FormState, useRequestForm } from './use-request-form.ts';

type RequestDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  user: User;
  start?: RequestStart | undefined;
  onSeePlans: () => void;
  /** The server has it: a new request, or a changed one. */
  onSubmitted: (job: Job) => void;
};

/**
 * The form of a support request, new or edited (specification 2, Job form). It goes on with the newest draft of what it
 * is opened for; sending and uploads go on behind the closed dialog.
 */
export function RequestDialog(props: RequestDialogProps) {
  const { open, user, start } = props;
  const [shown, setShown] = useState(() => ({ open, start, storageKey: findStorageKey(user.id, start) }));
  const isSameStart = JSON.stringify(start) === JSON.stringify(shown.start);
  if (!open && shown.open) setShown({ ...shown, open });
  if (open && !(shown.open && isSameStart)) {
    const storageKey = findStorageKey(user.id, start, isSameStart ? shown.storageKey : undefined);
    setShown({ open, start, storageKey });
  }
  return <DraftDialog {...props} start={shown.start} storageKey={shown.storageKey} key={shown.storageKey} />;
}

/** Key of the current draft, else of the newest fitting one, else of a new one. */
function findStorageKey(userId: string, start: RequestStart | undefined, current?: string): string {
  if (current && hasDraft(current)) return current;
  const found = listRequestDrafts(userId).find(({ stored }) => isDraftOf(stored.document, start));
  return found?.key ?? current ?? draftKey(userId, `support-request:${newId()}`);
}

function DraftDialog(props: RequestDialogProps & { storageKey: string }) {
  const { storageKey, open, onOpenChange, user, start, onSeePlans, onSubmitted } = props;
  const form = useRequestForm({
    storageKey,
    open,
    user,
    start,
    onSubmitted(job) {
      files.clear();
      onSubmitted(job);
    },
  });
  const { draft, isEdit, isUncertain } = form;
  const files = useUploads({
    value: draft?.request.attachments ?? [],
    onChange: (attachments, ...fields) => form.change({ attachments }, 'attachments', ...fields),
  });
  const formId = useId();
  const now = useNow();
  const close = useEffectEvent(() => {
    // The form shows the failure itself; over the next dialog the toast would explain nothing.
    if (form.failure) dismissError();
  });
  useEffect(() => {
    if (!open) close();
  }, [open]);
  // An unanswered request may have used up the allowance: sending it again is still the same request.
  const limit = isEdit || isUncertain ? null : limitText(user, now);
  const isUploading = files.uploads.some(isOnItsWay);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={isEdit ? 'Edit Support Request' : 'Submit Support Request'}
      description="A person reads it, and answers in the request’s own thread."
      footer={
        <>
          {draft ? (
            <SubmitNotes
              form={form}
              leftOut={files.uploads.filter((upload) => !isOnItsWay(upload)).map(uploadName)}
              isLimited={limit !== null}
            />
          ) : null}
          <Button variant="quiet" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          {draft ? (
            <Button
              type="submit"
              form={formId}
              variant="primary"
              busy={form.busy}
              busyText={isEdit ? 'Updating...' : 'Submitting...'}
              // Files on their way would be left out.
              disabled={limit !== null || isUploading || form.resolvedAt !== null}
            >
              {isEdit ? 'Update Request' : limit ? 'Limit Reached' : 'Submit Request'}
            </Button>
          ) : null}
        </>
      }
    >
      {draft ? (
        <RequestForm
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

function JobMissing({ job }: Pick<FormState, 'job'>) {
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
  form: FormState;
  leftOut: string[];
  /** The form says above that a limit is reached. */
  isLimited: boolean;
};

/** Notes beside the button, in sight however long the form is. */
function SubmitNotes({ form, leftOut, isLimited }: SubmitNotesProps) {
  const { failure, busy, isEdit, isUncertain } = form;
  return (
    // Empty it takes no room, not even a gap, and is there to be read out when it is filled.
    <div role="status" className="grid basis-full grid-cols-1 gap-2 empty:absolute">
      {isUncertain && !busy ? (
        <p className="rounded-s bg-warn-wash px-3.5 py-3 text-soft">
          {isEdit
            ? 'Your change may or may not have arrived. Sending it again is safe.'
            : 'Your request may or may not have arrived. Sending it again is safe: it makes one request.'}
        </p>
      ) : null}
      {failure && !isUncertain && !isLimited ? <NotSent reason={failure} /> : null}
      {leftOut.length > 0 ? (
        <p className="text-meta wrap-anywhere text-soft sm:text-end">Without {namesOf(leftOut)}</p>
      ) : null}
    </div>
  );
}

const named = 3;

function namesOf(files: string[]): string {
  const rest = files.length - named;
  const names = files.slice(0, named).join(', ');
  return rest > 0 ? `${names} and ${rest} more` : names;
}
