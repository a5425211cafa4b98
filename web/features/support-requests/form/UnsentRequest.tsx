import { useSyncExternalStore } from 'react';
import { preview } from '#shared/rules/text/plain-text.ts';
import { watchDrafts } from '#web/drafts/draft-store.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { listRequestDrafts, type RequestStart, type StoredRequest, storedRequest } from './request-draft.ts';

type UnsentRequestProps = { request: StoredRequest; onContinue: (start: RequestStart) => void };

/** A request, or change to one, that is unsent in this browser, among the activities. */
export function UnsentRequest({ request: { document, unanswered }, onContinue }: UnsentRequestProps) {
  const { request, jobId, trailId } = document;
  const name = request.requestTitle.trim() || request.appName.trim();
  const start = jobId === null ? { ...(trailId === null ? {} : { trailId }) } : { jobId };
  return (
    <article className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <h3 className="min-w-0 flex-[1_1_10rem] font-normal text-soft wrap-anywhere">
        {label(jobId, Boolean(unanswered))}{' '}
        <bdi className="font-semibold text-ink">{name === '' ? 'without a title' : preview(name, 80)}</bdi>
      </h3>
      <Button onClick={() => onContinue(start)}>Continue</Button>
    </article>
  );
}

/** The newest of them; null where there is none. */
export function useUnsentRequest(userId: string): StoredRequest | null {
  const newest = useSyncExternalStore(watchDrafts, () => readNewest(userId));
  return newest === null ? null : storedRequest.parse(JSON.parse(newest));
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
