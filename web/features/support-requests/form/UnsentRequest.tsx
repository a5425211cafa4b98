import { preview } from '#shared/rules/preview.ts';
import { Button } from '#web/ui/Button.tsx';
import type { JobFormStart } from './request-draft.ts';
import { type Unsent, useUnsentRequest } from './use-unsent-request.ts';

type UnsentRequestProps = { userId: string; onContinue: (start: JobFormStart) => void };

/** The newest request, or change to one, that lies unsent in this browser; nothing where there is none. */
export function UnsentRequest({ userId, onContinue }: UnsentRequestProps) {
  const unsent = useUnsentRequest(userId);
  if (!unsent) return null;
  const { name, jobId, trailId } = unsent;
  const start = jobId === null ? { ...(trailId === null ? {} : { trailId }) } : { jobId };
  return (
    <p className="mt-3 flex flex-wrap items-center justify-between gap-x-3 gap-y-2 rounded-s bg-muted px-3.5 py-2.5 text-soft">
      <span className="min-w-0 flex-[1_1_10rem] wrap-anywhere">
        {standingWords(unsent)}{' '}
        <bdi className="text-ink">{name === '' ? 'without a title' : preview(name, 80)}</bdi>
      </span>
      <Button onClick={() => onContinue(start)}>Continue</Button>
    </p>
  );
}

function standingWords({ isUncertain, jobId }: Unsent): string {
  if (jobId === null)
    return isUncertain ? 'Your request may not have arrived:' : 'You have an unsent request:';
  return isUncertain
    ? 'Your changes to a request may not have arrived:'
    : 'You have changes to a request that are not saved:';
}
