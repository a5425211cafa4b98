import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import * as z from 'zod/mini';
import type { Attachment } from '#shared/contracts/attachments.ts';
import { createJob, type Job, type JobDraft, updateJob } from '#shared/contracts/support-requests.ts';
import { type MessageCode, message } from '#shared/messages/catalogue.ts';
import type { Message } from '#shared/messages/message.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { readFailure } from '#web/api/failure-message.ts';
import { attachmentField } from '#web/features/support-requests/attachments/attachment-field.ts';
import { requestKey } from '#web/features/support-requests/thread/use-request.ts';
import { dayAndTime } from '#web/features/support-requests/time-labels.ts';
import { useSession } from '#web/identity/session.ts';
import { readToken } from '#web/identity/token.ts';
import { focusFirst } from '#web/ui/overlays/focus-first.ts';
import { showToast } from '#web/ui/overlays/toast.ts';
import { bodyOf, isSame, type RequestDraft, type RequestValues, valuesOf } from './request-draft.ts';
import { checkRequest, issueName, type RequestErrors } from './request-fields.ts';
import { type Drafts, type DraftsOptions, useDrafts } from './use-drafts.ts';
import { withScheme } from './with-scheme.ts';

/** The form of a support request: the draft that lies in it, what is wrong with that, and its sending. */
export function useRequestForm(options: DraftsOptions & { onSubmitted: (job: Job) => void }) {
  const { user, onSubmitted } = options;
  const drafts = useDrafts(options);
  const submission = useSubmission(drafts, user.id, onSubmitted);
  const [found, setFound] = useState<{ id: string; errors: RequestErrors } | null>(null);
  const { draft, put } = drafts;
  const errors = found !== null && found.id === draft?.id ? found.errors : {};

  /** Changes the draft; `fields` are those whose errors are of yesterday then. */
  function change(changed: Partial<RequestValues>, ...fields: string[]) {
    if (!draft) return;
    put({ ...draft, request: { ...draft.request, ...changed } });
    const rest = Object.entries(errors).filter(([field]) => !fields.includes(field));
    setFound({ id: draft.id, errors: Object.fromEntries(rest) });
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    if (!draft || submission.isSending) return;
    const { id } = draft;
    // By the Enter key the field was not left.
    const ready = withWholeUrl(draft);
    if (ready !== draft) put(ready);
    const refuse = (wrong: RequestErrors) => {
      setFound({ id, errors: wrong });
      return focusFirst(form, wrong);
    };
    if (refuse(checkRequest(ready, user.plan))) return;
    refuse(await submission.send(ready));
  }

  return { ...drafts, ...submission, errors, change, submit };
}

function withWholeUrl(draft: RequestDraft): RequestDraft {
  const appUrl = withScheme(draft.request.appUrl);
  return appUrl === draft.request.appUrl ? draft : { ...draft, request: { ...draft.request, appUrl } };
}

export type RequestForm = ReturnType<typeof useRequestForm>;

type Failure = Pick<Refusal, 'reason' | 'words' | 'isUncertain'>;

/** Sends the draft and shows the result (specification 8, Dashboard). */
function useSubmission(drafts: Drafts, userId: string, onSubmitted: (job: Job) => void) {
  const client = useQueryClient();
  const { refresh } = useSession();
  const [sendingId, setSendingId] = useState<string | null>(null);
  const [failure, setFailure] = useState<(Failure & { id: string }) | null>(null);
  const { draft } = drafts;

  /** Gives what is wrong with the fields by the server's judgement. */
  async function post(sent: RequestDraft): Promise<RequestErrors> {
    let last = sent;
    const keep = (next: RequestDraft) => {
      last = next;
      drafts.keep(next);
    };
    try {
      const job = await sendRequest(overNewest(sent, drafts), keep);
      showToast(last.jobId === null ? submittedMessage(job) : message('job_updated'));
      drafts.drop(sent.id);
      void client.invalidateQueries({ queryKey: requestKey(userId, job.id) });
      onSubmitted(job);
      return {};
    } catch (error) {
      const { notice, code, errors, ...known } = readRefusal(error, last);
      showToast(notice);
      setFailure({ ...known, id: sent.id });
      if (code?.startsWith('request_resolved')) void drafts.job.refetch();
      return errors;
    } finally {
      // The limits are another now, or are not what this browser believed.
      refresh().catch(() => {});
    }
  }

  async function send(sent: RequestDraft): Promise<RequestErrors> {
    setFailure(null);
    setSendingId(sent.id);
    try {
      // A token that could not be fetched is the call's to tell of.
      if ((await readToken().catch(() => undefined)) === null) {
        showToast(message('job_sign_in'));
        const reason = message('job_sign_in').text;
        setFailure({ reason, words: reason, isUncertain: false, id: sent.id });
        return {};
      }
      if (await isChangedElsewhere(sent, drafts)) return {};
      return await post(sent);
    } finally {
      setSendingId(null);
    }
  }

  return {
    send,
    isSending: sendingId !== null,
    busy: sendingId !== null && sendingId === draft?.id,
    failure: failure !== null && failure.id === draft?.id ? failure : null,
  };
}

/** A draft that takes the place of what the server holds now, not of what it began with. */
function overNewest(draft: RequestDraft, { changed }: Drafts): RequestDraft {
  return changed ? { ...draft, base: valuesOf(changed) } : draft;
}

