import * as z from 'zod/mini';
import { plan } from '#shared/contracts/account.ts';
import { endpoint } from '#shared/contracts/endpoint.ts';
import { requiredText, text } from '#shared/contracts/text.ts';
import { attachmentIds, job, jobStatus } from './support-requests.ts';
import { historyEntry, holdsSomething, messageId, supportMessage } from './support-threads.ts';

/** A support request as agents see it. */
export const inboxEntry = z.extend(job, {
  customer: z.object({ name: z.string(), email: z.string(), plan }),
  /** The agent who works on it; `isMe` is the caller. */
  agent: z.nullable(z.object({ name: z.string(), isMe: z.boolean() })),
  /** Since when the customer waits for our answer; null while it is their turn or it is resolved. */
  customerWaitsSince: z.nullable(z.string()),
  /** True when little of the promised time is left. */
  dueSoon: z.boolean(),
  /** The beginning of the newest message; notes are left out. */
  lastMessage: z.nullable(
    z.object({ kind: supportMessage.shape.kind, author: z.string(), text: z.string() }),
  ),
});
export type InboxEntry = z.infer<typeof inboxEntry>;

/** The idea behind a request, with the plan and the verdict of its survey. Long texts are cut. */
const requestIdea = z.object({
  /** Its owner's name for it; null for its own words alone. */
  name: z.nullable(z.string()),
  idea: z.string(),
  /** Null before there is a survey; its texts are empty where the plan has none. */
  plan: z.nullable(
    z.object({
      pitch: z.string(),
      problem: z.string(),
      audience: z.string(),
      questions: z.array(z.string()),
    }),
  ),
  /** Null before the first answers are analysed. */
  verdict: z.nullable(
    z.object({
      decision: z.string(),
      submissionCount: z.number(),
      /** Sentences such as "22 of 35 bakers throw away unsold bread", with the 95 % range in whole percent. */
      figures: z.array(z.object({ says: z.string(), low: z.number(), high: z.number() })),
    }),
  ),
});
export type RequestIdea = z.infer<typeof requestIdea>;

/** The same with everything that was written and done, notes included. */
export const inboxThread = z.extend(inboxEntry, {
  /** Null for a request that belongs to no idea. */
  idea: z.nullable(requestIdea),
  messages: z.array(supportMessage),
  history: z.array(historyEntry),
});
export type InboxThread = z.infer<typeof inboxThread>;

export const inboxQueue = z.enum(['open', 'mine', 'waiting', 'resolved']);
export type InboxQueue = z.infer<typeof inboxQueue>;

/** Most entries of one page of the inbox. */
export const inboxPageSize = 50;

/**
 * `open` and `mine` begin with what is due next: overdue answers, then running ones by their due time, then customers
 * who have waited longest. `waiting` waits for customers; `resolved` comes newest first. `search` looks in all queues
 * for requests that hold each of its words, the newest first. `after` is the `next` of the page before.
 */
export const listInbox = endpoint({
  method: 'GET',
  path: '/api/inbox',
  access: 'agent',
  query: z.object({
    queue: z.optional(inboxQueue),
    search: z.optional(text(200)),
    after: z.optional(text(300).check(z.refine(isPlace, 'must be the next of a page'))),
  }),
  response: z.object({
    entries: z.array(inboxEntry),
    next: z.nullable(z.string()),
    /** Null in a search. */
    counts: z.nullable(
      z.object({ open: z.number(), mine: z.number(), waiting: z.number(), resolved: z.number() }),
    ),
  }),
});

/** As `{rank}~{time}~{id}`. */
function isPlace(next: string): boolean {
  return (
    /^\d~\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z~./.test(next) && Date.parse(next.split('~')[1] ?? '') > 0
  );
}

export const readInboxThread = endpoint({
  method: 'GET',
  path: '/api/inbox/{id}',
  access: 'agent',
  response: inboxThread,
});

