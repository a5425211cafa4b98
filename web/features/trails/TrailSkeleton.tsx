import { Card } from '#web/ui/Card.tsx';
import { Loading, Skeleton } from '#web/ui/states/Skeleton.tsx';

const steps = ['w-16', 'w-24', 'w-44', 'w-20', 'w-20', 'w-28'];

/** The next step and the steps, before they have come. */
export function TrailSkeleton() {
  return (
    <Loading label="Loading the idea">
      <div className="grid gap-5">
        <Card className="grid gap-3">
          <Skeleton className="h-5 w-24" />
          <Skeleton className="h-4 w-full max-w-lg" />
          <Skeleton className="h-control w-44" />
        </Card>
        <Card>
          <Skeleton className="h-5 w-16" />
          <div className="mt-2 divide-y divide-line">
            {steps.map((width, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they never change places
              <div key={place} className="flex gap-3 py-3.5">
                <Skeleton className="size-4.5 shrink-0 rounded-full!" />
                <div className="grid grow gap-2">
                  <Skeleton className={`h-4 max-w-full ${width}`} />
                  <Skeleton className="h-3.5 w-3/5" />
                </div>
              </div>
            ))}
          </div>
        </Card>
      </div>
    </Loading>
  );
}
