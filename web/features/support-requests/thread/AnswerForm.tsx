import CircleCheck from 'lucide-react/icons/circle-check';
import type { ReactNode } from 'react';
import { isClosed, reopenableUntil } from '#shared/rules/support/status.ts';
import { Time } from '#web/ui/Time.tsx';
import { MessageForm, type useMessageForm } from './MessageForm.tsx';

type AnswerFormProps = {
  form: ReturnType<typeof useMessageForm>;
  thread: { waitingForCustomer: boolean; resolvedAt: string | null };
  /** Label of the field; by the turn when absent. */
  label?: string | undefined;
  help: string;
  /** Link to a new request, for one that can't be reopened any more. */
  newRequest: ReactNode;
  /** Shown beside the button. */
  beside?: ReactNode;
};

/** The customer's answer. To a resolved request it opens that again; what is typed stays until it has arrived. */
export function AnswerForm({ form, thread, label, help, newRequest, beside }: AnswerFormProps) {
  const { waitingForCustomer, resolvedAt } = thread;
  const isAsked = waitingForCustomer && !resolvedAt;
  return (
    <>
      {resolvedAt ? <ResolvedNote resolvedAt={resolvedAt} newRequest={newRequest} /> : null}
      {resolvedAt && isClosed(resolvedAt) && form.isEmpty ? null : (
        <MessageForm
          form={form}
          label={label ?? (isAsked ? 'Your answer to the question' : 'Your message')}
          help={help}
          button={resolvedAt ? 'Send and open it again' : isAsked ? 'Send answer' : 'Send message'}
          busyText="Sending..."
          beside={beside}
        />
      )}
    </>
  );
}

type ResolvedNoteProps = {
  resolvedAt: string;
  /** Alternative when an answer can't reopen it any more. */
  newRequest: ReactNode;
};

/** Notes that it is resolved, and the effect of an answer. */
function ResolvedNote({ resolvedAt, newRequest }: ResolvedNoteProps) {
  const until = reopenableUntil(resolvedAt).toISOString();
  return (
    <div className="flex gap-2.5 rounded-m bg-good-wash px-4 py-3.5">
      <CircleCheck size={17} aria-hidden="true" className="mt-0.5 shrink-0 text-good" />
      <div className="min-w-0">
        <p className="font-medium">
          Resolved, <Time at={resolvedAt} />
        </p>
        {isClosed(resolvedAt) ? (
          <p className="text-soft">
            It could be opened again until <Time at={until} />. {newRequest}
          </p>
        ) : (
          <p className="text-soft">
            Is something still wrong? Write until <Time at={until} />: that opens it again.
          </p>
        )}
      </div>
    </div>
  );
}
