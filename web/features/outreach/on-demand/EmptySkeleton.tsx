import { Loading, Skeleton } from '#web/ui/states/Skeleton.tsx';

/** In the shape of a card that has nothing to show yet. */
export function EmptySkeleton({ label, className }: { label: string; className?: string }) {
  return (
    <Loading label={label} className={className ?? 'mt-4'}>
      <Skeleton className="h-48 w-full rounded-m" />
    </Loading>
  );
}
