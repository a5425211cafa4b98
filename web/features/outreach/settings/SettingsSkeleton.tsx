import { Loading, Skeleton } from '#web/ui/states/Skeleton.tsx';

export function SettingsSkeleton() {
  return (
    <Loading label="Loading your campaigns" className="mt-4">
      <div className="grid gap-3">
        <Skeleton className="h-8 w-56 max-w-full" />
        <Skeleton className="h-5 w-64 max-w-full" />
        <Skeleton className="h-8 w-32" />
      </div>
    </Loading>
  );
}
