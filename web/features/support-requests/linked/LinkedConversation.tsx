import Check from 'lucide-react/icons/check';
import { useState } from 'react';
import { Link } from 'react-router';
import type { LinkedThread } from '#shared/contracts/support-requests.ts';
import { message } from '#shared/messages/catalogue.ts';
import { useConfig } from '#web/api/config.ts';
import { PromiseNote } from '#web/features/support-requests/PromiseNote.tsx';
import { Conversation } from '#web/features/support-requests/thread/Conversation.tsx';
import { IssueList } from '#web/features/support-requests/thread/IssueList.tsx';
import { MessageForm } from '#web/features/support-requests/thread/MessageForm.tsx';
import { RequestTitle } from '#web/features/support-requests/thread/RequestTitle.tsx';
import { ResolvedNote } from '#web/features/support-requests/thread/ResolvedNote.tsx';
import { isClosed } from '#web/features/support-requests/thread/standing.ts';
import { useMessageForm } from '#web/features/support-requests/thread/use-message-form.ts';
import { draftKey } from '#web/identity/drafts.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Card, CardHeader } from '#web/ui/Card.tsx';
import { Time } from '#web/ui/Time.tsx';
import { showToast } from '#web/ui/toast.ts';
import { fingerprint } from './fingerprint.ts';
import { useLinkedAnswering } from './use-linked-thread.ts';

type LinkedConversationProps = { token: string; thread: LinkedThread };

/** The thread of one request and a field to answer in; nothing else of the account. */
export function LinkedConversation({ token, thread }: LinkedConversationProps) {
  return (
    <>
      <LinkedStanding thread={thread} />
      <Card className="mt-5">
        <CardHeader title="Your request" className="mb-3" />
        <IssueList issues={thread.issueDescriptions} />
      </Card>
      <Card className="mt-5">
        <CardHeader title="Conversation" className="mb-3" />
        <Conversation messages={thread.messages} reader="customer" empty="Nobody has answered yet." />
        <LinkedAnswer token={token} thread={thread} />
      </Card>
    </>
  );
}

function LinkedStanding({ thread }: { thread: LinkedThread }) {
  const { appName, requestTitle, created_at, promise, waitingForCustomer, resolvedAt } = thread;
  const { data: config } = useConfig();
  return (
    <header>
      <RequestTitle appName={appName} requestTitle={requestTitle} />
      <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-meta text-faint">
        {waitingForCustomer && !resolvedAt ? <Badge tone="warn">Waiting for you</Badge> : null}
        <span>
          Sent <Time at={created_at} />
        </span>
      </p>
      <PromiseNote
        promise={promise}
        hours={config?.supportHours}
        isResolved={resolvedAt !== null}
        className="mt-2"
      />
    </header>
  );
}

function LinkedAnswer({ token, thread }: LinkedConversationProps) {
  const { messages, waitingForCustomer, resolvedAt } = thread;
  const isAsked = waitingForCustomer && !resolvedAt;
  const { post, readAnew } = useLinkedAnswering(token);
  const [isSent, setIsSent] = useState(false);
  const form = useMessageForm({
    // The token itself must not lie around in the browser.
    storageKey: draftKey('visitor', `support-answer ${fingerprint(token)}`),
    messages,
    post,
    failureCode: 'answer_failed',
    onSent() {
      setIsSent(true);
      showToast(message('answer_sent'));
    },
    onFailed: readAnew,
  });
  return (
    <div className="mt-5 grid grid-cols-1 gap-4 border-t border-line pt-4">
      {resolvedAt ? <ResolvedNote resolvedAt={resolvedAt} newRequest={newRequest} /> : null}
      {isSent && form.text === '' ? <SentNote /> : null}
      {isClosed(thread) && form.text === '' ? null : (
        <MessageForm
          form={form}
          label={isSent ? 'Write something more' : isAsked ? 'Your answer to the question' : 'Your message'}
          help="Keys and passwords that are recognised are taken out before it is sent."
          button={resolvedAt ? 'Send and open it again' : isAsked ? 'Send answer' : 'Send message'}
          busyText="Sending..."
        />
      )}
    </div>
  );
}

function SentNote() {
  return (
    <p className="flex gap-2 rounded-m bg-good-wash px-4 py-3">
      <Check size={17} aria-hidden="true" className="mt-0.5 shrink-0 text-good" />
      <span className="min-w-0">
        Your answer is sent and stands above. You can close this page: what we write next comes by e-mail,
        unless these mails are switched off.
      </span>
    </p>
  );
}

const newRequest = (
  <Link to="/?signIn=1" className="font-medium text-spark-ink underline underline-offset-2">
    Sign in to start a new request
  </Link>
);
