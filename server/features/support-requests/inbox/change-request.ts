import { and, desc, eq, inArray } from 'drizzle-orm';
import { AppError } from '#server/app-error.ts';
import { inTransaction, type Transaction } from '#server/database/connect.ts';
import { supportHistory, supportMessages, supportRequests, users } from '#server/database/tables.ts';
import { bindToMessage } from '#server/features/support-requests/attachments/bind-attachments.ts';
import { checkMessage } from '#server/features/support-requests/checked-fields.ts';
import { enqueueMail } from '#server/features/support-requests/mails/send-mail.ts';
import {
  addMessage,
  lockRequest,
  type OwnerRow,
  record,
  saveRequest,
} from '#server/features/support-requests/repository.ts';
import type { RequestRow } from '#server/features/support-requests/requests-as-jobs.ts';
import { pauseSla, recordFirstAnswer, resumeSla } from '#server/features/support-requests/sla/sla.ts';
import { compensateBreach } from '#server/features/support-requests/sla/sla-breaches.ts';
import type { SupportDeps } from '#server/features/support-requests/support-deps.ts';
import type { Caller } from '#server/integrations/identity/port.ts';
import type { InboxThread } from '#shared/contracts/support-requests/support-inbox.ts';
import type { JobStatus } from '#shared/contracts/support-requests/support-requests.ts';
import type { HistoryAction } from '#shared/contracts/support-requests/support-threads.ts';
import { findAgent } from './agents.ts';
import { agentName, readInboxThread } from './read-inbox.ts';

/** A locked request with its owner, and the agent who changes it. */
export type LockedRequest = {
  deps: SupportDeps;
  transaction: Transaction;
  owner: OwnerRow;
  row: RequestRow;
  /** Customers see the name, never the e-mail address. */
  agent: { id: string; name: string };
  at: Date;
};

/**
 * Locks the request for an agent, in one transaction, while `change` runs; callers check access first.
 * @throws AppError sync_refused, job_not_found, and what `change` throws.
 */
export async function changeRequest(
  deps: SupportDeps,
  caller: Caller,
  id: string,
  change: (locked: LockedRequest) => Promise<void>,
): Promise<InboxThread> {
  const { database, readUser, now } = deps;
  const agent = { id: caller.subject, name: agentName((await readUser(caller)).name) };
  const { ownerId } = supportRequests;
  // A request never changes hands, and its owner's row is locked before it.
  const [known] = await database.sql
    .select({ ownerId })
    .from(supportRequests)
    .where(eq(supportRequests.id, id));
  if (!known) throw new AppError('job_not_found');
  await inTransaction(database, async (transaction) => {
    const found = await lockRequest(transaction, known.ownerId, id);
    if (!found) throw new AppError('job_not_found');
    await change({ deps, transaction, ...found, agent, at: now() });
  });
  return readInboxThread(deps, caller, id);
}

/**
 * Gives an unclaimed request, or the agent's own, to an agent.
 * @throws AppError agent_missing, request_taken, request_resolved
 */
export async function assignRequest(locked: LockedRequest, agentId: string): Promise<void> {
  const { deps, transaction, row, agent, at } = locked;
  if (row.claimedBy === agentId) return;
  requireOpen(locked);
  if (row.claimedBy !== null) await requireClaim(locked);
  const assigned = await findAgent(deps, transaction, agentId);
  if (!assigned) throw new AppError('agent_missing');
  const status = row.status === 'PENDING' ? 'UNDER_REVIEW' : row.status;
  await save(locked, { claimedBy: agentId, claimedAt: at, status });
  if (agentId === agent.id) await recordAction(locked, 'claimed');
  else await recordAction(locked, 'assigned', undefined, agentName(assigned.name));
  await recordStatus(locked, status);
  if (agentId !== agent.id)
    await enqueueMail(deps, transaction, { kind: 'assigned', requestId: row.id, email: assigned.email });
}

/**
 * One of several claims at the same moment wins. A repeated claim changes nothing.
 * @throws AppError request_taken, request_resolved
 */
export async function claimRequest(locked: LockedRequest, takeOver: boolean): Promise<void> {
  const { row, agent, at } = locked;
  if (row.claimedBy === agent.id) return;
  requireOpen(locked);
  if (row.claimedBy !== null && !takeOver) throw await takenError(locked, row.claimedBy);
  const status = row.status === 'PENDING' ? 'UNDER_REVIEW' : row.status;
  await save(locked, { claimedBy: agent.id, claimedAt: at, status });
  await recordAction(locked, row.claimedBy === null ? 'claimed' : 'taken_over');
  await recordStatus(locked, status);
}

/** @throws AppError request_taken when another agent has it. */
export async function releaseRequest(locked: LockedRequest): Promise<void> {
  if (locked.row.claimedBy === null) return;
  await requireClaim(locked);
  await save(locked, { claimedBy: null, claimedAt: null });
  await recordAction(locked, 'released');
}

/** @throws AppError request_not_claimed, request_taken, request_resolved */
export async function setRequestStatus(locked: LockedRequest, status: JobStatus): Promise<void> {
  requireOpen(locked);
  await requireClaim(locked);
  if (locked.row.status === status) return;
  await save(locked, { status });
  await recordStatus(locked, status);
}

/**
 * Answers a customer who wrote again after a reply; they can open the request again.
 * @throws AppError request_not_claimed, request_taken, request_unanswered before the first reply.
 */
