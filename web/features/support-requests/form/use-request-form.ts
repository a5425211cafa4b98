import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import * as z from 'zod/mini';
import type { User } from '#shared/contracts/account.ts';
import {
  createJob,
  type Job,
  type JobDraft,
  updateJob,
} from '#shared/contracts/support-requests/support-requests.ts';
import { type JobThread, readJob } from '#shared/contracts/support-requests/support-threads.ts';
import { type MessageCode, message } from '#shared/messages/catalogue.ts';
import { maskSecrets } from '#shared/rules/secrets/mask-secrets.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { readFailure } from '#web/api/failure-message.ts';
import { newId } from '#web/api/new-id.ts';
import { orNothing } from '#web/api/or-nothing.ts';
import { announceDraft } from '#web/drafts/draft-store.ts';
import { useDraft } from '#web/drafts/use-draft.ts';
import { attachmentField } from '#web/features/support-requests/attachments/use-uploads.ts';
import { requestKey } from '#web/features/support-requests/request-key.ts';
import { dayAndTime } from '#web/features/support-requests/time.ts';
import { useSession } from '#web/identity/session.ts';
import { focusFirst } from '#web/ui/overlays/focus-first.ts';
import { showToast } from '#web/ui/overlays/toast.ts';
import {
  editDraft,
  isSame,
  type RequestDraft,
  type RequestStart,
  type RequestValues,
  type StoredRequest,
  startDraft,
  storedRequest,
  valuesOf,
} from './request-draft.ts';
import { checkRequest, issueName, type RequestErrors, withScheme } from './request-fields.ts';

type RequestFormOptions = {
  /** Storage key of the draft. */
  storageKey: string;
  open: boolean;
  user: User;
  start: RequestStart | undefined;
  onSubmitted: (job: Job) => void;
};

export type FormState = ReturnType<typeof useRequestForm>;

/** The form of a support request: its draft, the errors in it, and its sending (specification 8, Dashboard). */
export function useRequestForm({ storageKey, open, user, start, onSubmitted }: RequestFormOptions) {
  const client = useQueryClient();
  const { refresh } = useSession();
  const jobId = start && 'jobId' in start ? start.jobId : null;
  const job = useJob(user.id, jobId, open);
  const { draft: stored, save } = useDraft(storageKey, storedRequest, startAnew);
  const [freshId, setFreshId] = useState(() => stored?.document.id ?? newId());
  const [discarded, setDiscarded] = useState<StoredRequest | null>(null);
  const [errors, setErrors] = useState<RequestErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const fresh = jobId === null ? startDraft(freshId, start, user) : job.data && editDraft(freshId, job.data);
  const draft = stored?.document ?? fresh ?? null;
  const isUncertain = Boolean(stored?.unanswered);
  const current = job.data ? valuesOf(job.data) : null;
  const isChanged = [stored?.document.base, stored?.document.request].every(
    (values) => values && current && !isSame(values, current),
  );
  const changed = isChanged ? current : null;

  function store(next: StoredRequest | null) {
    save(next);
    announceDraft();
  }

  /** The id was the key of one request: the next has another. */
  function startAnew() {
    setFreshId(newId());
    setErrors({});
    setFailure(null);
    store(null);
  }

  function saveDraft(next: RequestDraft, unanswered = isUncertain) {
    const isWorthSaving = unanswered || !isSame(next.request, next.base);
    const document = { ...next, changedAt: Date.now() };
    store(isWorthSaving ? { document, ...(unanswered && { unanswered }) } : null);
  }

  /** Sends the draft. Gives the errors that the server found in its fields. */
  async function send(sent: RequestDraft): Promise<RequestErrors> {
    saveDraft(sent, true);
    try {
      const job = sent.jobId === null ? await create(sent, isUncertain) : await update(sent.jobId, sent);
      startAnew();
      showToast(sent.jobId === null ? submittedMessage(job) : message('job_updated'));
      void client.invalidateQueries({ queryKey: requestKey(user.id, job.id) });
      onSubmitted(job);
      return {};
    } catch (error) {
      const refusal = readRefusal(error, sent);
      showToast(refusal.notice);
      setFailure(refusal.reason);
      saveDraft(sent, isUncertain ? !refusal.isFirst : refusal.mayHaveArrived);
      if (refusal.code?.startsWith('request_resolved')) void job.refetch();
      return refusal.errors;
    } finally {
      // The limits are another now, or are not what this browser believed.
      refresh().catch(() => {});
    }
  }

  /** True when the request was changed or resolved elsewhere and the form has not said so yet. */
  async function isChangedUnseen({ base }: RequestDraft): Promise<boolean> {
    if (jobId === null || changed) return false;
    const { data } = await job.refetch();
    return data ? data.resolvedAt !== null || !isSame(base, valuesOf(data)) : false;
  }

  return {
    draft,
    job,
    errors,
    failure,
    busy,
    /** True when it was sent and may have arrived. */
    isUncertain,
    isStored: stored !== null,
    isEdit: jobId !== null,
    /** Values of the request on the server, when they were changed since the draft began. */
    changed,
    /** Set for a resolved request: then it can't be changed. */
    resolvedAt: job.data?.resolvedAt ?? null,
    discarded,

    /** Changes the draft; the errors of `fields` are outdated then. */
    change(values: Partial<RequestValues>, ...fields: string[]) {
      if (!draft) return;
      saveDraft({ ...draft, request: { ...draft.request, ...values } });
      setErrors(Object.fromEntries(Object.entries(errors).filter(([field]) => !fields.includes(field))));
    },

    discard() {
      setDiscarded(stored);
      startAnew();
    },

    /** Swaps the draft with the discarded one. */
    restore() {
      store(discarded);
      setDiscarded(stored);
    },

    async submit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault();
      const form = event.currentTarget;
      if (!draft || busy) return;
      // By the Enter key the field was not left.
      const request = { ...draft.request, appUrl: withScheme(draft.request.appUrl) };
      const ready = { ...draft, request, base: changed ?? draft.base };
      const problems = checkRequest(ready, user.plan);
      setErrors(problems);
      if (focusFirst(form, problems)) return saveDraft({ ...draft, request });
      setBusy(true);
      setFailure(null);
      const refused = (await isChangedUnseen(ready)) ? {} : await send(ready);
      setBusy(false);
      setErrors(refused);
      focusFirst(form, refused);
    },
  };
}

