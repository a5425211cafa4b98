import { Button } from '#web/ui/Button.tsx';
import { Loading } from '#web/ui/Skeleton.tsx';
import type { useOpening } from './use-opening.ts';

type OpeningNoteProps = { opening: ReturnType<typeof useOpening> };

/** How far the opening of a plan is that this browser does not have. */
export function OpeningNote({ opening }: OpeningNoteProps) {
  if (opening.isReading) return <Loading label="Opening the plan" />;
  if (!opening.failed) return null;
  return (
    <p role="alert" className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-1 text-bad">
      The plan is not in this browser, and its survey could not be read.
      <Button onClick={opening.retry}>Try again</Button>
    </p>
  );
}
