import { useQuery } from '@tanstack/react-query';
import Check from 'lucide-react/icons/check';
import Link2Off from 'lucide-react/icons/link-2-off';
import { useEffect, useEffectEvent, useState } from 'react';
import { Link } from 'react-router';
import {
  answerLinkedThread,
  type LinkedThread,
  readLinkedThread,
  readUnaddedMail,
} from '#shared/contracts/support-requests/support-threads.ts';
import { message } from '#shared/messages/catalogue.ts';
import { call } from '#web/api/call.ts';
import { useConfig } from '#web/api/config.ts';
import { draftKey } from '#web/drafts/draft-store.ts';
import { SlaNote } from '#web/features/support-requests/SlaNote.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Card, CardHeader } from '#web/ui/Card.tsx';
import { buttonClass } from '#web/ui/controls/button-class.ts';
import { showToast } from '#web/ui/overlays/toast.ts';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { Outcome } from '#web/ui/states/Outcome.tsx';
import { Loading } from '#web/ui/states/Skeleton.tsx';
import { Time } from '#web/ui/Time.tsx';
import { AnswerForm } from './AnswerForm.tsx';
import { Conversation } from './Conversation.tsx';
import { useMessageForm } from './MessageForm.tsx';
import { IssueList } from './RequestFields.tsx';
import { RequestTitle } from './RequestHeader.tsx';
import { ThreadStates } from './ThreadStates.tsx';
import { orNoRequest, useShownThread } from './use-request.ts';

type LinkedThreadCardProps = {
  token: string;
  /** A mail that was not added, whose words the field holds. */
  mailId?: string | undefined;
};

/** Thread behind the link of a mail, for anybody who holds the link. */
export function LinkedThreadCard({ token, mailId }: LinkedThreadCardProps) {
  return (
    <ThreadStates
      query={useLinkedThread(token)}
      heading={<h1 className="mb-5 text-title">Answer to a support request</h1>}
      loading={<Loading label="Loading the conversation" />}
      none={<InvalidLink />}
      failure={{
        title: 'The conversation could not be loaded.',
        text: 'Everything that was written is safe on the server. What you had begun to write is kept in this browser.',
      }}
    >
      {(thread) => <LinkedConversation token={token} mailId={mailId} thread={thread} />}
    </ThreadStates>
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

type LinkedConversationProps = { token: string; mailId: string | undefined; thread: LinkedThread };

/** The thread of one request and a field to answer in; nothing else of the account. */
function LinkedConversation({ token, mailId, thread }: LinkedConversationProps) {
  return (
    <>
      <LinkedStatus thread={thread} />
      <Card className="mt-5">
        <CardHeader title="Your request" className="mb-3" />
        <IssueList issues={thread.issueDescriptions} />
      </Card>
      <Card className="mt-5">
        <CardHeader title="Conversation" className="mb-3" />
        <Conversation
          messages={thread.messages}
          reader="customer"
          token={token}
          empty="Nobody has answered yet."
        />
        <LinkedAnswer token={token} mailId={mailId} thread={thread} />
      </Card>
    </>
  );
}

function LinkedStatus({ thread }: { thread: LinkedThread }) {
  const { appName, requestTitle, created_at, due, waitingForCustomer, resolvedAt } = thread;
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
      <SlaNote due={due} hours={config?.supportHours} isResolved={resolvedAt !== null} className="mt-2" />
    </header>
  );
}

function LinkedAnswer({ token, mailId, thread }: LinkedConversationProps) {
  const { show, refetch } = useShownThread(threadKey(token));
  const [isSent, setIsSent] = useState(false);
  const form = useMessageForm({
    // The token itself must not lie around in the browser.
    storageKey: draftKey('visitor', `support-answer ${fingerprint(token)}`),
    messages: thread.messages,
    post: async ({ id, text }) => show(await call(answerLinkedThread, { body: { token, id, text } })),
    failureCode: 'answer_failed',
    onSent() {
      setIsSent(true);
      showToast(message('answer_sent'));
    },
    onFailed: refetch,
  });
  const unadded = useUnaddedMail(token, mailId);
  const insert = useEffectEvent((words: string) => {
    if (form.text === '') form.change(words);
  });
  const words = unadded.data?.text;
  useEffect(() => {
    if (words) insert(words);
  }, [words]);
  return (
    <div className="mt-5 grid grid-cols-1 gap-4 border-t border-line pt-4">
      {unadded.isLoading ? <Loading label="Loading the words of your mail" /> : null}
      {unadded.isError ? (
        <ErrorState
          title="The words of your mail could not be loaded."
          onRetry={() => void unadded.refetch()}
        />
      ) : null}
      {isSent && form.text === '' ? <SentNote /> : null}
      <AnswerForm
        form={form}
        thread={thread}
        label={isSent ? 'Write something more' : undefined}
        help="Known keys and passwords are masked."
        newRequest={newRequest}
      />
    </div>
  );
}

function SentNote() {
  return (
    <p className="flex gap-2 rounded-m bg-good-wash px-4 py-3">
      <Check size={17} aria-hidden="true" className="mt-0.5 shrink-0 text-good" />
      <span className="min-w-0">Your answer is sent and stands above. You can close this page.</span>
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

/** The thread that a mail's link leads to; null when it leads to none. Reading it changes nothing. */
function useLinkedThread(token: string) {
  return useQuery({
    queryKey: threadKey(token),
    queryFn: ({ signal }) => readThread(token, signal),
    refetchInterval: refreshMs,
    refetchOnWindowFocus: 'always',
  });
}

async function readThread(token: string, signal: AbortSignal): Promise<LinkedThread | null> {
  if (token === '') return null;
  // A link that was cut or written by hand is not even a request.
  return orNoRequest(call(readLinkedThread, { body: { token }, signal }), [
    'thread_link_invalid',
    'job_not_found',
    'body_invalid',
  ]);
}

/** Words of a mail that was not added, read once. */
function useUnaddedMail(token: string, mailId = '') {
  return useQuery({
    queryKey: ['unadded-mail', token, mailId],
    queryFn: ({ signal }) => call(readUnaddedMail, { body: { token, mailId }, signal }),
    enabled: mailId !== '',
    staleTime: Number.POSITIVE_INFINITY,
  });
}

const threadKey = (token: string) => ['linked-support-thread', token];
