import { Link } from 'react-router';
import { reopenableUntil } from '#shared/rules/reopening.ts';
import { requestPath } from '#shared/rules/request-path.ts';
import { isClosed } from '#web/features/support-requests/thread/standing.ts';
import { Time } from '#web/ui/Time.tsx';

type ResolvedRequestProps = { jobId: string; resolvedAt: string; onLeave: () => void };

/** Why a resolved request can't be changed, and what helps instead. */
export function ResolvedRequest({ jobId, resolvedAt, onLeave }: ResolvedRequestProps) {
  const until = reopenableUntil(resolvedAt).toISOString();
  return (
    <div role="status" className="rounded-m bg-warn-wash px-4 py-3.5">
      <p className="font-medium">This request is resolved and can’t be changed.</p>
      <p className="text-soft">
        {isClosed({ resolvedAt }) ? (
          <>
            It could be opened again until <Time at={until} />. Please start a new request.
          </>
        ) : (
          <>
            Is something still wrong? An answer in its thread opens it again, until <Time at={until} />.
          </>
        )}{' '}
        What you have changed here is kept in this browser.
      </p>
      <Link
        to={requestPath(jobId)}
        onClick={onLeave}
        className="mt-1 inline-flex items-center rounded-s font-medium text-spark-ink underline underline-offset-2 pointer-coarse:min-h-11"
      >
        Open its thread
      </Link>
    </div>
  );
}
