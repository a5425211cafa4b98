import { preview } from '#shared/rules/preview.ts';
import { Button } from '#web/ui/Button.tsx';
import type { JobFormStart } from './request-draft.ts';
import { useUnsentRequest } from './use-unsent-request.ts';

type UnsentRequestProps = { userId: string; onContinue: (start: JobFormStart) => void };

/** The newest request that lies unsent in this browser; nothing where there is none. */
export function UnsentRequest({ userId, onContinue }: UnsentRequestProps) {
  const unsent = useUnsentRequest(userId);
  if (!unsent) return null;
  const { name, isUncertain, jobId, trailId } = unsent;
  const start = jobId === null ? { ...(trailId === null ? {} : { trailId }) } : { jobId };
  return (
    <p className="mt-3 flex flex-wrap items-center justify-between gap-x-3 gap-y-2 rounded-s bg-muted px-3.5 py-2.5 text-soft">
      <span className="min-w-0 flex-[1_1_10rem] wrap-anywhere">
        {isUncertain ? 'Your request may not have arrived:' : 'You have an unsent request:'}{' '}
        <bdi className="text-ink">{name === '' ? 'without a title' : preview(name, 80)}</bdi>
      </span>
      <Button onClick={() => onContinue(start)}>Continue</Button>
    </p>
  );
}
