import * as z from 'zod/mini';
import type { Attachment } from '#shared/contracts/attachments.ts';
import { type MessageCode, message } from '#shared/messages/catalogue.ts';
import type { Message } from '#shared/messages/message.ts';
import { ApiError } from '#web/api/api-error.ts';
import { readFailure } from '#web/api/failure-message.ts';
import { attachmentField } from '#web/features/support-requests/attachments/attachment-field.ts';
import type { RequestDraft } from './request-draft.ts';
import { issueName, type RequestErrors } from './request-fields.ts';

/** What to tell of a request that was not sent: in a toast, beside the form, and at its fields. */
export type Refusal = {
  told: Message;
  reason: string;
  /** The server's own; null where it had none. */
  words: string | null;
  /** The server may have done it all the same. */
  isUncertain: boolean;
  code: MessageCode | null;
  errors: RequestErrors;
};

export function readRefusal(error: unknown, { jobId, request }: RequestDraft): Refusal {
  const known = { words: wordsOf(error), isUncertain: isUncertain(error) };
  const { told, reason, code } = explain(error, jobId === null);
  const about = readAbout(error);
  if (code !== 'attachment_not_found')
    return {
      ...known,
      told,
      reason,
      code,
      errors: fieldErrors(code, told.text, fieldsOf(about, request.issues)),
    };
  const gone = request.attachments.filter(({ id }) => about.includes(id));
  const text = gone.length > 0 ? goneText(gone) : unusable;
  const errors = gone.length > 0 ? goneErrors(gone) : { attachments: unusable };
  return { ...known, told: { ...told, text }, reason: text, code, errors };
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

/** What the server says the refusal is about: fields, or ids of files. */
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
  const { told, reason, code } = readFailure(error, otherwise);
  const hasOwnTitle = code !== null && (ownTitles.includes(code) || told.title === authentication);
  return { told: hasOwnTitle ? told : { ...told, title: message(otherwise).title }, reason, code };
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