export async function resolveRequest(locked: LockedRequest): Promise<void> {
  const { deps, row, at, transaction } = locked;
  if (row.resolvedAt) return;
  await requireClaim(locked);
  if (!(await hasMessage(transaction, row.id, ['reply']))) throw new AppError('request_unanswered');
  const sla = recordFirstAnswer(deps.clock, row, at);
  await save(locked, { ...sla, resolvedAt: at, waitingSince: null, customerWaitsSince: null });
  await recordAction(locked, 'resolved');
  const resolvedAt = at.toISOString();
  await enqueueMail(deps, transaction, { kind: 'resolved', requestId: row.id, resolvedAt });
}

/** The request waits for an agent, or for the customer after an unanswered question. */
export async function reopenRequest(locked: LockedRequest): Promise<void> {
  const { deps, transaction, row, at } = locked;
  if (!row.resolvedAt) return;
  const waitsForCustomer = await hasUnansweredQuestion(transaction, row.id);
  // Its SLA is paused or answered.
  const waiting = waitsForCustomer
    ? { waitingSince: at }
    : { ...resumeSla(deps.clock, row, at), customerWaitsSince: at };
  await save(locked, { resolvedAt: null, ...waiting });
  await recordAction(locked, 'reopened');
}

async function requireClaim(locked: LockedRequest): Promise<void> {
  const { row, agent } = locked;
  if (row.claimedBy === null) throw new AppError('request_not_claimed');
  if (row.claimedBy !== agent.id) throw await takenError(locked, row.claimedBy);
}

async function takenError({ transaction }: LockedRequest, claimedBy: string): Promise<AppError> {
  const { sql: tx } = transaction;
  const [agent] = await tx.select({ name: users.name }).from(users).where(eq(users.id, claimedBy));
  return new AppError('request_taken', { name: agentName(agent?.name ?? '') });
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
export async function writeMessage(locked: LockedRequest, message: NewMessage): Promise<void> {
  const { id, kind, text, attachmentIds: ids = [] } = message;
  const { deps, transaction, row, agent, at } = locked;
  const isFirstAnswer = kind !== 'note' && !(await hasMessage(transaction, row.id, ['reply', 'question']));
  const isNew = await addMessage(transaction, {
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
  if (kind === 'note') return recordAction(locked, 'noted');
  requireOpen(locked);
  if (row.claimedBy !== agent.id) throw new AppError('request_not_claimed');
  const binding = { ownerId: row.ownerId, uploadedBy: agent.id, requestId: row.id, messageId: id, ids };
  await bindToMessage(transaction, binding);
  const status = isFirstAnswer ? 'ACTIVE' : row.status;
  const resolvedAt = kind === 'reply' && message.resolve ? at : null;
  await save(locked, { ...afterAnswer(locked, kind), status, resolvedAt });
  await recordAction(locked, kind === 'reply' ? 'replied' : 'asked');
  await recordStatus(locked, status);
  if (resolvedAt) await recordAction(locked, 'resolved');
  await enqueueMail(deps, transaction, {
    kind: kind === 'reply' ? 'answer' : 'waiting',
    requestId: row.id,
    messageId: id,
    resolvedAt: resolvedAt?.toISOString(),
  });
}

/** The newest message decides who is next: no one after a reply, the customer after a question. */
function afterAnswer(
  { deps: { clock }, row, at }: LockedRequest,
  kind: 'reply' | 'question',
): Partial<RequestRow> {
  if (kind === 'reply') {
    return { ...recordFirstAnswer(clock, row, at), customerWaitsSince: null, waitingSince: null };
  }
  const waitingSince = row.waitingSince ?? at;
  return { ...pauseSla(clock, row, at), customerWaitsSince: null, waitingSince };
}

/** Stores the change and compensates a breached SLA. */
async function save(locked: LockedRequest, change: Partial<RequestRow>): Promise<void> {
  const { deps, transaction, owner, row, at } = locked;
  await saveRequest(transaction, row.id, { ...change, updatedAt: at });
  if (change.brokenAt && !row.brokenAt) await compensateBreach(deps, transaction, owner, row);
}

async function recordAction(
  { transaction, row, agent, at }: LockedRequest,
  action: HistoryAction,
  from?: string,
  to?: string,
): Promise<void> {
  const by = { requestId: row.id, actor: 'agent' as const, actorId: agent.id, actorName: agent.name };
  await record(transaction, { ...by, action, from, to, createdAt: at });
}

/** True when the newest message is a question; by the history, because messages of one moment have no order. */
async function hasUnansweredQuestion({ sql: tx }: Transaction, requestId: string): Promise<boolean> {
  const isMessage = inArray(supportHistory.action, ['replied', 'asked', 'customer_answered']);
  const [newest] = await tx
    .select({ action: supportHistory.action })
    .from(supportHistory)
    .where(and(eq(supportHistory.requestId, requestId), isMessage))
    .orderBy(desc(supportHistory.id))
    .limit(1);
  return newest?.action === 'asked';
}

/** True when the thread has a message of one of these kinds. */
async function hasMessage(
  { sql: tx }: Transaction,
  requestId: string,
  kinds: ('reply' | 'question')[],
): Promise<boolean> {
  const isThat = and(eq(supportMessages.requestId, requestId), inArray(supportMessages.kind, kinds));
  return (
    (await tx.select({ id: supportMessages.id }).from(supportMessages).where(isThat).limit(1)).length > 0
  );
}

/** @throws AppError request_resolved */
function requireOpen({ row }: LockedRequest): void {
  if (row.resolvedAt) throw new AppError('request_resolved');
}

/** Records a change of the status in the history. */
async function recordStatus(locked: LockedRequest, status: JobStatus): Promise<void> {
  if (locked.row.status !== status) await recordAction(locked, 'status_changed', locked.row.status, status);
}
