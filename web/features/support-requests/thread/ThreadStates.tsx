import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { Loading, Skeleton } from '#web/ui/states/Skeleton.tsx';

type ThreadStatesProps<Thread> = {
  query: UseQueryResult<Thread | null>;
  /** Heading of the page while there is no thread. */
  heading: ReactNode;
  loading?: ReactNode;
  /** Shown when there is no such request. */
  none: ReactNode;
  failure: { title: string; text: string };
  children: (thread: Thread) => ReactNode;
};

/** The states of a page about one request: loading, none such, not loaded, and shown, with a note once it is stale. */
export function ThreadStates<Thread>(props: ThreadStatesProps<Thread>) {
  const { query, heading, loading = <RequestSkeleton />, none, failure, children } = props;
  const { data: thread, isPending, isError, refetch } = query;
  if (thread)
    return (
      <>
        <StaleNote isStale={isError} />
        {children(thread)}
      </>
    );
  return (
    <>
      {heading}
      {isPending ? loading : null}
      {thread === null ? none : null}
      {thread === undefined && !isPending ? (
        <ErrorState title={failure.title} onRetry={() => void refetch()} className="mt-5">
          {failure.text}
        </ErrorState>
      ) : null}
    </>
  );
}

/** Notes that the screen could not be refetched; that is tried again. */
export function StaleNote({ isStale }: { isStale: boolean }) {
  return (
    <div
      role="status"
      className={isStale ? 'mt-3 rounded-s bg-muted px-3.5 py-2.5 text-meta text-soft' : undefined}
    >
      {isStale
        ? 'This could not be read anew just now. What you see may be a little old; we keep trying.'
        : null}
    </div>
  );
}

/** In the shape of a request's page. */
function RequestSkeleton() {
  return (
    <Loading label="Loading the request" className="mt-4">
      <div className="grid grid-cols-1 gap-5">
        <div className="grid gap-2.5">
          <Skeleton className="h-3 w-40" />
          <Skeleton className="h-7 w-96 max-w-full" />
          <Skeleton className="h-3 w-56" />
        </div>
        <Skeleton className="h-48 w-full rounded-m" />
        <Skeleton className="h-64 w-full rounded-m" />
      </div>
    </Loading>
  );
}
