import CircleCheck from 'lucide-react/icons/circle-check';
import CircleUser from 'lucide-react/icons/circle-user';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import type { Job } from '#shared/contracts/support-requests/support-requests.ts';
import type { HistoryEntry, JobThread } from '#shared/contracts/support-requests/support-threads.ts';
import { message } from '#shared/messages/catalogue.ts';
import { statusLabels } from '#shared/rules/support/status.ts';
import { useConfig } from '#web/api/config.ts';
import { draftKey } from '#web/drafts/draft-store.ts';
import { SlaNote } from '#web/features/support-requests/SlaNote.tsx';
import { Card, CardHeader } from '#web/ui/Card.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { scrollBehavior } from '#web/ui/motion.ts';
import { showToast } from '#web/ui/overlays/toast.ts';
import { Time } from '#web/ui/Time.tsx';
import { AnswerForm } from './AnswerForm.tsx';
import { Conversation } from './Conversation.tsx';
import { History } from './History.tsx';
import { useMessageForm } from './MessageForm.tsx';
import { RequestFields } from './RequestFields.tsx';
import { RequestTitle, StatusBadges } from './RequestHeader.tsx';
import { UnreachableNote } from './UnreachableNote.tsx';
import { useAnswering, useFreshMessages } from './use-request.ts';

type RequestViewProps = {
  userId: string;
  thread: JobThread;
  /** False while the thread is one from an earlier visit. */
  isCurrent: boolean;
  onEdit: () => void;
  /** An answer changes what is listed elsewhere. */
  onAnswered: (job: Job) => void;
  /** Links to what the request is about. */
  links?: ReactNode;
};

/** A support request as its owner sees it. */
export function RequestView(props: RequestViewProps) {
  const { userId, thread, isCurrent, onEdit, onAnswered, links } = props;
  const { messages, history, resolvedAt } = thread;
  const fresh = useFreshMessages(thread, onAnswered);
  const firstNew = useRef<HTMLLIElement>(null);
  // Once: a page that is being read stays where it is.
  useEffect(() => {
    if (isCurrent) firstNew.current?.scrollIntoView({ behavior: scrollBehavior(), block: 'start' });
  }, [isCurrent]);
  return (
    <div className="grid grid-cols-1 gap-5">
      <RequestStatus thread={thread} />
      <UnreachableNote thread={thread}>
        {resolvedAt
          ? 'Read our answers here.'
          : 'Read our answers here, or edit your request to change the address.'}
      </UnreachableNote>
      <Card>
        <CardHeader
          title="Your request"
          action={resolvedAt ? null : <Button onClick={onEdit}>Edit</Button>}
        />
        <RequestFields job={thread} links={links} />
      </Card>
      <Card>
        <CardHeader title="Conversation" className="mb-3" />
        <Conversation
          messages={messages}
          reader="customer"
          requestId={thread.id}
          empty="Nobody has written yet."
          fresh={fresh}
          firstNew={firstNew}
        />
        <Answer userId={userId} thread={thread} onAnswered={onAnswered} />
      </Card>
      <History history={history} reader="customer" />
    </div>
  );
}

type AnswerProps = Pick<RequestViewProps, 'userId' | 'thread' | 'onAnswered'>;

