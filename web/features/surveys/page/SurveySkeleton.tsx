import { Card } from '#web/ui/Card.tsx';
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx';

export function SurveySkeleton() {
  return (
    <Loading label="Loading the survey">
      <Skeleton className="h-8 w-4/5" />
      <Skeleton className="mt-3 h-4 w-2/5" />
      <Card className="mt-6 grid gap-8 sm:p-8">
        {['w-3/5', 'w-4/5', 'w-2/3'].map((width) => (
          <div key={width} className="ml-7 grid gap-2.5">
            <Skeleton className={`h-5 ${width}`} />
            <Skeleton className="h-control w-full" />
          </div>
        ))}
      </Card>
    </Loading>
  );
}
