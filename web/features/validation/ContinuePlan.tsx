import { Button } from '#web/ui/controls/Button.tsx';

type ContinuePlanProps = { appName: string; onContinue: () => void };

/** The plan that lies open in this browser, among the activities. */
export function ContinuePlan({ appName, onContinue }: ContinuePlanProps) {
  return (
    <article className="flex min-w-0 flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="min-w-0 flex-[1_1_12rem]">
        <h3 className="wrap-anywhere">
          Validation plan for "<bdi>{appName}</bdi>"
        </h3>
        <p className="text-meta text-faint">Open in this browser</p>
      </div>
      <Button onClick={onContinue}>Continue your plan</Button>
    </article>
  );
}
