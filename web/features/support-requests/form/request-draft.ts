import * as z from 'zod/mini';
import type { User } from '#shared/contracts/account.ts';
import { attachment } from '#shared/contracts/attachments.ts';
import { createJob, type Job, type JobDraft } from '#shared/contracts/support-requests.ts';
import { maskSecrets } from '#shared/rules/secrets/mask-secrets.ts';
import { newId } from '#web/api/new-id.ts';

/** Start of the form: an existing request, or known facts of a new one. */
export type JobFormStart =
  | { jobId: string }
  | { appName?: string; trailId?: string; idea?: string; surveySlug?: string };

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
  /** Values that a newer version replaced. */
  replaced: z.nullable(requestValues),
  changedAt: z.number(),
});

/** Unsent values of the form; `unanswered` was sent, and its arrival is not known. */
export type RequestDraft = z.infer<typeof requestDraft> & { unanswered: JobDraft | null };

/** A draft that a browser has kept; null when it can't be read. */
export function readDraft(document: unknown, unanswered: unknown): RequestDraft | null {
  const draft = requestDraft.safeParse(document);
  if (!draft.success) return null;
  return { ...draft.data, unanswered: createJob.body.safeParse(unanswered).data ?? null };
}

export function startDraft(start: JobFormStart | undefined, { email }: User, id = newId()): RequestDraft {
  const given = start && !('jobId' in start) ? start : {};
  const request = { ...blank, appName: given.appName ?? '', email };
  return {
    id,
    jobId: null,
    trailId: given.trailId ?? null,
    ...(given.idea === undefined ? {} : { idea: given.idea }),
    surveySlug: given.surveySlug ?? null,
    request,
    base: request,
    replaced: null,
    changedAt: 0,
    unanswered: null,
  };
}

/** The draft that goes on from a request as the server holds it. */
export function editDraft(job: Job, id: string): RequestDraft {
  const request = valuesOf(job);
  const { id: jobId, trailId, surveySlug = null } = job;
  const rest = { replaced: null, changedAt: 0, unanswered: null };
  return { id, jobId, trailId, surveySlug, request, base: request, ...rest };
}

export function valuesOf(job: Job): RequestValues {
  const { appName, requestTitle, appUrl, email, issueDescriptions, attachments } = job;
  const issues = issueDescriptions.length > 0 ? issueDescriptions : [''];
  return { appName, requestTitle, appUrl, email, issues, attachments };
}

export function isSame(a: RequestValues, b: RequestValues): boolean {
  const compared = ({ attachments, ...words }: RequestValues) =>
    JSON.stringify([
      words.appName,
      words.requestTitle,
      words.appUrl,
      words.email,
      words.issues,
      attachments.map(({ id }) => id),
    ]);
  return compared(a) === compared(b);
}

/** True when anything would be lost with it. */
export function isWorthSaving({ request, base, unanswered, replaced }: RequestDraft): boolean {
  return unanswered !== null || replaced !== null || !isSame(request, base);
}

/** Request body: without empty issues, and without secrets (the server takes them out again). */
export function bodyOf({ request, trailId, surveySlug }: RequestDraft): JobDraft {
  const masked = (text: string) => maskSecrets(text).text;
  return {
    appName: masked(request.appName.trim()),
    requestTitle: masked(request.requestTitle.trim()),
    appUrl: masked(request.appUrl.trim()),
    email: request.email.trim(),
    issueDescriptions: request.issues.filter((issue) => issue.trim() !== '').map(masked),
    attachmentIds: request.attachments.map(({ id }) => id),
    surveySlug,
    trailId,
  };
}

const blank: RequestValues = {
  appName: '',
  requestTitle: '',
  appUrl: '',
  email: '',
  issues: [''],
  attachments: [],
};
