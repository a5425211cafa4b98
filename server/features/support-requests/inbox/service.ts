import { AppError } from '#server/app-error.ts';
import type { Transaction } from '#server/database/connect.ts';
import type { AttachmentService } from '#server/features/support-requests/attachments/service.ts';
import { checkMessage } from '#server/features/support-requests/checked-fields.ts';
import type { SupportMail } from '#server/features/support-requests/mails/support-mail.ts';
import { type RequestRepository, record } from '#server/features/support-requests/repository.ts';
import {
  type RequestRow,
  toHistoryEntry,
  toJob,
  toMessage,
} from '#server/features/support-requests/requests-as-jobs.ts';
import {
  isDueSoon,
  pauseSla,
  recordFirstAnswer,
  resumeSla,
} from '#server/features/support-requests/sla/sla.ts';
import type { SlaBreaches } from '#server/features/support-requests/sla/sla-breaches.ts';
import type { SlaClock } from '#server/features/support-requests/sla/sla-clock.ts';
import type { Caller } from '#server/integrations/identity/port.ts';
import type { User } from '#shared/contracts/account.ts';
import type { Attachment } from '#shared/contracts/attachments.ts';
import {
  type Agent,
  type InboxEntry,
  type InboxQueue,
  type InboxThread,
  inboxPageSize,
  type RequestIdea,
} from '#shared/contracts/support-inbox.ts';
import type { JobStatus } from '#shared/contracts/support-requests.ts';
import type { HistoryAction } from '#shared/contracts/support-threads.ts';
import { preview } from '#shared/rules/text/plain-text.ts';
import type { AgentDirectory } from './agents.ts';
import type { InboxRepository, InboxRow } from './repository.ts';

export type InboxService = ReturnType<typeof inboxService>;

type InboxServiceDeps = InboxActionDeps & {
  readUser: (caller: Caller) => Promise<User>;
  describeIdea: DescribeIdea;
};

/** The owner's idea behind a request; null where there is none. */
export type DescribeIdea = (
  ownerId: string,
  part: { trailId: string | null; surveyId: string | null },
) => Promise<RequestIdea | null>;

/** Inbox for agents; callers check access first. */
export function inboxService({ readUser, describeIdea, ...deps }: InboxServiceDeps) {
  const { inbox, agents, attachments, now } = deps;

  async function describe(rows: InboxRow[], { subject }: Caller): Promise<InboxEntry[]> {
    const files = await attachments.listFor(rows.map(({ row }) => row.id));
    const at = now();
    return rows.map((found) => toEntry(found, { files: files.get(found.row.id) ?? [], subject, at }));
  }

  async function readThread(caller: Caller, id: string): Promise<InboxThread> {
    const found = await inbox.findThread(id);
    const [entry] = await describe(found ? [found] : [], caller);
    if (!found || !entry) throw new AppError('job_not_found');
    const files = await attachments.listForMessages(id);
    const messages = found.messages.map((row) => toMessage(row, files.get(row.id) ?? []));
    const { ownerId, trailId, surveySlug: surveyId } = found.row;
    const idea = trailId || surveyId ? await describeIdea(ownerId, { trailId, surveyId }) : null;
    return { ...entry, idea, messages, history: found.history.map(toHistoryEntry) };
  }

  /** @throws AppError sync_refused, job_not_found, and what `work` throws. */
  async function change(
    caller: Caller,
    id: string,
    work: (locked: LockedRequest) => Promise<void>,
  ): Promise<InboxThread> {
    const agent = { id: caller.subject, name: agentName((await readUser(caller)).name) };
    await withLockedRequest(deps, agent, id, work);
    return readThread(caller, id);
  }

  return {
    readThread,

    async list(caller: Caller, asked: { queue: InboxQueue; search: string; after: string | undefined }) {
      const { rows, counts } = await inbox.list({ ...asked, agentId: caller.subject });
      const page = rows.slice(0, inboxPageSize);
      const next = rows.length > inboxPageSize ? (page.at(-1)?.place ?? null) : null;
      return { entries: await describe(page, caller), next, counts };
    },

    async listAgents({ subject }: Caller): Promise<Agent[]> {
      const rows = await agents.list();
      return rows.map(({ id, name }) => ({ id, name: agentName(name), isMe: id === subject }));
    },

    assign: (caller: Caller, id: string, agentId: string) =>
      change(caller, id, (locked) => assign(locked, agentId)),
    claim: (caller: Caller, id: string, takeOver: boolean) =>
      change(caller, id, (locked) => claim(locked, takeOver)),
    release: (caller: Caller, id: string) => change(caller, id, release),
    setStatus: (caller: Caller, id: string, status: JobStatus) =>
      change(caller, id, (locked) => setStatus(locked, status)),
    resolve: (caller: Caller, id: string) => change(caller, id, resolve),
    reopen: (caller: Caller, id: string) => change(caller, id, reopen),
    write: (caller: Caller, id: string, message: Parameters<typeof writeMessage>[1]) =>
      change(caller, id, (locked) => writeMessage(locked, message)),
  };
}

