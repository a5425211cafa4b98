import { Loading, Skeleton } from '#web/ui/states/Skeleton.tsx';

export function AccountSkeleton({ className }: { className: string }) {
  return (
    <Loading label="Loading your accounts" className={className}>
      <div className="grid gap-2.5">
        <Skeleton className="h-4 w-48" />
        <Skeleton className="h-3 w-full" />
      </div>
    </Loading>
  );
}
