import { Loading, Skeleton } from '#web/ui/states/Skeleton.tsx';

/** One row of the list. */
export const row = 'border-t border-line px-4 py-3.5 sm:px-5';

export function HistorySkeleton() {
  return (
    <Loading label="Loading your conversations" className={row}>
      <div className="grid grid-cols-1 gap-2.5">
        <div className="flex justify-between gap-6">
          <Skeleton className="h-4 w-64 max-w-full" />
          <Skeleton className="h-4 w-24" />
        </div>
        <Skeleton className="h-3 w-2/5" />
        <Skeleton className="h-3 w-full" />
        <Skeleton className="h-8 w-40" />
      </div>
    </Loading>
  );
}
