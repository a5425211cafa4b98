import * as z from 'zod/mini';
import { endpoint } from '#shared/contracts/endpoint.ts';
import { requiredText, text } from '#shared/contracts/text.ts';
import { attachment } from './attachments.ts';
import { answerSla, attachmentIds, job } from './support-requests.ts';

/** `reply` and `question` come from an agent, and a question waits for the customer; only agents see a `note`. */
export const supportMessage = z.object({
  id: z.string(),
  kind: z.enum(['customer', 'reply', 'question', 'note']),
  author: z.string(),
  /** Empty for files alone. */
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
  'answer_overdue',
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

export const readJob = endpoint({
  method: 'GET',
  path: '/api/jobs/{id}',
  access: 'signed-in',
  act: 'view a job',
  response: jobThread,
});

/** The browser chooses the id of a message: a repeated id is one message, with its first text and files. */
export const messageId = z.string().check(z.regex(/^[\w-]{8,64}$/, 'is not an id'));

/** True for a message with a text or files. */
export function holdsSomething(written: { text: string; attachmentIds?: string[] | undefined }): boolean {
  return written.text.trim() !== '' || (written.attachmentIds ?? []).length > 0;
}

/**
 * The customer's answer; to a resolved request it opens that again. `attachmentIds` name uploads of the customer that
 * no request has; some refusals name in `about` the ids that are gone.
 */
export const answerJob = endpoint({
  method: 'POST',
  path: '/api/jobs/{id}/messages',
  access: 'signed-in',
  act: 'send a message',
  body: z
    .strictObject({ id: messageId, text: text(40_000), attachmentIds })
    .check(z.refine(holdsSomething, 'needs a text or a file')),
  response: jobThread,
  refusals: [409],
});

/** The mail that a message came as, as readable text; for the owner and agents. */
export const readMessageMail = endpoint({
  method: 'GET',
  path: '/api/jobs/{id}/messages/{messageId}/mail',
  access: 'signed-in',
  act: 'view a job',
  response: z.object({ text: z.string() }),
  refusals: [503],
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
  due: answerSla,
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
  body: z.strictObject({ token, id: messageId, text: requiredText(40_000) }),
  response: linkedThread,
  refusals: [404, 409],
});

/** Words of a mail that was not added; empty once they are in the thread. */
export const readUnaddedMail = endpoint({
  method: 'POST',
  path: '/api/support-thread/mail',
  access: 'public',
  body: z.strictObject({ token, mailId: text(64) }),
  response: z.object({ text: z.string() }),
  refusals: [404],
});