/** True when somebody has changed or resolved the request without the form having said so: then it says so first. */
async function isChangedElsewhere({ jobId, base }: RequestDraft, drafts: Drafts): Promise<boolean> {
  if (jobId === null || drafts.changed) return false;
  const { data } = await drafts.job.refetch();
  return data ? data.resolvedAt !== null || !isSame(base, valuesOf(data)) : false;
}

function submittedMessage({ promise }: Job): Message {
  const due = promise.dueAt ? dayAndTime(promise.dueAt, Date.now()) : `within ${promise.hours} hours`;
  return message('job_submitted', { due });
}

/** Messages for a request that was not sent: in a toast, beside the form, and at its fields. */
type Refusal = {
  notice: Message;
  reason: string;
  /** The server's own; null where it had none. */
  words: string | null;
  /** The server may have done it all the same. */
  isUncertain: boolean;
  code: MessageCode | null;
  errors: RequestErrors;
};

function readRefusal(error: unknown, { jobId, request }: RequestDraft): Refusal {
  const known = { words: wordsOf(error), isUncertain: isUncertain(error) };
  const { notice, reason, code } = explain(error, jobId === null);
  const about = readAbout(error);
  if (code !== 'attachment_not_found')
    return {
      ...known,
      notice,
      reason,
      code,
      errors: fieldErrors(code, notice.text, fieldsOf(about, request.issues)),
    };
  const gone = request.attachments.filter(({ id }) => about.includes(id));
  const text = gone.length > 0 ? goneText(gone) : unusable;
  const errors = gone.length > 0 ? goneErrors(gone) : { attachments: unusable };
  return { ...known, notice: { ...notice, text }, reason: text, code, errors };
}

function wordsOf(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.code === 'offline') return null;
  return error.details.text ? error.message : null;
}

/** Only a refusal says for sure that nothing was done. */
function isUncertain(error: unknown): boolean {
  const status = error instanceof ApiError ? error.status : 0;
  return status < 400 || status >= 500 || status === 408;
}

const refusalBody = z.object({ about: z.array(z.string()) });

/** Fields or file ids that the server's refusal names. */
function readAbout(error: unknown): string[] {
  if (!(error instanceof ApiError)) return [];
  try {
    return refusalBody.safeParse(JSON.parse(error.details.body ?? '')).data?.about ?? [];
  } catch {
    return [];
  }
}

/** The form's names of the fields; blank issues were not sent and not counted. */
function fieldsOf(about: string[], issues: string[]): string[] {
  const sent = issues.flatMap((issue, place) => (issue.trim() === '' ? [] : [issueName(place)]));
  return about.map((field) => {
    const place = /^issueDescriptions\.(\d+)$/.exec(field)?.[1];
    return place === undefined ? field : (sent[Number(place)] ?? issueName(0));
  });
}

/** The specified title with the server's words, but for refusals that have a title of their own. */
function explain(error: unknown, isNew: boolean) {
  const otherwise = isNew ? 'job_submission_failed' : 'job_update_failed';
  const { notice, reason, code } = readFailure(error, otherwise);
  const hasOwnTitle = code !== null && (ownTitles.includes(code) || notice.title === authentication);
  return { notice: hasOwnTitle ? notice : { ...notice, title: message(otherwise).title }, reason, code };
}

const ownTitles: MessageCode[] = ['request_limit_free', 'request_limit_pro', 'request_issue_limit'];
const authentication = message('job_sign_in').title;

function fieldErrors(code: MessageCode | null, text: string, fields: string[]): RequestErrors {
  if (code === 'request_text_long') return Object.fromEntries(fields.map((field) => [field, text]));
  if (code === 'job_url_invalid') return { appUrl: text };
  if (code === 'email_invalid') return { email: text };
  if (code === 'request_issue_limit') return { [issueName(0)]: text };
  return {};
}

function goneText(gone: Attachment[]): string {
  const names = gone.map(({ name }) => name).join(', ');
  const [are, them] = gone.length === 1 ? ['is', 'it'] : ['are', 'them'];
  return `${names} ${are} not on the server any more. Remove ${them}, or add ${them} again. Everything else is kept.`;
}

function goneErrors(gone: Attachment[]): RequestErrors {
  const text =
    'Not on the server any more: a file that no request uses is deleted after a day. Remove it; you can add it again.';
  return Object.fromEntries(gone.map(({ id }) => [attachmentField(id), text]));
}

const unusable =
  'One of the files can’t be used for this request. Remove the files and add them again. Everything else is kept.';

/**
 * Sends a draft; `keep` gets what has become of it on the way. What was sent before without an answer is sent again
 * first, just as it was: if it had arrived, that is no second request, and what was changed since is a change of it.
 * @throws ApiError, SyntaxError
 */
async function sendRequest(draft: RequestDraft, keep: (draft: RequestDraft) => void): Promise<Job> {
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
    if (isUnanswered(status)) keep(draft);
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
function isUnanswered(status: number): boolean {
  return status === 401 || status === 429;
}

/** True when nothing is stored under the draft's key. After any other failure something may be. */
function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408 && !isUnanswered(status);
}

function isSameBody(a: JobDraft, b: JobDraft): boolean {
  const ordered = (body: JobDraft) => JSON.stringify(Object.entries(body).toSorted());
  return ordered(a) === ordered(b);
}
