import { Loading, Skeleton } from '#web/ui/states/Skeleton.tsx';

/** In the shape of the meters. */
export function ReachSkeleton() {
  return (
    <Loading label="Loading what came of your replies" className="mt-4">
      <div className="grid gap-3.5">
        {['visits', 'sign-ups', 'answers', 'qualified'].map((name) => (
          <Skeleton key={name} className="h-7 w-full" />
        ))}
      </div>
    </Loading>
  );
}
