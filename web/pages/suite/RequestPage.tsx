import { LifeBuoy } from 'lucide-react';
import { Link, useParams } from 'react-router';
import type { User } from '#shared/contracts/account.ts';
import type { JobThread } from '#shared/contracts/support-requests/support-threads.ts';
import { message } from '#shared/messages/catalogue.ts';
import { trailPath } from '#shared/rules/suite-paths.ts';
import { resultsPath } from '#shared/rules/surveys/survey-path.ts';
import { RequestView } from '#web/features/support-requests/thread/RequestView.tsx';
import { ThreadStates } from '#web/features/support-requests/thread/ThreadStates.tsx';
import { useRequest } from '#web/features/support-requests/thread/use-request.ts';
import { useSession } from '#web/identity/session.ts';
import { buttonClass } from '#web/ui/controls/button-class.ts';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { useTitle } from '#web/ui/use-title.ts';
import { ModalsOnDemand } from './dashboard/ModalsOnDemand.tsx';
import { useDashboardDialogs } from './dashboard/use-dashboard-dialogs.ts';
import { useRefreshRequests } from './dashboard/use-refresh-requests.ts';

/** One support request of the account, with its conversation. */
export function RequestPage() {
  const { id = '' } = useParams();
  const { user } = useSession();
  useTitle('Support request');
  if (!user) return null;
  return (
    <div className="page-edge max-w-4xl px-4 py-8 sm:px-6">
      <Link
        to={dashboard}
        className="inline-block rounded-s text-meta text-faint hover:text-ink pointer-coarse:py-3.5"
      >
        Back to the dashboard
      </Link>
      <ReadRequest key={`${user.id} ${id}`} user={user} requestId={id} />
    </div>
  );
}

function ReadRequest({ user, requestId }: { user: User; requestId: string }) {
  const query = useRequest(user.id, requestId);
  return (
    <ThreadStates
      query={query}
      heading={<h1 className="sr-only">Support request</h1>}
      none={
        <EmptyState
          icon={LifeBuoy}
          title={message('job_not_found').text}
          className="mt-5"
          action={
            <Link to={dashboard} className={buttonClass()}>
              See your requests
            </Link>
          }
        >
          It may belong to another account: all of yours stand on the dashboard.
        </EmptyState>
      }
      failure={{
        title: 'This request could not be loaded.',
        text: 'Everything that was written is safe on the server. What you had begun to write is kept in this browser.',
      }}
    >
      {(thread) => <OpenRequest user={user} thread={thread} isCurrent={query.isFetchedAfterMount} />}
    </ThreadStates>
  );
}

type OpenRequestProps = { user: User; thread: JobThread; isCurrent: boolean };

function OpenRequest({ user, thread, isCurrent }: OpenRequestProps) {
  const dialogs = useDashboardDialogs(user);
  const refreshRequests = useRefreshRequests(user.id);
  return (
    <>
      <RequestView
        userId={user.id}
        thread={thread}
        isCurrent={isCurrent}
        onEdit={() => dialogs.openSupportRequest({ jobId: thread.id })}
        onAnswered={refreshRequests}
        links={<About thread={thread} />}
      />
      <ModalsOnDemand user={user} dialogs={dialogs} />
    </>
  );
}

/** The survey and the idea that the request is about. */
function About({ thread: { surveySlug, trailId } }: { thread: JobThread }) {
  if (!surveySlug && !trailId) return null;
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1">
      {surveySlug ? (
        <Link to={resultsPath(surveySlug)} className={link}>
          View Results
        </Link>
      ) : null}
      {trailId ? (
        <Link to={trailPath(trailId)} className={link}>
          Idea trail
        </Link>
      ) : null}
    </p>
  );
}

const link = 'font-medium text-spark-ink underline underline-offset-2';
const dashboard = '/startup-spark-suite/dashboard';
