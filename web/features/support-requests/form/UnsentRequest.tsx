import { useSyncExternalStore } from 'react';
import { preview } from '#shared/rules/text/plain-text.ts';
import { watchDrafts } from '#web/drafts/draft-store.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { listRequestDrafts, type RequestStart, storedRequest } from './request-draft.ts';

type UnsentRequestProps = { userId: string; onContinue: (start: RequestStart) => void };

/** The newest request, or change to one, that is unsent in this browser; nothing where there is none. */
export function UnsentRequest({ userId, onContinue }: UnsentRequestProps) {
  const newest = useSyncExternalStore(watchDrafts, () => readNewest(userId));
  if (newest === null) return null;
  const { document, unanswered } = storedRequest.parse(JSON.parse(newest));
  const { request, jobId, trailId } = document;
  const name = request.requestTitle.trim() || request.appName.trim();
  const start = jobId === null ? { ...(trailId === null ? {} : { trailId }) } : { jobId };
  return (
    <p className="mt-3 flex flex-wrap items-center justify-between gap-x-3 gap-y-2 rounded-s bg-muted px-3.5 py-2.5 text-soft">
      <span className="min-w-0 flex-[1_1_10rem] wrap-anywhere">
        {label(jobId, Boolean(unanswered))}{' '}
        <bdi className="text-ink">{name === '' ? 'without a title' : preview(name, 80)}</bdi>
      </span>
      <Button onClick={() => onContinue(start)}>Continue</Button>
    </p>
  );
}

function label(jobId: string | null, isUncertain: boolean): string {
  if (jobId === null)
    return isUncertain ? 'Your request may not have arrived:' : 'You have an unsent request:';
  return isUncertain
    ? 'Your changes to a request may not have arrived:'
    : 'You have changes to a request that are not saved:';
}

/** As a text, which stays equal until the draft changes. */
function readNewest(userId: string): string | null {
  const [newest] = listRequestDrafts(userId);
  return newest ? JSON.stringify(newest.stored) : null;
}
