import { Loading, Skeleton } from '#web/ui/states/Skeleton.tsx';

export function DashboardSkeleton() {
  return (
    <Loading label="Loading the dashboard" className="mx-auto max-w-6xl px-4 py-8 sm:px-6">
      <Skeleton className="h-8 w-64 max-w-full" />
      <div className="mt-6 grid gap-5 lg:grid-cols-[1.55fr_1fr]">
        <Skeleton className="h-64 w-full rounded-m" />
        <Skeleton className="h-80 w-full rounded-m" />
      </div>
    </Loading>
  );
}
