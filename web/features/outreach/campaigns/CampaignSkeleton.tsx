import { Loading, Skeleton } from '#web/ui/states/Skeleton.tsx';

/** In the shape of one campaign. */
export function CampaignSkeleton() {
  return (
    <Loading label="Loading your campaigns" className="py-3.5 pb-0">
      <div className="grid grid-cols-1 gap-1.5">
        <div className="flex justify-between gap-3">
          <Skeleton className="h-5 w-40" />
          <Skeleton className="h-5 w-20" />
        </div>
        <Skeleton className="h-4 w-36" />
        <Skeleton className="h-4 w-52" />
        <Skeleton className="h-10 w-full" />
        <Skeleton className="h-4 w-64 max-w-full" />
        <Skeleton className="h-5 w-24" />
        <Skeleton className="h-control w-44" />
      </div>
    </Loading>
  );
}
