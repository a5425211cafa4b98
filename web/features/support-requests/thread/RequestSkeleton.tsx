import { Loading, Skeleton } from '#web/ui/states/Skeleton.tsx';

/** In the shape of a request's page. */
export function RequestSkeleton() {
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