/** The request that is edited; null where there is none such. The closed form keeps what it has. */
function useJob(owner: string, jobId: string | null, open: boolean) {
  return useQuery({
    queryKey: requestKey(owner, jobId ?? ''),
    queryFn: ({ signal }) =>
      orNothing<JobThread | null>(call(readJob, { params: { id: jobId ?? '' }, signal }), null),
    enabled: open && jobId !== null,
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });
}

/** A key that comes again gives the request from before: changes made since are sent as an update of it. */
async function create(draft: RequestDraft, mayBeKnown: boolean): Promise<Job> {
  const { job } = await call(createJob, { body: bodyOf(draft), headers: { 'Idempotency-Key': draft.id } });
  if (!mayBeKnown || isSame(valuesOf(job), maskedValues(draft.request))) return job;
  return update(job.id, { ...draft, base: valuesOf(job) });
}

function update(id: string, draft: RequestDraft): Promise<Job> {
  const { trailId: _fixed, attachmentIds, ...body } = bodyOf(draft);
  const { request, base } = draft;
  const hasOtherFiles = !isSame({ ...base, attachments: request.attachments }, base);
  return call(updateJob, { params: { id }, body: { ...body, ...(hasOtherFiles && { attachmentIds }) } });
}

function bodyOf({ request, trailId, surveySlug }: RequestDraft): JobDraft {
  const { issues, attachments, ...texts } = maskedValues(request);
  const attachmentIds = attachments.map(({ id }) => id);
  return { ...texts, issueDescriptions: issues, attachmentIds, surveySlug, trailId };
}

/** Values as they are sent: without empty issues, and without secrets (the server masks them again). */
function maskedValues(request: RequestValues): RequestValues {
  const masked = (text: string) => maskSecrets(text.trim()).text;
  return {
    appName: masked(request.appName),
    requestTitle: masked(request.requestTitle),
    appUrl: masked(request.appUrl),
    email: request.email.trim(),
    issues: request.issues.filter((issue) => issue.trim() !== '').map(masked),
    attachments: request.attachments,
  };
}

function submittedMessage({ due }: Job) {
  const { dueAt, hours } = due;
  return message('job_submitted', {
    due: dueAt ? dayAndTime(dueAt, Date.now()) : `within ${hours} hours`,
  });
}

/** Messages for a request that was not sent: in a toast, beside the form, and at its fields. */
function readRefusal(error: unknown, { jobId, request }: RequestDraft) {
  const otherwise = jobId === null ? 'job_submission_failed' : 'job_update_failed';
  const { notice, reason, code } = readFailure(error, otherwise);
  const status = error instanceof ApiError ? error.status : 0;
  const isRefused = status >= 400 && status < 500 && status !== 408;
  const known = {
    code,
    mayHaveArrived: !isRefused,
    /** The server looked for an earlier try before it refused this one. */
    isFirst: [403, 404, 409].includes(status),
  };
  if (code === 'attachment_not_found') {
    const { text, errors } = explainMissingFiles(request, readAbout(error));
    return { ...known, notice: { ...message(otherwise), text }, reason: text, errors };
  }
  const hasOwnTitle = status === 401 || (code !== null && limitCodes.includes(code));
  const title = hasOwnTitle ? notice.title : message(otherwise).title;
  const errors = fieldErrors(code, notice.text, fieldsOf(readAbout(error), request.issues));
  return { ...known, notice: { ...notice, title }, reason, errors };
}

const limitCodes: MessageCode[] = ['request_limit_free', 'request_limit_pro', 'request_issue_limit'];

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

function fieldErrors(code: MessageCode | null, text: string, fields: string[]): RequestErrors {
  if (code === 'request_text_long') return Object.fromEntries(fields.map((field) => [field, text]));
  if (code === 'job_url_invalid') return { appUrl: text };
  if (code === 'email_invalid') return { email: text };
  if (code === 'request_issue_limit') return { [issueName(0)]: text };
  return {};
}

function explainMissingFiles({ attachments }: RequestValues, about: string[]) {
  const gone = attachments.filter(({ id }) => about.includes(id));
  if (gone.length === 0) {
    const text =
      'One of the files can’t be used for this request. Remove the files and add them again. Everything else is kept.';
    return { text, errors: { attachments: text } };
  }
  const names = gone.map(({ name }) => name).join(', ');
  const [are, them] = gone.length === 1 ? ['is', 'it'] : ['are', 'them'];
  const error =
    'Not on the server any more: a file that no request uses is deleted after a day. Remove it; you can add it again.';
  return {
    text: `${names} ${are} not on the server any more. Remove ${them}, or add ${them} again. Everything else is kept.`,
    errors: Object.fromEntries(gone.map(({ id }) => [attachmentField(id), error])),
  };
}
