import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { preview } from '#shared/rules/text/preview.ts';
import { draftKey } from '#web/drafts/draft-key.ts';
import { listDrafts } from '#web/drafts/draft-store.ts';
import { watchDrafts } from '#web/drafts/watch-drafts.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import type { JobFormStart } from './request-draft.ts';

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
        {standingLabel(unsent)}{' '}
        <bdi className="text-ink">{name === '' ? 'without a title' : preview(name, 80)}</bdi>
      </span>
      <Button onClick={() => onContinue(start)}>Continue</Button>
    </p>
  );
}

function standingLabel({ isUncertain, jobId }: Unsent): string {
  if (jobId === null)
    return isUncertain ? 'Your request may not have arrived:' : 'You have an unsent request:';
  return isUncertain
    ? 'Your changes to a request may not have arrived:'
    : 'You have changes to a request that are not saved:';
}

const unsentDraft = z.object({
  unanswered: z.optional(z.unknown()),
  document: z.object({
    jobId: z.nullable(z.string()),
    trailId: z.nullable(z.string()),
    changedAt: z.number(),
    request: z.object({ requestTitle: z.string(), appName: z.string() }),
  }),
});

const unsentRequest = z.object({
  name: z.string(),
  /** Sent without an answer: it may have arrived. */
  isUncertain: z.boolean(),
  /** Set where it changes a request that was sent. */
  jobId: z.nullable(z.string()),
  trailId: z.nullable(z.string()),
});
type Unsent = z.infer<typeof unsentRequest>;

/** The account's newest draft of a support request in this browser, read without the form's code. */
function useUnsentRequest(userId: string): Unsent | null {
  const newest = useSyncExternalStore(watchDrafts, () => readNewest(userId));
  return newest === null ? null : unsentRequest.parse(JSON.parse(newest));
}

/** As a text, so that what is the same is known to be. */
function readNewest(userId: string): string | null {
  const drafts = listDrafts(draftKey(userId, 'support-request:')).flatMap(([, text]) => readDraft(text));
  const [newest] = drafts.toSorted((a, b) => b.document.changedAt - a.document.changedAt);
  if (!newest) return null;
  const { request, jobId, trailId } = newest.document;
  const isUncertain = (newest.unanswered ?? null) !== null;
  const name = request.requestTitle.trim() || request.appName.trim();
  return JSON.stringify({ name, isUncertain, jobId, trailId } satisfies Unsent);
}

function readDraft(text: string): z.infer<typeof unsentDraft>[] {
  try {
    const { data } = unsentDraft.safeParse(JSON.parse(text));
    return data ? [data] : [];
  } catch {
    return [];
  }
}