function Answer({ userId, thread, onAnswered }: AnswerProps) {
  const { id, messages } = thread;
  const { post, solve, refetch } = useAnswering(userId, id);
  const form = useMessageForm({
    storageKey: draftKey(userId, `request ${id}`),
    messages,
    async post(written) {
      const answered = await post(written);
      onAnswered(answered);
      return answered;
    },
    takesFiles: true,
    failureCode: 'answer_failed',
    onSent: () => showToast(message('answer_sent')),
    onFailed: refetch,
  });
  return (
    <div id="your-answer" className="mt-5 grid scroll-mt-4 grid-cols-1 gap-4 border-t border-line pt-4">
      <AnswerForm
        form={form}
        thread={thread}
        help="Known keys and passwords are masked."
        beside={
          thread.resolvedAt ? null : (
            <Button
              icon={<CircleCheck size={16} aria-hidden="true" />}
              busy={solve.isPending}
              busyText="Saving..."
              onClick={() => solve.mutate(undefined, { onSuccess: onAnswered })}
            >
              Mark as solved
            </Button>
          )
        }
        newRequest={newRequest}
      />
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

/** Title, status, SLA, and whose turn it is. */
function RequestStatus({ thread }: { thread: JobThread }) {
  const { appName, requestTitle, created_at, due, waitingForCustomer, resolvedAt } = thread;
  const { data: config } = useConfig();
  return (
    <header className="mt-4">
      <RequestTitle appName={appName} requestTitle={requestTitle} />
      <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <StatusBadges job={{ ...thread, newMessages: 0 }} reader="customer" />
        <span className="text-meta text-faint">
          Sent <Time at={created_at} />
        </span>
      </div>
      <div className="mt-3 grid grid-cols-1 gap-1">
        <SlaNote due={due} hours={config?.supportHours} isResolved={resolvedAt !== null} />
        <Agent thread={thread} />
        {isReopened(thread) ? (
          <p className="text-meta text-soft">It was resolved and is open again.</p>
        ) : null}
      </div>
      {waitingForCustomer && !resolvedAt ? <YourTurn isPaused={due.state === 'paused'} /> : null}
    </header>
  );
}

function Agent({ thread }: { thread: JobThread }) {
  const agent = agentOf(thread);
  const isResolved = thread.resolvedAt !== null;
  if (!agent && isResolved) return null;
  const work = isResolved ? 'worked on it' : 'works on it';
  return (
    <p className="flex gap-1.5 text-meta text-soft">
      <CircleUser size={14} aria-hidden="true" className="mt-0.5 shrink-0" />
      <span className="min-w-0 wrap-anywhere">
        {agent ? (
          <>
            <bdi>{agent}</bdi> {work}
          </>
        ) : (
          unclaimedLabel(thread)
        )}
      </span>
    </p>
  );
}

/** The agent who works on it, by the history; null when there is none. */
function agentOf({ claimed, history }: JobThread): string | null {
  if (!claimed) return null;
  const isTaking = ({ action }: HistoryEntry) => ['claimed', 'taken_over', 'assigned'].includes(action);
  const taking = history.findLast(isTaking);
  return (taking?.action === 'assigned' ? taking.to : taking?.actorName) || 'An agent';
}

/** Label while it is unclaimed: its owner may have set a status that says otherwise. */
function unclaimedLabel({ status, history }: Pick<JobThread, 'status' | 'history'>): string {
  const changed = history.findLast(({ action }) => action === 'status_changed');
  if (changed?.actor === 'customer' && status !== 'PENDING')
    return `You set this to ${statusLabels[status]}; nobody has claimed it yet`;
  const wasClaimed = history.some(({ action }) => action === 'claimed');
  return wasClaimed ? 'Nobody works on it at the moment' : 'Nobody has begun to work on it yet';
}

/** True when it was resolved and is open again. */
function isReopened({ resolvedAt, history }: Pick<JobThread, 'resolvedAt' | 'history'>): boolean {
  return resolvedAt === null && history.some(({ action }) => action === 'reopened');
}

function YourTurn({ isPaused }: { isPaused: boolean }) {
  return (
    <div className="mt-4 rounded-m bg-warn-wash px-4 py-3.5">
      <p className="flex items-center gap-2 font-medium text-warn">
        <TriangleAlert size={16} aria-hidden="true" className="shrink-0" />
        Waiting for you
      </p>
      <p className="mt-1">
        Please answer the question below.<span>{isPaused ? ' Our clock waits until then.' : null}</span>{' '}
        <a href="#your-answer" className="font-medium text-spark-ink underline underline-offset-2">
          Go to the answer field
        </a>
      </p>
    </div>
  );
}