function toEntry(
  found: InboxRow,
  { files, subject, at }: { files: Attachment[]; subject: string; at: Date },
): InboxEntry {
  const { row, messageCount, newMessages, customer, lastMessage } = found;
  const { claimedBy, customerWaitsSince } = row;
  return {
    ...toJob(row, { attachments: files, messageCount, newMessages }),
    customer,
    dueSoon: row.resolvedAt === null && isDueSoon(row, at),
    lastMessage: lastMessage && { ...lastMessage, text: preview(lastMessage.text, snippetLength) },
    agent:
      claimedBy === null ? null : { name: agentName(found.agentName ?? ''), isMe: claimedBy === subject },
    customerWaitsSince: customerWaitsSince?.toISOString() ?? null,
  };
}

const snippetLength = 160;

/**
 * Gives an unclaimed request, or the agent's own, to an agent.
 * @throws AppError agent_missing, request_taken, request_resolved
 */
async function assign(locked: LockedRequest, agentId: string): Promise<void> {
  const { transaction, row, agent, at, agents } = locked;
  if (row.claimedBy === agentId) return;
  requireOpen(locked);
  if (row.claimedBy !== null) await requireClaim(locked);
  const assigned = await agents.find(transaction, agentId);
  if (!assigned) throw new AppError('agent_missing');
  const status = row.status === 'PENDING' ? 'UNDER_REVIEW' : row.status;
  await locked.save({ claimedBy: agentId, claimedAt: at, status });
  if (agentId === agent.id) await locked.record('claimed');
  else await locked.record('assigned', undefined, agentName(assigned.name));
  await recordStatus(locked, status);
  if (agentId !== agent.id)
    await locked.enqueueMail(transaction, { kind: 'assigned', requestId: row.id, email: assigned.email });
}

/**
 * One of several claims at the same moment wins. A repeated claim changes nothing.
 * @throws AppError request_taken, request_resolved
 */
async function claim(locked: LockedRequest, takeOver: boolean): Promise<void> {
  const { row, agent, at } = locked;
  if (row.claimedBy === agent.id) return;
  requireOpen(locked);
  if (row.claimedBy !== null && !takeOver) throw await takenError(locked, row.claimedBy);
  const status = row.status === 'PENDING' ? 'UNDER_REVIEW' : row.status;
  await locked.save({ claimedBy: agent.id, claimedAt: at, status });
  await locked.record(row.claimedBy === null ? 'claimed' : 'taken_over');
  await recordStatus(locked, status);
}

/** @throws AppError request_taken when another agent has it. */
async function release(locked: LockedRequest): Promise<void> {
  if (locked.row.claimedBy === null) return;
  await requireClaim(locked);
  await locked.save({ claimedBy: null, claimedAt: null });
  await locked.record('released');
}

/** @throws AppError request_not_claimed, request_taken, request_resolved */
async function setStatus(locked: LockedRequest, status: JobStatus): Promise<void> {
  requireOpen(locked);
  await requireClaim(locked);
  if (locked.row.status === status) return;
  await locked.save({ status });
  await recordStatus(locked, status);
}

/**
 * Answers a customer who wrote again after a reply; they can open the request again.
 * @throws AppError request_not_claimed, request_taken, request_unanswered before the first reply.
 */
async function resolve(locked: LockedRequest): Promise<void> {
  const { row, at, clock, inbox, transaction } = locked;
  if (row.resolvedAt) return;
  await requireClaim(locked);
  if (!(await inbox.hasMessage(transaction, row.id, ['reply']))) throw new AppError('request_unanswered');
  const sla = recordFirstAnswer(clock, row, at);
  await locked.save({ ...sla, resolvedAt: at, waitingSince: null, customerWaitsSince: null });
  await locked.record('resolved');
  const resolvedAt = at.toISOString();
  await locked.enqueueMail(locked.transaction, { kind: 'resolved', requestId: row.id, resolvedAt });
}

/** The request waits for an agent, or for the customer after an unanswered question. */
async function reopen({ transaction, row, at, clock, inbox, save, record }: LockedRequest): Promise<void> {
  if (!row.resolvedAt) return;
  const waitsForCustomer = await inbox.hasUnansweredQuestion(transaction, row.id);
  // Its SLA is paused or answered.
  const waiting = waitsForCustomer
    ? { waitingSince: at }
    : { ...resumeSla(clock, row, at), customerWaitsSince: at };
  await save({ resolvedAt: null, ...waiting });
  await record('reopened');
}

async function requireClaim(locked: LockedRequest): Promise<void> {
  const { row, agent } = locked;
  if (row.claimedBy === null) throw new AppError('request_not_claimed');
  if (row.claimedBy !== agent.id) throw await takenError(locked, row.claimedBy);
}

async function takenError({ inbox, transaction }: LockedRequest, claimedBy: string): Promise<AppError> {
  return new AppError('request_taken', { name: agentName(await inbox.findName(transaction, claimedBy)) });
}

type NewMessage = {
  id: string;
  kind: 'reply' | 'question' | 'note';
  text: string;
  attachmentIds?: string[] | undefined;
  /** True for a reply that resolves the request. */
  resolve?: boolean | undefined;
};

