import { useQuery, useQueryClient } from '@tanstack/react-query';
import Check from 'lucide-react/icons/check';
import Link2Off from 'lucide-react/icons/link-2-off';
import { useState } from 'react';
import { Link } from 'react-router';
import {
  answerLinkedThread,
  type LinkedThread,
  readLinkedThread,
} from '#shared/contracts/support-requests.ts';
import { type MessageCode, message } from '#shared/messages/catalogue.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { useConfig } from '#web/api/config.ts';
import { draftKey } from '#web/drafts/draft-key.ts';
import { SlaNote } from '#web/features/support-requests/SlaNote.tsx';
import { Conversation } from '#web/features/support-requests/thread/Conversation.tsx';
import { IssueList } from '#web/features/support-requests/thread/IssueList.tsx';
import { MessageForm } from '#web/features/support-requests/thread/MessageForm.tsx';
import { RequestTitle } from '#web/features/support-requests/thread/RequestTitle.tsx';
import { ResolvedNote } from '#web/features/support-requests/thread/ResolvedNote.tsx';
import { StaleNote } from '#web/features/support-requests/thread/StaleNote.tsx';
import { isClosed } from '#web/features/support-requests/thread/status.ts';
import { useMessageForm } from '#web/features/support-requests/thread/use-message-form.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Card, CardHeader } from '#web/ui/Card.tsx';
import { buttonClass } from '#web/ui/controls/button-class.ts';
import { showToast } from '#web/ui/overlays/toast.ts';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { Outcome } from '#web/ui/states/Outcome.tsx';
import { Loading } from '#web/ui/states/Skeleton.tsx';
import { Time } from '#web/ui/Time.tsx';

/** Thread behind the link of a mail, for anybody who holds the link. */
export function LinkedThreadCard({ token }: { token: string }) {
  const { data: thread, isPending, isError, refetch } = useLinkedThread(token);
  if (thread)
    return (
      <>
        <StaleNote isStale={isError} />
        <LinkedConversation token={token} thread={thread} />
      </>
    );
  return (
    <>
      <h1 className="mb-5 text-title">Answer to a support request</h1>
      {isPending ? <Loading label="Loading the conversation" /> : null}
      {thread === null ? <InvalidLink /> : null}
      {thread === undefined && !isPending ? (
        <ErrorState title="The conversation could not be loaded." onRetry={() => void refetch()}>
          Everything that was written is safe on the server. What you had begun to write is kept in this
          browser.
        </ErrorState>
      ) : null}
    </>
  );
}

function InvalidLink() {
  const { text } = message('thread_link_invalid');
  return (
    <Outcome
      icon={Link2Off}
      title="This link does not work"
      text={`${text} If you came from a mail, open its link once more.`}
      action={
        <Link to="/?signIn=1" className={buttonClass({ variant: 'primary' })}>
          Sign in
        </Link>
      }
    />
  );
}

type LinkedConversationProps = { token: string; thread: LinkedThread };

/** The thread of one request and a field to answer in; nothing else of the account. */
function LinkedConversation({ token, thread }: LinkedConversationProps) {
  return (
    <>
      <LinkedStatus thread={thread} />
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

function LinkedStatus({ thread }: { thread: LinkedThread }) {
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
      <SlaNote
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
  const { post, refetch } = useLinkedAnswering(token);
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
    onFailed: refetch,
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

/** A short name for a text that does not give it away (FNV-1a, 32 bits); `crypto.subtle` is not there on plain http. */
function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(36);
}

const refreshMs = 60_000;

// A link that was cut or written by hand is not even a request.
const unknownCodes: (MessageCode | null)[] = ['thread_link_invalid', 'job_not_found', 'body_invalid'];

/** The thread that a mail's link leads to; null when it leads to none. Reading it changes nothing. */
function useLinkedThread(token: string) {
  return useQuery({
    queryKey: threadKey(token),
    queryFn: ({ signal }) => readThread(token, signal),
    refetchInterval: refreshMs,
    refetchOnWindowFocus: 'always',
  });
}

/** Sends the answer and shows the thread that has it. */
function useLinkedAnswering(token: string) {
  const client = useQueryClient();
  const key = threadKey(token);
  return {
    async post(written: { id: string; text: string }): Promise<LinkedThread> {
      const thread = await call(answerLinkedThread, { body: { token, ...written } });
      await client.cancelQueries({ queryKey: key });
      client.setQueryData(key, thread);
      return thread;
    },
    refetch: () => void client.invalidateQueries({ queryKey: key }),
  };
}

async function readThread(token: string, signal: AbortSignal): Promise<LinkedThread | null> {
  if (token === '') return null;
  try {
    return await call(readLinkedThread, { body: { token }, signal });
  } catch (error) {
    if (error instanceof ApiError && unknownCodes.includes(error.code)) return null;
    throw error;
  }
}

const threadKey = (token: string) => ['linked-support-thread', token];
