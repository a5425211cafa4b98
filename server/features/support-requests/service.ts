import { isDeepStrictEqual } from 'node:util';
import { AppError } from '#server/app-error.ts';
import type { Transaction } from '#server/database/connect.ts';
import { counterColumns, readCounters } from '#server/database/request-counters.ts';
import type { Caller } from '#server/integrations/identity/port.ts';
import type { User } from '#shared/contracts/account.ts';
import type { Job, JobChange, JobDraft, JobStatus } from '#shared/contracts/support-requests.ts';
import type { JobThread } from '#shared/contracts/support-threads.ts';
import { countRequest, issuesAllowed, slaHours } from '#shared/rules/support/request-limits.ts';
import { type Answer, type AnswerDeps, writeAnswer } from './answers.ts';
import type { AttachmentService } from './attachments/service.ts';
import { checkFields } from './checked-fields.ts';
import { byOwner, type CountedRow, type OwnerRow, type RequestPage, record } from './repository.ts';
import { type MessageRow, type RequestRow, toHistoryEntry, toJob, toMessage } from './requests-as-jobs.ts';
import { pauseSla, startSla } from './sla/sla.ts';
import type { SlaBreaches } from './sla/sla-breaches.ts';

export type RequestService = ReturnType<typeof requestService>;

export type RequestDeps = AnswerDeps & {
  attachments: AttachmentService;
  breaches: SlaBreaches;
  readUser: (caller: Caller) => Promise<User>;
  randomId: () => string;
  /** A secret of 256 bits. */
  randomToken: () => string;
};

/** Support requests for their customer; requests of others are not found. */
export function requestService(deps: RequestDeps) {
  const { repository, attachments, readUser } = deps;

  async function describe(found: CountedRow[]): Promise<Job[]> {
    const files = await attachments.listFor(found.map(({ row }) => row.id));
    return found.map(({ row, ...counts }) => toJob(row, { attachments: files.get(row.id) ?? [], ...counts }));
  }

  async function readJob(ownerId: string, id: string): Promise<Job> {
    const found = await repository.findRequest(ownerId, id);
    const [job] = await describe(found ? [found] : []);
    if (!job) throw new AppError('job_not_found');
    return job;
  }

  async function readThread(ownerId: string, id: string): Promise<JobThread> {
    const thread = await repository.findThread(ownerId, id);
    if (!thread) throw new AppError('job_not_found');
    const files = await attachments.listForMessages(id);
    const messages = thread.messages.map((row) => toMessage(row, files.get(row.id) ?? []));
    const newMessages = thread.messages.filter((row) => isNew(row, thread.row)).length;
    const [job] = await describe([{ row: thread.row, messageCount: messages.length, newMessages }]);
    if (!job) throw new AppError('job_not_found');
    return { ...job, messages, history: thread.history.map(toHistoryEntry) };
  }

  return {
    /**
     * Refuses early what the plan does not allow; a request that comes again with its key is let through.
     * @throws AppError request_limit_free, request_limit_pro, sync_refused.
     */
    async checkAllowance(caller: Caller, key: string | undefined): Promise<void> {
      const { refusal } = countRequest(await readUser(caller), deps.now().getTime());
      if (!refusal) return;
      const known =
        key && (await repository.transaction((tx) => repository.findOnce(tx, caller.subject, key)));
      if (!known) throw new AppError(refusal.code, refusal.params);
    },

    /**
     * Makes a support request, within the limits of the caller's plan as it is now. One that comes again with its key
     * is the one from before.
     * @throws AppError what `checkFields` throws, request_limit_free, request_limit_pro, request_issue_limit,
     *   sync_refused, what binding attachments throws.
     */
    async submit(caller: Caller, draft: JobDraft, key: string): Promise<{ job: Job; user: User }> {
      const { id } = await submitRequest(deps, caller.subject, draft, key);
      return { job: await readJob(caller.subject, id), user: await readUser(caller) };
    },

    /**
     * Replaces what its owner wrote. @throws AppError what `checkFields` throws, job_not_found, request_resolved_customer,
     * what binding attachments throws.
     */
    async edit({ subject }: Caller, id: string, change: JobChange): Promise<Job> {
      await editRequest(deps, subject, id, change);
      return readJob(subject, id);
    },

    /** @throws AppError job_not_found, job_claimed once an agent works on it, request_resolved_customer. */
    async setStatus({ subject }: Caller, id: string, status: JobStatus): Promise<Job> {
      await changeStatus(deps, subject, id, status);
      return readJob(subject, id);
    },

    /**
     * The customer's answer; its id makes a repeated one the same. @throws AppError job_not_found, request_closed, what
     * binding attachments throws.
     */
    async answer({ subject }: Caller, id: string, message: Answer): Promise<JobThread> {
      const author = ({ name, email }: OwnerRow) => ({ id: subject, name: name || email });
      await writeAnswer(deps, { ownerId: subject, id }, author, message);
      return readThread(subject, id);
    },

    /** Marks the messages up to this one as seen. @throws AppError job_not_found */
    async markSeen({ subject }: Caller, id: string, messageId: string): Promise<Job> {
      await repository.markSeen(subject, id, messageId);
      return readJob(subject, id);
    },

    /** Resolves the request for its customer. @throws AppError job_not_found */
    async solve({ subject }: Caller, id: string): Promise<JobThread> {
      await solveRequest(deps, subject, id);
      return readThread(subject, id);
    },

    readThread,

    async list(ownerId: string, page: RequestPage): Promise<Job[]> {
      return describe(await repository.listRequests(ownerId, page));
    },
  };
}

