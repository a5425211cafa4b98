import { randomBytes, randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { AppError } from '#server/app-error.ts';
import { type Database, inTransaction, type Transaction } from '#server/database/connect.ts';
import { counterColumns, readCounters } from '#server/database/request-counters.ts';
import type { Caller } from '#server/integrations/identity/port.ts';
import type { User } from '#shared/contracts/account.ts';
import type {
  Job,
  JobChange,
  JobDraft,
  JobStatus,
} from '#shared/contracts/support-requests/support-requests.ts';
import type { JobThread } from '#shared/contracts/support-requests/support-threads.ts';
import { countRequest, issuesAllowed, slaHours } from '#shared/rules/support/request-limits.ts';
import { listForMessages, listForRequests } from './attachments/attachments.ts';
import { bindToRequest } from './attachments/bind-attachments.ts';
import { checkFields } from './checked-fields.ts';
import { enqueueMail } from './mails/send-mail.ts';
import {
  addRequest,
  byOwner,
  type CountedRow,
  findOnce,
  findOwnTrail,
  findRequest,
  findThread,
  isOwnSurvey as isSurveyOf,
  listRequests,
  lockOwner,
  lockRequest,
  type OwnerRow,
  type RequestPage,
  record,
  saveOwner,
  saveRequest,
  saveSeen,
} from './repository.ts';
import { type MessageRow, type RequestRow, toHistoryEntry, toJob, toMessage } from './requests-as-jobs.ts';
import { pauseSla, startSla } from './sla/sla.ts';
import { compensateBreach } from './sla/sla-breaches.ts';
import type { SupportDeps } from './support-deps.ts';
import { type Answer, writeAnswer } from './write-answer.ts';

/**
 * Refuses early what the plan does not allow; a request that comes again with its key is let through.
 * @throws AppError request_limit_free, request_limit_pro, sync_refused.
 */
export async function checkAllowance(
  { database, readUser, now }: SupportDeps,
  caller: Caller,
  key: string | undefined,
): Promise<void> {
  const { refusal } = countRequest(await readUser(caller), now().getTime());
  if (!refusal) return;
  const known = key && (await findOnce(database, caller.subject, key));
  if (!known) throw new AppError(refusal.code, refusal.params);
}

/**
 * Makes a support request, within the limits of the caller's plan as it is now. One that comes again with its key
 * is the one from before.
 * @throws AppError what `checkFields` throws, request_limit_free, request_limit_pro, request_issue_limit,
 *   sync_refused, what binding attachments throws.
 */
export async function submitRequest(
  deps: SupportDeps,
  caller: Caller,
  draft: JobDraft,
  key: string,
): Promise<{ job: Job; user: User }> {
  const { id } = await insertRequest(deps, caller.subject, draft, key);
  return { job: await readJob(deps.database, caller.subject, id), user: await deps.readUser(caller) };
}

/**
 * Everything is decided while the owner's row is locked, so of requests that come at once each sees what those before
 * it used up.
 */
async function insertRequest(
  deps: SupportDeps,
  ownerId: string,
  { trailId, surveySlug, attachmentIds = [], ...body }: JobDraft,
  idempotencyKey: string,
): Promise<RequestRow> {
  const fields = await checkFields(body);
  const { database, clock } = deps;
  return inTransaction(database, async (transaction) => {
    const owner = await lockOwner(transaction, ownerId);
    if (!owner) throw new AppError('sync_refused');
    const known = await findOnce(transaction, ownerId, idempotencyKey);
    if (known) return known;
    const createdAt = deps.now();
    const { countedAs, counters } = allowed(owner, fields.issueDescriptions.length, createdAt);
    const isOwnSurvey = surveySlug && (await isSurveyOf(transaction, ownerId, surveySlug));
    const row = await addRequest(transaction, {
      ...fields,
      ...startSla(clock, slaHours(owner.plan), createdAt),
      id: randomUUID(),
      ownerId,
      idempotencyKey,
      countedAs,
      trailId: trailId ? await findOwnTrail(transaction, ownerId, trailId) : null,
      surveySlug: isOwnSurvey ? surveySlug : null,
      customerWaitsSince: createdAt,
      customerSeenAt: createdAt,
      answerToken: newToken(),
      createdAt,
      updatedAt: createdAt,
    });
    await saveOwner(transaction, ownerId, counterColumns(counters));
    if (attachmentIds.length > 0)
      await bindToRequest(transaction, { ownerId, requestId: row.id, ids: attachmentIds });
    await record(transaction, { ...byOwner(owner, row.id), action: 'submitted', createdAt });
    await enqueueMail(deps, transaction, { kind: 'received', requestId: row.id, email: row.email });
    return row;
  });
}

/** @throws AppError request_limit_free, request_limit_pro, request_issue_limit. */
function allowed(owner: OwnerRow, issues: number, now: Date) {
  const counted = countRequest({ plan: owner.plan, ...readCounters(owner) }, now.getTime());
  if (counted.refusal) throw new AppError(counted.refusal.code, counted.refusal.params);
  const most = issuesAllowed(owner.plan);
  if (issues > most) throw new AppError('request_issue_limit', { most });
  return counted;
}

/** The support requests of a customer; those of others are not found. */
export async function listOwnRequests(
  { database }: SupportDeps,
  ownerId: string,
  page: RequestPage,
): Promise<Job[]> {
  return describe(database, await listRequests(database, ownerId, page));
}

/** @throws AppError job_not_found */
export async function readOwnThread(
  { database }: SupportDeps,
  { subject: ownerId }: Caller,
  id: string,
): Promise<JobThread> {
  const thread = orNotFound(await findThread(database, { ownerId, id }));
  const files = await listForMessages(database, id);
  const messages = thread.messages.map((row) => toMessage(row, files.get(row.id) ?? []));
  const newMessages = thread.messages.filter((row) => isNew(row, thread.row)).length;
  const [job] = await describe(database, [{ row: thread.row, messageCount: messages.length, newMessages }]);
  return { ...orNotFound(job), messages, history: thread.history.map(toHistoryEntry) };
}

/** The customer's answer; its id makes a repeated one the same. @throws AppError as `writeAnswer` does. */
export async function answerRequest(
  deps: SupportDeps,
  caller: Caller,
  id: string,
  message: Answer,
): Promise<JobThread> {
  const { subject } = caller;
  const author = ({ name, email }: OwnerRow) => ({ id: subject, name: name || email });
  await writeAnswer(deps, { ownerId: subject, id }, author, message);
  return readOwnThread(deps, caller, id);
}

/** Marks the messages up to this one as seen. @throws AppError job_not_found */
export async function markSeen(
  { database }: SupportDeps,
  { subject }: Caller,
  id: string,
  messageId: string,
): Promise<Job> {
  await saveSeen(database, subject, id, messageId);
  return readJob(database, subject, id);
}

/**
 * Replaces what its owner wrote. @throws AppError what `checkFields` throws, job_not_found, request_resolved_customer,
 * what binding attachments throws.
 */
export async function editRequest(
  deps: SupportDeps,
  { subject: ownerId }: Caller,
  id: string,
  { attachmentIds, surveySlug, ...body }: JobChange,
): Promise<Job> {
  const { database, now } = deps;
  const fields = await checkFields(body);
  await inTransaction(database, async (transaction) => {
    const { owner, row } = orNotFound(await lockRequest(transaction, ownerId, id));
    if (row.resolvedAt) throw new AppError('request_resolved_customer');
    const change = { ...fields, surveySlug: await newSurvey(transaction, row) };
    const binding = attachmentIds && { ownerId, requestId: id, ids: attachmentIds };
    const hasOtherFiles = binding ? await bindToRequest(transaction, binding) : false;
    const isSame = Object.entries(change).every(([name, value]) =>
      isDeepStrictEqual(value, row[name as keyof typeof change]),
    );
    if (isSame && !hasOtherFiles) return;
    // A reader of the old address must lose access to the thread.
    const hasMoved = fields.email !== row.email;
    const answerToken = hasMoved ? newToken() : row.answerToken;
    await saveRequest(transaction, id, { ...change, answerToken, updatedAt: now() });
    const { email } = fields;
    if (hasMoved)
      await enqueueMail(deps, transaction, { kind: 'received', requestId: id, email, only: 'customer' });
    await record(transaction, { ...byOwner(owner, id), action: 'edited', createdAt: now() });
  });
  return readJob(database, ownerId, id);

  async function newSurvey(transaction: Transaction, row: RequestRow): Promise<string | null> {
    if (surveySlug === undefined || surveySlug === row.surveySlug) return row.surveySlug;
    return surveySlug && (await isSurveyOf(transaction, ownerId, surveySlug)) ? surveySlug : null;
  }
}

/** @throws AppError job_not_found, job_claimed once an agent works on it, request_resolved_customer. */
export async function changeOwnStatus(
  { database, now }: SupportDeps,
  { subject: ownerId }: Caller,
  id: string,
  status: JobStatus,
): Promise<Job> {
  await inTransaction(database, async (transaction) => {
    const { owner, row } = orNotFound(await lockRequest(transaction, ownerId, id));
    if (row.resolvedAt) throw new AppError('request_resolved_customer');
    if (row.claimedBy !== null) throw new AppError('job_claimed');
    if (row.status === status) return;
    await saveRequest(transaction, id, { status, updatedAt: now() });
    await record(transaction, {
      ...byOwner(owner, id),
      action: 'status_changed',
      from: row.status,
      to: status,
      createdAt: now(),
    });
  });
  return readJob(database, ownerId, id);
}

const isNew = ({ kind, createdAt }: MessageRow, { customerSeenAt }: RequestRow) =>
  kind !== 'customer' && createdAt > customerSeenAt;

/**
 * Resolves the request for its customer. The SLA stands still from here: an answer that opens the request again resumes
 * it. @throws AppError job_not_found
 */
export async function solveRequest(deps: SupportDeps, caller: Caller, id: string): Promise<JobThread> {
  const { database, clock, now } = deps;
  const { subject: ownerId } = caller;
  await inTransaction(database, async (transaction) => {
    const { owner, row } = orNotFound(await lockRequest(transaction, ownerId, id));
    if (row.resolvedAt) return;
    const at = now();
    const sla = pauseSla(clock, row, at);
    const change = { ...sla, resolvedAt: at, waitingSince: null, customerWaitsSince: null, updatedAt: at };
    await saveRequest(transaction, id, change);
    if (sla.brokenAt && !row.brokenAt) await compensateBreach(deps, transaction, owner, row);
    await record(transaction, { ...byOwner(owner, id), action: 'resolved', createdAt: at });
  });
  return readOwnThread(deps, caller, id);
}

async function readJob(database: Database, ownerId: string, id: string): Promise<Job> {
  const [job] = await describe(database, [orNotFound(await findRequest(database, ownerId, id))]);
  return orNotFound(job);
}

async function describe(database: Database, found: CountedRow[]): Promise<Job[]> {
  const files = await listForRequests(
    database,
    found.map(({ row }) => row.id),
  );
  return found.map(({ row, ...counts }) => toJob(row, { attachments: files.get(row.id) ?? [], ...counts }));
}

function orNotFound<T>(request: T | null | undefined): T {
  if (!request) throw new AppError('job_not_found');
  return request;
}

/** A secret of 256 bits. */
function newToken(): string {
  return randomBytes(32).toString('base64url');
}
