import * as z from 'zod/mini';
import { user } from './account.ts';
import { attachment, attachmentsAllowed } from './attachments.ts';
import { endpoint } from './endpoint.ts';
import { pageQuery } from './paging.ts';
import { requiredText, text } from './text.ts';

/** Status of the work (specification 3); `resolvedAt` is apart from it. */
export const jobStatus = z.enum(['PENDING', 'UNDER_REVIEW', 'ACTIVE']);
export type JobStatus = z.infer<typeof jobStatus>;

/**
 * Service level of a first answer. `running` until `dueAt`; `paused` while we wait for the customer, with `remainingMs`
 * working milliseconds left; `kept` when the first answer came in time; `broken` when it did not.
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
  promise: answerSla,
});
export type Job = z.infer<typeof job>;

/** `reply` and `question` come from an agent, and a question waits for the customer; only agents see a `note`. */
export const supportMessage = z.object({
  id: z.string(),
  kind: z.enum(['customer', 'reply', 'question', 'note']),
  author: z.string(),
  /** Empty for a mail that held files only. */
  text: z.string(),
  attachments: z.array(attachment),
  created_at: z.string(),
  /** True for one that came as a mail, which `readMessageMail` gives whole. */
  hasMail: z.optional(z.boolean()),
});
export type SupportMessage = z.infer<typeof supportMessage>;

export const historyAction = z.enum([
  'submitted',
  'edited',
  'status_changed',
  'claimed',
  'assigned',
  'released',
  'taken_over',
  'replied',
  'asked',
  'noted',
  'customer_answered',
  'resolved',
  'reopened',
  'promise_broken',
  'request_given_back',
  'mail_not_added',
  'mail_of_program',
  'mail_undelivered',
]);
export type HistoryAction = z.infer<typeof historyAction>;

/** One change, numbered by its place in the list that it comes in; `from` and `to` name statuses where the action changes one, `to` the agent who was assigned. Of a mail, `from` is its sender, and `to` the reason, its subject, or the address that can't be reached. */
export const historyEntry = z.object({
  id: z.number(),
  actor: z.enum(['customer', 'agent', 'system']),
  /** Empty for the system. */
  actorName: z.string(),
  action: historyAction,
  from: z.optional(z.string()),
  to: z.optional(z.string()),
  created_at: z.string(),
});
export type HistoryEntry = z.infer<typeof historyEntry>;

export const jobThread = z.extend(job, {
  messages: z.array(supportMessage),
  history: z.array(historyEntry),
});
export type JobThread = z.infer<typeof jobThread>;

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

const attachmentIds = z.optional(z.array(text(64)).check(z.maxLength(attachmentsAllowed)));

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

export const readJob = endpoint({
  method: 'GET',
  path: '/api/jobs/{id}',
  access: 'signed-in',
  act: 'view a job',
  response: jobThread,
});

/** Body of a message in a thread. The browser chooses its id: a repeated id is one message. */
const written = {
  id: z.string().check(z.regex(/^[\w-]{8,64}$/, 'is not an id')),
  text: requiredText(40_000),
};

/**
 * The customer's answer; to a resolved request it opens that again. `attachmentIds` name uploads of the customer that
 * no request has; some refusals name in `about` the ids that are gone.
 */
export const answerJob = endpoint({
  method: 'POST',
  path: '/api/jobs/{id}/messages',
  access: 'signed-in',
  act: 'send a message',
  body: z.strictObject({ ...written, attachmentIds }),
  response: jobThread,
  refusals: [409],
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

/** The customer says that it is solved. The clock of a first answer stands still; an answer opens it again. */
export const solveJob = endpoint({
  method: 'POST',
  path: '/api/jobs/{id}/solved',
  access: 'signed-in',
  act: 'update a job',
  response: jobThread,
});

const token = requiredText(200);

/** View behind the link in a mail, without a login: the thread and nothing else of the account. */
export const linkedThread = z.object({
  appName: z.string(),
  requestTitle: z.string(),
  issueDescriptions: z.array(z.string()),
  created_at: z.string(),
  resolvedAt: z.nullable(z.string()),
  waitingForCustomer: z.boolean(),
  promise: answerSla,
  messages: z.array(supportMessage),
});
export type LinkedThread = z.infer<typeof linkedThread>;

export const readLinkedThread = endpoint({
  method: 'POST',
  path: '/api/support-thread',
  access: 'public',
  body: z.strictObject({ token }),
  response: linkedThread,
  refusals: [404],
});

export const answerLinkedThread = endpoint({
  method: 'POST',
  path: '/api/support-thread/answer',
  access: 'public',
  body: z.strictObject({ token, ...written }),
  response: linkedThread,
  refusals: [404, 409],
});
