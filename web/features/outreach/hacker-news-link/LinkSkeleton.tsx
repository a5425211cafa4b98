import { Loading, Skeleton } from '#web/ui/states/Skeleton.tsx';

export function LinkSkeleton() {
  return (
    <Loading label="Loading the page">
      <div className="grid gap-5">
        <Skeleton className="h-16 w-full rounded-m" />
        <Skeleton className="h-24 w-full rounded-m" />
        <Skeleton className="h-8 w-28" />
      </div>
    </Loading>
  );
}
