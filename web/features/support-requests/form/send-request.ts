import { createJob, type Job, type JobDraft, updateJob } from '#shared/contracts/support-requests.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { bodyOf, isSame, type RequestDraft, valuesOf } from './request-draft.ts';

/**
 * Sends a draft; `keep` gets what has become of it on the way. What was sent before without an answer is sent again
 * first, just as it was: if it had arrived, that is no second request, and what was changed since is a change of it.
 * @throws ApiError, SyntaxError
 */
export async function sendRequest(draft: RequestDraft, keep: (draft: RequestDraft) => void): Promise<Job> {
  if (draft.jobId !== null) return update(draft.jobId, draft);
  const body = bodyOf(draft);
  const first = draft.unanswered ?? body;
  const job = await create(draft, first, keep);
  if (job === null) return sendRequest({ ...draft, unanswered: null }, keep);
  if (isSameBody(first, body)) return job;
  const turned = { ...draft, jobId: job.id, base: valuesOf(job), unanswered: null };
  keep(turned);
  return update(job.id, turned);
}

/** Null when an older version was refused: then the newer one is still to be sent. */
async function create(
  draft: RequestDraft,
  body: JobDraft,
  keep: (draft: RequestDraft) => void,
): Promise<Job | null> {
  const isOlder = draft.unanswered !== null && !isSameBody(body, bodyOf(draft));
  keep({ ...draft, unanswered: body });
  try {
    const { job } = await call(createJob, { body, headers: { 'Idempotency-Key': draft.id } });
    return job;
  } catch (error) {
    const status = error instanceof ApiError ? error.status : 0;
    if (isUnheard(status)) keep(draft);
    if (!isRefusal(status)) throw error;
    keep({ ...draft, unanswered: null });
    if (isOlder) return null;
    throw error;
  }
}

function update(id: string, draft: RequestDraft): Promise<Job> {
  const { trailId: _fixed, attachmentIds, ...body } = bodyOf(draft);
  const files = hasOtherFiles(draft) ? { attachmentIds } : {};
  return call(updateJob, { params: { id }, body: { ...body, ...files } });
}

function hasOtherFiles({ request, base }: RequestDraft): boolean {
  return !isSame({ ...base, attachments: request.attachments }, base);
}

/** Turned away before it was looked at: what is known of the draft stays as it was. */
function isUnheard(status: number): boolean {
  return status === 401 || status === 429;
}

/** Nothing is stored under the draft's key. After any other failure something may be. */
function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408 && !isUnheard(status);
}

function isSameBody(a: JobDraft, b: JobDraft): boolean {
  const ordered = (body: JobDraft) => JSON.stringify(Object.entries(body).toSorted());
  return ordered(a) === ordered(b);
}