async function editRequest(
  { repository, attachments, enqueueMail, randomToken, now }: RequestDeps,
  ownerId: string,
  id: string,
  { attachmentIds, surveySlug, ...body }: JobChange,
): Promise<void> {
  const fields = await checkFields(body);
  await repository.transaction(async (transaction) => {
    const { owner, row } = orNotFound(await repository.lockRequest(transaction, ownerId, id));
    if (row.resolvedAt) throw new AppError('request_resolved_customer');
    const change = { ...fields, surveySlug: await newSurvey(transaction, row) };
    const binding = attachmentIds && { ownerId, requestId: id, ids: attachmentIds };
    const hasOtherFiles = binding ? await attachments.bind(transaction, binding) : false;
    const isSame = Object.entries(change).every(([name, value]) =>
      isDeepStrictEqual(value, row[name as keyof typeof change]),
    );
    if (isSame && !hasOtherFiles) return;
    // A reader of the old address must lose access to the thread.
    const hasMoved = fields.email !== row.email;
    const answerToken = hasMoved ? randomToken() : row.answerToken;
    await repository.saveRequest(transaction, id, { ...change, answerToken, updatedAt: now() });
    const { email } = fields;
    if (hasMoved)
      await enqueueMail(transaction, { kind: 'received', requestId: id, email, only: 'customer' });
    await record(transaction, { ...byOwner(owner, id), action: 'edited', createdAt: now() });
  });

  async function newSurvey(transaction: Transaction, row: RequestRow): Promise<string | null> {
    if (surveySlug === undefined || surveySlug === row.surveySlug) return row.surveySlug;
    return surveySlug && (await repository.isOwnSurvey(transaction, ownerId, surveySlug)) ? surveySlug : null;
  }
}

async function changeStatus(
  { repository, now }: RequestDeps,
  ownerId: string,
  id: string,
  status: JobStatus,
): Promise<void> {
  await repository.transaction(async (transaction) => {
    const { owner, row } = orNotFound(await repository.lockRequest(transaction, ownerId, id));
    if (row.resolvedAt) throw new AppError('request_resolved_customer');
    if (row.claimedBy !== null) throw new AppError('job_claimed');
    if (row.status === status) return;
    await repository.saveRequest(transaction, id, { status, updatedAt: now() });
    await record(transaction, {
      ...byOwner(owner, id),
      action: 'status_changed',
      from: row.status,
      to: status,
      createdAt: now(),
    });
  });
}

const isNew = ({ kind, createdAt }: MessageRow, { customerSeenAt }: RequestRow) =>
  kind !== 'customer' && createdAt > customerSeenAt;

/** The SLA stands still from here: an answer that opens the request again resumes it. */
async function solveRequest(
  { repository, clock, breaches, now }: RequestDeps,
  ownerId: string,
  id: string,
): Promise<void> {
  await repository.transaction(async (transaction) => {
    const { owner, row } = orNotFound(await repository.lockRequest(transaction, ownerId, id));
    if (row.resolvedAt) return;
    const at = now();
    const sla = pauseSla(clock, row, at);
    const change = { ...sla, resolvedAt: at, waitingSince: null, customerWaitsSince: null, updatedAt: at };
    await repository.saveRequest(transaction, id, change);
    if (sla.brokenAt && !row.brokenAt) await breaches.compensate(transaction, owner, row);
    await record(transaction, { ...byOwner(owner, id), action: 'resolved', createdAt: at });
  });
}

function orNotFound<T>(request: T | null): T {
  if (!request) throw new AppError('job_not_found');
  return request;
}

/**
 * Everything is decided while the owner's row is locked, so of requests that come at once each sees what those before
 * it used up.
 */
async function submitRequest(
  deps: RequestDeps,
  ownerId: string,
  { trailId, surveySlug, attachmentIds = [], ...body }: JobDraft,
  idempotencyKey: string,
): Promise<RequestRow> {
  const fields = await checkFields(body);
  const { repository, attachments, clock, enqueueMail, randomId, randomToken } = deps;
  return repository.transaction(async (transaction) => {
    const owner = await repository.lockOwner(transaction, ownerId);
    if (!owner) throw new AppError('sync_refused');
    const known = await repository.findOnce(transaction, ownerId, idempotencyKey);
    if (known) return known;
    const createdAt = deps.now();
    const { countedAs, counters } = allowed(owner, fields.issueDescriptions.length, createdAt);
    const isOwnSurvey = surveySlug && (await repository.isOwnSurvey(transaction, ownerId, surveySlug));
    const row = await repository.addRequest(transaction, {
      ...fields,
      ...startSla(clock, slaHours(owner.plan), createdAt),
      id: randomId(),
      ownerId,
      idempotencyKey,
      countedAs,
      trailId: trailId ? await repository.findOwnTrail(transaction, ownerId, trailId) : null,
      surveySlug: isOwnSurvey ? surveySlug : null,
      customerWaitsSince: createdAt,
      customerSeenAt: createdAt,
      answerToken: randomToken(),
      createdAt,
      updatedAt: createdAt,
    });
    await repository.saveOwner(transaction, ownerId, counterColumns(counters));
    if (attachmentIds.length > 0)
      await attachments.bind(transaction, { ownerId, requestId: row.id, ids: attachmentIds });
    await record(transaction, { ...byOwner(owner, row.id), action: 'submitted', createdAt });
    await enqueueMail(transaction, { kind: 'received', requestId: row.id, email: row.email });
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
