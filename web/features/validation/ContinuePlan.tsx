import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/controls/Button.tsx';

type ContinuePlanProps = { appName: string; onContinue: () => void };

/** The plan that lies open in this browser, among the activities. */
export function ContinuePlan({ appName, onContinue }: ContinuePlanProps) {
  return (
    <article className="min-w-0">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <h3 className="min-w-0 wrap-anywhere">
          Validation plan for "<bdi>{appName}</bdi>"
        </h3>
        <Badge>Open</Badge>
      </div>
      <div className="mt-1.5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-meta text-faint">Kept in this browser</p>
        <Button onClick={onContinue}>Continue your plan</Button>
      </div>
    </article>
  );
}
