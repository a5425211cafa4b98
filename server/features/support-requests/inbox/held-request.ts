import { AppError } from '#server/app-error.ts';
import type { Transaction } from '#server/database/connect.ts';
import type { BrokenPromises } from '#server/features/support-requests/broken-promises.ts';
import { record } from '#server/features/support-requests/history.ts';
import type { SupportMail } from '#server/features/support-requests/mails/support-mail.ts';
import type { PromiseClock } from '#server/features/support-requests/promise-clock.ts';
import type { RequestRepository } from '#server/features/support-requests/repository.ts';
import type { RequestRow } from '#server/features/support-requests/requests-as-jobs.ts';
import type { HistoryAction, JobStatus } from '#shared/contracts/support-requests.ts';
import type { InboxRepository } from './repository.ts';

/** Customers see the name, never the e-mail address. */
export type Agent = { id: string; name: string };

export type InboxSettings = {
  inbox: InboxRepository;
  requests: RequestRepository;
  clock: PromiseClock;
  promises: BrokenPromises;
  enqueueMail: (transaction: Transaction, mail: SupportMail) => Promise<void>;
  now: () => Date;
};

/** A request that nobody else can change meanwhile, and what an agent does to it at this moment. */
export type HeldRequest = InboxSettings & {
  transaction: Transaction;
  row: RequestRow;
  agent: Agent;
  at: Date;
  /** Stores the change; a promise that it breaks is made good. */
  save(change: Partial<RequestRow>): Promise<void>;
  record(action: HistoryAction, from?: string, to?: string): Promise<void>;
};

/**
 * Holds the request, in one transaction, while `work` changes it.
 * @throws AppError job_not_found
 */
export async function holdRequest(
  settings: InboxSettings,
  agent: Agent,
  id: string,
  work: (held: HeldRequest) => Promise<void>,
): Promise<void> {
  const { inbox, requests, promises, now } = settings;
  // A request never changes hands, and its owner's row is locked before it.
  const ownerId = await inbox.findOwner(id);
  if (ownerId === null) throw new AppError('job_not_found');
  await requests.transaction(async (transaction) => {
    const locked = await requests.lockRequest(transaction, ownerId, id);
    if (!locked) throw new AppError('job_not_found');
    const { owner, row } = locked;
    const at = now();
    const entry = { requestId: id, actor: 'agent' as const, actorId: agent.id, actorName: agent.name };
    await work({
      ...settings,
      transaction,
      row,
      agent,
      at,
      async save(change) {
        await requests.saveRequest(transaction, id, { ...change, updatedAt: at });
        if (change.brokenAt && !row.brokenAt) await promises.makeGood(transaction, owner, row);
      },
      record: (action, from, to) => record(transaction, { ...entry, action, from, to, createdAt: at }),
    });
  });
}

/** Not the e-mail address, where an account has no name. */
export function agentName(name: string): string {
  return name || 'Support';
}

/** @throws AppError request_resolved */
export function needUnresolved({ row }: HeldRequest): void {
  if (row.resolvedAt) throw new AppError('request_resolved');
}

/** Says in the history that the status changed, where it did. */
export async function recordStatus(held: HeldRequest, status: JobStatus): Promise<void> {
  if (held.row.status !== status) await held.record('status_changed', held.row.status, status);
}
