import * as z from 'zod/mini';
import { user } from '#shared/contracts/account.ts';
import { endpoint } from '#shared/contracts/endpoint.ts';
import { pageQuery } from '#shared/contracts/paging.ts';
import { requiredText, text } from '#shared/contracts/text.ts';
import { attachment, attachmentsAllowed } from './attachments.ts';

/** Status of the work (specification 3); `resolvedAt` is apart from it. */
export const jobStatus = z.enum(['PENDING', 'UNDER_REVIEW', 'ACTIVE']);
export type JobStatus = z.infer<typeof jobStatus>;

/**
 * Service level of the first answer, or of the next one once the customer has written again. `running` until `dueAt`;
 * `paused` while we wait for the customer, with `remainingMs` working milliseconds left; `kept` when the answer came in
 * time; `broken` when it did not.
 */
export const answerSla = z.object({
  state: z.enum(['running', 'paused', 'kept', 'broken']),
  /** Working hours that the plan allowed when the request was made. */
  hours: z.number(),
  /** Null while paused. */
  dueAt: z.nullable(z.string()),
  remainingMs: z.nullable(z.number()),
  answeredAt: z.nullable(z.string()),
  /** True when a breach gave the customer a request back. */
  requestGivenBack: z.boolean(),
});
export type AnswerSla = z.infer<typeof answerSla>;

/** A support request as its owner sees it; the wire's word is job. Times are ISO 8601. */
export const job = z.object({
  id: z.string(),
  appName: z.string(),
  requestTitle: z.string(),
  /** Empty when none was given. */
  appUrl: z.string(),
  email: z.string(),
  issueDescriptions: z.array(z.string()),
  status: jobStatus,
  created_at: z.string(),
  /** The survey that it is about; absent when there is none. */
  surveySlug: z.optional(z.string()),
  trailId: z.nullable(z.string()),
  attachments: z.array(attachment),
  /** True once an agent works on it: its owner can't change the status any more. */
  claimed: z.boolean(),
  waitingForCustomer: z.boolean(),
  resolvedAt: z.nullable(z.string()),
  /** Messages of the thread that the owner sees. */
  messageCount: z.number(),
  /** Messages from agents that the owner has not seen, the newest of the thread. */
  newMessages: z.number(),
  updatedAt: z.string(),
  due: answerSla,
});
export type Job = z.infer<typeof job>;

/**
 * Most UTF-16 units of what is stored, with secrets masked, which makes some texts longer. Forms stop earlier: at what
 * people type. What is stored can always be sent again.
 */
export const storedLengths = {
  appName: 1_000,
  requestTitle: 1_000,
  appUrl: 4_000,
  issueDescriptions: 20_000,
  message: 20_000,
};

/** Most UTF-16 units of all issues together; longer logs are attachments. */
export const issuesLength = 160_000;

export const attachmentIds = z.optional(z.array(text(64)).check(z.maxLength(attachmentsAllowed)));

/** Wider than what is stored, so that a text is refused by the name of its field. */
const jobFields = {
  appName: requiredText(5_000),
  requestTitle: requiredText(5_000),
  appUrl: z.optional(text(5_000)),
  email: requiredText(320),
  /** Empty ones are dropped. */
  issueDescriptions: z.array(text(40_000)).check(
    z.maxLength(50),
    z.refine((issues) => issues.join('').length <= 2 * issuesLength, 'are too long together'),
  ),
  surveySlug: z.optional(z.nullable(text(200))),
  attachmentIds,
};

/** In bytes, enough for all that is stored at its longest: JSON takes six for a UTF-16 unit at most. */
const jobBodyLimit = 1024 * 1024;

/**
 * Takes an `Idempotency-Key` header: a repeated request is one support request. Not a strict object, because the
 * specification's form sends the whole job, with what only the server decides; that is ignored. Some refusals name in
 * `about` what they are about: `request_text_long` the field (an issue as `issueDescriptions.2`, of those that were
 * sent), `attachment_not_found` the ids that are gone.
 */
export const createJob = endpoint({
  method: 'POST',
  path: '/api/jobs',
  access: 'signed-in',
  act: 'submit a job',
  body: z.object({ ...jobFields, trailId: z.optional(z.nullable(text(64))) }),
  bodyLimit: jobBodyLimit,
  response: z.object({ job, user }),
  status: 201,
  refusals: [403, 404, 409],
  idempotencyKey: true,
});
export type JobDraft = z.infer<typeof createJob.body>;

/** Replaces what its owner wrote. Without `attachmentIds` the attachments stay as they are. */
export const updateJob = endpoint({
  method: 'PUT',
  path: '/api/jobs/{id}',
  access: 'signed-in',
  act: 'update a job',
  body: z.object(jobFields),
  bodyLimit: jobBodyLimit,
  response: job,
  refusals: [403, 409],
});
export type JobChange = z.infer<typeof updateJob.body>;

export const updateJobStatus = endpoint({
  method: 'PUT',
  path: '/api/jobs/{id}/status',
  access: 'signed-in',
  act: 'update a job',
  body: z.object({ status: jobStatus }),
  response: job,
  refusals: [409],
});

/** The caller's requests, newest first; with `open` only those that are not resolved. */
export const listJobs = endpoint({
  method: 'GET',
  path: '/api/jobs',
  access: 'signed-in',
  act: 'view jobs',
  query: z.object({ ...pageQuery, open: z.optional(z.literal('1')) }),
  response: z.array(job),
});

/** Marks the messages up to this one as seen by the customer. */
export const markJobSeen = endpoint({
  method: 'PUT',
  path: '/api/jobs/{id}/seen',
  access: 'signed-in',
  act: 'view a job',
  body: z.strictObject({ messageId: text(64) }),
  response: job,
});
