import CircleUser from 'lucide-react/icons/circle-user';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { JobThread } from '#shared/contracts/support-requests.ts';
import { useConfig } from '#web/api/config.ts';
import { PromiseNote } from '#web/features/support-requests/PromiseNote.tsx';
import { Time } from '#web/ui/Time.tsx';
import { RequestTitle } from './RequestTitle.tsx';
import { StandingBadges } from './StandingBadges.tsx';
import { agentOf, isReopened, unclaimedWords } from './standing.ts';

/** Title, status, promise, and whose turn it is. */
export function RequestStanding({ thread }: { thread: JobThread }) {
  const { appName, requestTitle, created_at, promise, waitingForCustomer, resolvedAt } = thread;
  const { data: config } = useConfig();
  return (
    <header className="mt-4">
      <RequestTitle appName={appName} requestTitle={requestTitle} />
      <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <StandingBadges job={thread} reader="customer" />
        <span className="text-meta text-faint">
          Sent <Time at={created_at} />
        </span>
      </div>
      <div className="mt-3 grid grid-cols-1 gap-1">
        <PromiseNote promise={promise} hours={config?.supportHours} isResolved={resolvedAt !== null} />
        <Agent thread={thread} />
        {isReopened(thread) ? (
          <p className="text-meta text-soft">
            It was resolved and is open again. No new time for a first answer runs.
          </p>
        ) : null}
      </div>
      {waitingForCustomer && !resolvedAt ? <YourTurn isPaused={promise.state === 'paused'} /> : null}
    </header>
  );
}

function Agent({ thread }: { thread: JobThread }) {
  const agent = agentOf(thread);
  const isResolved = thread.resolvedAt !== null;
  if (!agent && isResolved) return null;
  return (
    <p className="flex gap-1.5 text-meta text-soft">
      <CircleUser size={14} aria-hidden="true" className="mt-0.5 shrink-0" />
      <span className="min-w-0 wrap-anywhere">
        {agent ? (
          <>
            <bdi>{agent}</bdi> {isResolved ? 'worked' : 'works'} on it
          </>
        ) : (
          unclaimedWords(thread)
        )}
      </span>
    </p>
  );
}

function YourTurn({ isPaused }: { isPaused: boolean }) {
  return (
    <div className="mt-4 rounded-m bg-warn-wash px-4 py-3.5">
      <p className="flex items-center gap-2 font-medium text-warn">
        <TriangleAlert size={16} aria-hidden="true" className="shrink-0" />
        Waiting for you
      </p>
      <p className="mt-1">
        Please answer the question in the conversation below.
        {isPaused ? ' The time for our first answer stands still until then.' : null}{' '}
        <a href="#your-answer" className="font-medium text-spark-ink underline underline-offset-2">
          Go to the answer field
        </a>
      </p>
    </div>
  );
}
