import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { draftKey } from '#web/identity/drafts.ts';
import { draftsChanged } from './drafts-changed.ts';

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
export type Unsent = z.infer<typeof unsentRequest>;

/** The account's newest draft of a support request in this browser, read without the form's code. */
export function useUnsentRequest(userId: string): Unsent | null {
  const newest = useSyncExternalStore(subscribe, () => readNewest(userId));
  return newest === null ? null : unsentRequest.parse(JSON.parse(newest));
}

/** This tab's form tells of its own changes; the browser tells of other tabs'. */
function subscribe(listener: () => void): () => void {
  const events = [draftsChanged, 'storage'];
  for (const event of events) addEventListener(event, listener);
  return () => {
    for (const event of events) removeEventListener(event, listener);
  };
}

/** As a text, so that what is the same is known to be. */
function readNewest(userId: string): string | null {
  const drafts = storedTexts(draftKey(userId, 'support-request:')).flatMap((text) => readDraft(text));
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

function storedTexts(prefix: string): string[] {
  try {
    return Object.entries({ ...localStorage }).flatMap(([key, text]) =>
      key.startsWith(prefix) ? [text] : [],
    );
  } catch {
    // Storage is switched off: nothing was kept.
    return [];
  }
}