/** Only one claim wins; `takeOver` takes it from the agent who has it. */
export const claimRequest = endpoint({
  method: 'POST',
  path: '/api/inbox/{id}/claim',
  access: 'agent',
  body: z.strictObject({ takeOver: z.optional(z.boolean()) }),
  response: inboxThread,
  refusals: [409],
});

const agent = z.object({ id: z.string(), name: z.string(), isMe: z.boolean() });
export type Agent = z.infer<typeof agent>;

/** Agents who have an account, by name. */
export const listAgents = endpoint({
  method: 'GET',
  path: '/api/inbox-agents',
  access: 'agent',
  response: z.array(agent),
});

/** Gives it to an agent who has an account; one that another agent has must be taken over first. */
export const assignRequest = endpoint({
  method: 'POST',
  path: '/api/inbox/{id}/assign',
  access: 'agent',
  body: z.strictObject({ agentId: requiredText(200) }),
  response: inboxThread,
  refusals: [409],
});

/** Gives it back to the inbox. */
export const releaseRequest = endpoint({
  method: 'POST',
  path: '/api/inbox/{id}/release',
  access: 'agent',
  response: inboxThread,
  refusals: [409],
});

/**
 * A `reply` stops the clock of the first answer, a `question` pauses it until the customer answers, a `note` is for
 * agents only and takes no files. Replies and questions need the claim. A repeated id is one message. A reply can resolve
 * the request too. `attachmentIds` name uploads of the agent, which are the customer's from then on.
 */
export const writeInboxMessage = endpoint({
  method: 'POST',
  path: '/api/inbox/{id}/messages',
  access: 'agent',
  body: z
    .strictObject({
      id: messageId,
      kind: z.enum(['reply', 'question', 'note']),
      text: text(40_000),
      attachmentIds,
      resolve: z.optional(z.boolean()),
    })
    .check(
      z.refine(holdsSomething, 'needs a text or a file'),
      z.refine(
        ({ kind, attachmentIds: ids = [] }) => kind !== 'note' || ids.length === 0,
        'a note takes no files',
      ),
    ),
  response: inboxThread,
  refusals: [409],
});

export const setRequestStatus = endpoint({
  method: 'PUT',
  path: '/api/inbox/{id}/status',
  access: 'agent',
  body: z.strictObject({ status: jobStatus }),
  response: inboxThread,
  refusals: [409],
});

export const resolveRequest = endpoint({
  method: 'POST',
  path: '/api/inbox/{id}/resolve',
  access: 'agent',
  response: inboxThread,
  refusals: [409],
});

export const reopenRequest = endpoint({
  method: 'POST',
  path: '/api/inbox/{id}/reopen',
  access: 'agent',
  response: inboxThread,
  refusals: [409],
});

const savedAnswer = z.object({ id: z.string(), name: z.string(), text: z.string() });
export type SavedAnswer = z.infer<typeof savedAnswer>;

/** Most saved answers of the team, and UTF-16 units of a name. */
export const savedAnswersAllowed = 200;
export const savedAnswerName = 80;

const answerName = requiredText(savedAnswerName);

/** The texts that agents use again, by name. */
export const listSavedAnswers = endpoint({
  method: 'GET',
  path: '/api/inbox-answers',
  access: 'agent',
  response: z.array(savedAnswer),
});

/** Saves a text for all agents, without the secrets in it. */
export const createSavedAnswer = endpoint({
  method: 'POST',
  path: '/api/inbox-answers',
  access: 'agent',
  body: z.strictObject({ name: answerName, text: requiredText(40_000) }),
  response: savedAnswer,
  status: 201,
  refusals: [409],
});

export const renameSavedAnswer = endpoint({
  method: 'PUT',
  path: '/api/inbox-answers/{id}',
  access: 'agent',
  body: z.strictObject({ name: answerName }),
  response: savedAnswer,
});

export const deleteSavedAnswer = endpoint({
  method: 'DELETE',
  path: '/api/inbox-answers/{id}',
  access: 'agent',
  response: z.object({ deleted: z.boolean() }),
});
