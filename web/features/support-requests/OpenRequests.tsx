import { useQuery } from '@tanstack/react-query';
import Inbox from 'lucide-react/icons/inbox';
import { Link } from 'react-router';
import { type Job, listJobs } from '#shared/contracts/support-requests.ts';
import { requestPath } from '#shared/rules/suite-paths.ts';
import { call } from '#web/api/call.ts';
import { useConfig } from '#web/api/config.ts';
import { orNothing } from '#web/api/or-nothing.ts';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { Loading } from '#web/ui/states/Skeleton.tsx';
import { SlaNote } from './SlaNote.tsx';
import { StatusBadges } from './thread/RequestHeader.tsx';

/** One more is asked for: it tells whether there are more. */
const shown = 3;

/** The newest requests that are not resolved, each with the state of its SLA. */
export function OpenRequests({ userId }: { userId: string }) {
  const { data: jobs, isPending, isError, refetch } = useOpenRequests(userId, shown + 1);
  const { data: config } = useConfig();
  return (
    <div tabIndex={-1} className="mt-3.5 grid grid-cols-1 gap-3 outline-none">
      {isPending ? <Loading label="Loading your open requests" /> : null}
      {jobs?.length === 0 && !isError ? (
        <EmptyState icon={Inbox} title="No open request">
          A request stands here, with the time until its answer is due, until it is resolved.
        </EmptyState>
      ) : null}
      {jobs && jobs.length > 0 ? (
        <ul aria-label="Open requests" className="divide-y divide-line border-y border-line">
          {jobs.slice(0, shown).map((job) => (
            <OpenRequest key={job.id} job={job} hours={config?.supportHours} />
          ))}
        </ul>
      ) : null}
      {jobs && jobs.length > shown ? (
        <p className="text-meta text-faint">The newest {shown}; all stand among your activities.</p>
      ) : null}
      {isError ? (
        <ErrorState title="Your open requests could not be loaded." onRetry={() => void refetch()}>
          They are safe on the server, and their clocks go on.
        </ErrorState>
      ) : null}
    </div>
  );
}

function OpenRequest({ job, hours }: { job: Job; hours: string | undefined }) {
  return (
    <li className="grid grid-cols-1 gap-1 py-2.5">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <Link
          to={requestPath(job.id)}
          dir="auto"
          className="line-clamp-2 min-w-0 flex-[1_1_9rem] font-medium wrap-anywhere hover:underline"
        >
          {job.requestTitle}
        </Link>
        <StatusBadges job={job} reader="customer" />
      </div>
      <SlaNote promise={job.promise} hours={hours} />
    </li>
  );
}

/** The newest `limit` of the account's requests that are not resolved. */
function useOpenRequests(userId: string, limit: number) {
  return useQuery({
    queryKey: openRequestsKey(userId),
    queryFn: ({ signal }) => orNothing<Job[]>(call(listJobs, { query: { open: '1', limit }, signal }), []),
    refetchInterval: 60_000,
    refetchOnWindowFocus: 'always',
  });
}

/** Query key to invalidate when a request was made or changed. */
export const openRequestsKey = (userId: string) => ['support-requests', userId, 'open'];
