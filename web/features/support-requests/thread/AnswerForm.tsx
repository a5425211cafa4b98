import { Link } from 'react-router';
import type { Job, JobThread } from '#shared/contracts/support-requests.ts';
import { message } from '#shared/messages/catalogue.ts';
import { draftKey } from '#web/identity/drafts.ts';
import { showToast } from '#web/ui/toast.ts';
import { MessageForm } from './MessageForm.tsx';
import { ResolvedNote } from './ResolvedNote.tsx';
import { isClosed } from './standing.ts';
import { useMessageForm } from './use-message-form.ts';
import { useAnswering } from './use-request.ts';

type AnswerFormProps = { userId: string; thread: JobThread; onAnswered: (job: Job) => void };

/** The customer's answer. To a resolved request it opens that again; what is typed stays until it has arrived. */
export function AnswerForm({ userId, thread, onAnswered }: AnswerFormProps) {
  const { id, messages, waitingForCustomer, resolvedAt } = thread;
  const isAsked = waitingForCustomer && !resolvedAt;
  const { post, readAnew } = useAnswering(userId, id);
  const form = useMessageForm({
    storageKey: draftKey(userId, `request ${id}`),
    messages,
    async post(written) {
      const answered = await post(written);
      onAnswered(answered);
      return answered;
    },
    failureCode: 'answer_failed',
    onSent: () => showToast(message('answer_sent')),
    onFailed: readAnew,
  });
  return (
    <div id="your-answer" className="mt-5 grid scroll-mt-4 grid-cols-1 gap-4 border-t border-line pt-4">
      {resolvedAt ? <ResolvedNote resolvedAt={resolvedAt} newRequest={newRequest} /> : null}
      {isClosed(thread) && form.text === '' ? null : (
        <MessageForm
          form={form}
          label={isAsked ? 'Your answer to the question' : 'Your message'}
          help="The people who work on it read it here. Keys and passwords that are recognised are taken out before it is sent."
          button={resolvedAt ? 'Send and open it again' : isAsked ? 'Send answer' : 'Send message'}
          busyText="Sending..."
        />
      )}
    </div>
  );
}

const newRequest = (
  <Link
    to="/startup-spark-suite/dashboard?modal=jobForm"
    className="font-medium text-spark-ink underline underline-offset-2"
  >
    Start a new request
  </Link>
);