/**
 * Adds what an agent writes to the thread; a message that comes again with its id is the one from before.
 * @throws AppError request_resolved, request_not_claimed, request_text_long, body_invalid for another message's id, what
 *   binding attachments throws.
 */
async function writeMessage(locked: LockedRequest, message: NewMessage): Promise<void> {
  const { id, kind, text, attachmentIds: ids = [] } = message;
  const { transaction, row, agent, at, requests, inbox, attachments } = locked;
  const isFirstAnswer =
    kind !== 'note' && !(await inbox.hasMessage(transaction, row.id, ['reply', 'question']));
  const isNew = await requests.addMessage(transaction, {
    id,
    requestId: row.id,
    kind,
    authorId: agent.id,
    authorName: agent.name,
    text: checkMessage(text),
    createdAt: at,
  });
  // It has had its effect already, and it keeps its first text and files.
  if (!isNew) return;
  // Customers can't see notes, nor by the time of the last change that there are any.
  if (kind === 'note') return locked.record('noted');
  requireOpen(locked);
  if (row.claimedBy !== agent.id) throw new AppError('request_not_claimed');
  const binding = { ownerId: row.ownerId, uploadedBy: agent.id, requestId: row.id, messageId: id, ids };
  await attachments.bindToMessage(transaction, binding);
  const status = isFirstAnswer ? 'ACTIVE' : row.status;
  const resolvedAt = kind === 'reply' && message.resolve ? at : null;
  await locked.save({ ...afterAnswer(locked, kind), status, resolvedAt });
  await locked.record(kind === 'reply' ? 'replied' : 'asked');
  await recordStatus(locked, status);
  if (resolvedAt) await locked.record('resolved');
  await locked.enqueueMail(transaction, {
    kind: kind === 'reply' ? 'answer' : 'waiting',
    requestId: row.id,
    messageId: id,
    resolvedAt: resolvedAt?.toISOString(),
  });
}

/** The newest message decides who is next: no one after a reply, the customer after a question. */
function afterAnswer({ clock, row, at }: LockedRequest, kind: 'reply' | 'question'): Partial<RequestRow> {
  if (kind === 'reply') {
    return { ...recordFirstAnswer(clock, row, at), customerWaitsSince: null, waitingSince: null };
  }
  const waitingSince = row.waitingSince ?? at;
  return { ...pauseSla(clock, row, at), customerWaitsSince: null, waitingSince };
}

/** Customers see the name, never the e-mail address. */
type Actor = { id: string; name: string };

type InboxActionDeps = {
  inbox: InboxRepository;
  agents: AgentDirectory;
  requests: RequestRepository;
  clock: SlaClock;
  breaches: SlaBreaches;
  attachments: Pick<AttachmentService, 'listFor' | 'listForMessages' | 'bindToMessage'>;
  enqueueMail: (transaction: Transaction, mail: SupportMail) => Promise<void>;
  now: () => Date;
};

/** A locked request, the agent, and the ways to change it. */
type LockedRequest = InboxActionDeps & {
  transaction: Transaction;
  row: RequestRow;
  agent: Actor;
  at: Date;
  /** Stores the change and compensates a breached SLA. */
  save(change: Partial<RequestRow>): Promise<void>;
  record(action: HistoryAction, from?: string, to?: string): Promise<void>;
};

/**
 * Locks the request, in one transaction, while `work` changes it.
 * @throws AppError job_not_found
 */
async function withLockedRequest(
  deps: InboxActionDeps,
  agent: Actor,
  id: string,
  work: (locked: LockedRequest) => Promise<void>,
): Promise<void> {
  const { inbox, requests, breaches, now } = deps;
  // A request never changes hands, and its owner's row is locked before it.
  const ownerId = await inbox.findOwner(id);
  if (ownerId === null) throw new AppError('job_not_found');
  await requests.transaction(async (transaction) => {
    const found = await requests.lockRequest(transaction, ownerId, id);
    if (!found) throw new AppError('job_not_found');
    const { owner, row } = found;
    const at = now();
    const entry = { requestId: id, actor: 'agent' as const, actorId: agent.id, actorName: agent.name };
    await work({
      ...deps,
      transaction,
      row,
      agent,
      at,
      async save(change) {
        await requests.saveRequest(transaction, id, { ...change, updatedAt: at });
        if (change.brokenAt && !row.brokenAt) await breaches.compensate(transaction, owner, row);
      },
      record: (action, from, to) => record(transaction, { ...entry, action, from, to, createdAt: at }),
    });
  });
}

/** Not the e-mail address, where an account has no name. */
function agentName(name: string): string {
  return name || 'Support';
}

/** @throws AppError request_resolved */
function requireOpen({ row }: LockedRequest): void {
  if (row.resolvedAt) throw new AppError('request_resolved');
}

/** Records a change of the status in the history. */
async function recordStatus(locked: LockedRequest, status: JobStatus): Promise<void> {
  if (locked.row.status !== status) await locked.record('status_changed', locked.row.status, status);
}
