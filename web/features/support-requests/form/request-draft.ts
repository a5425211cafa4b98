import * as z from 'zod/mini';
import type { User } from '#shared/contracts/account.ts';
import { attachment } from '#shared/contracts/support-requests/attachments.ts';
import type { Job } from '#shared/contracts/support-requests/support-requests.ts';
import { draftKey, listDrafts, parseDraft } from '#web/drafts/draft-store.ts';

/** Start of the form: an existing request, or known facts of a new one. */
export type RequestStart =
  | { jobId: string }
  | { appName?: string; trailId?: string; idea?: string; surveySlug?: string };

/** A field added later needs a default: stored drafts lack it. */
const requestValues = z.object({
  appName: z.string(),
  requestTitle: z.string(),
  appUrl: z.string(),
  email: z.string(),
  issues: z.array(z.string()).check(z.minLength(1)),
  attachments: z.array(attachment),
});
export type RequestValues = z.infer<typeof requestValues>;

const requestDraft = z.object({
  /** Also the Idempotency-Key: however often it is sent, it is one request. */
  id: z.string(),
  /** The request that is edited; null for a new one. */
  jobId: z.nullable(z.string()),
  trailId: z.nullable(z.string()),
  /** The idea of that trail, to be named; absent where no one gave it. */
  idea: z.optional(z.string()),
  surveySlug: z.nullable(z.string()),
  request: requestValues,
  /** First values of the form. */
  base: requestValues,
  changedAt: z.number(),
});
export type RequestDraft = z.infer<typeof requestDraft>;

/** A draft in the browser; `unanswered` is set once it was sent and its arrival is not known. */
export const storedRequest = z.object({ document: requestDraft, unanswered: z.optional(z.unknown()) });
export type StoredRequest = z.infer<typeof storedRequest>;

/** The account's stored drafts by their keys, newest first. */
export function listRequestDrafts(userId: string): { key: string; stored: StoredRequest }[] {
  return listDrafts(draftKey(userId, 'support-request:'))
    .flatMap(([key, text]) => {
      const stored = parseDraft(text, storedRequest);
      return stored ? [{ key, stored }] : [];
    })
    .sort((a, b) => b.stored.document.changedAt - a.stored.document.changedAt);
}

/** True for a draft of what the form is opened for. Without a trail any new request is. */
export function isDraftOf({ jobId, trailId }: RequestDraft, start: RequestStart | undefined): boolean {
  if (start && 'jobId' in start) return jobId === start.jobId;
  return jobId === null && (start?.trailId === undefined || start.trailId === trailId);
}

export function startDraft(id: string, start: RequestStart | undefined, { email }: User): RequestDraft {
  const known = start && !('jobId' in start) ? start : {};
  const request = { ...blank, appName: known.appName ?? '', email };
  return {
    id,
    jobId: null,
    trailId: known.trailId ?? null,
    ...(known.idea === undefined ? {} : { idea: known.idea }),
    surveySlug: known.surveySlug ?? null,
    request,
    base: request,
    changedAt: 0,
  };
}

/** The draft that goes on from a request as the server holds it. */
export function editDraft(id: string, job: Job): RequestDraft {
  const request = valuesOf(job);
  const { id: jobId, trailId, surveySlug = null } = job;
  return { id, jobId, trailId, surveySlug, request, base: request, changedAt: 0 };
}

export function valuesOf(job: Job): RequestValues {
  const { appName, requestTitle, appUrl, email, issueDescriptions, attachments } = job;
  const issues = issueDescriptions.length > 0 ? issueDescriptions : [''];
  return { appName, requestTitle, appUrl, email, issues, attachments };
}

export function isSame(a: RequestValues, b: RequestValues): boolean {
  const compared = ({ attachments, ...texts }: RequestValues) =>
    JSON.stringify([Object.entries(texts).sort(), attachments.map(({ id }) => id)]);
  return compared(a) === compared(b);
}

const blank: RequestValues = {
  appName: '',
  requestTitle: '',
  appUrl: '',
  email: '',
  issues: [''],
  attachments: [],
};
