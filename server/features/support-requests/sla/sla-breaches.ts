import { and, asc, gte, isNull, lt, lte, type SQL } from 'drizzle-orm';
import type { Database, Transaction } from '#server/database/connect.ts';
import { supportRequests } from '#server/database/tables.ts';
import type { SupportMail } from '#server/features/support-requests/mails/support-mail.ts';
import {
  type OwnerRow,
  type RequestRepository,
  record,
} from '#server/features/support-requests/repository.ts';
import type { RequestRow } from '#server/features/support-requests/requests-as-jobs.ts';
import { doEach } from '#server/tasks/do-each.ts';
import type { Queue, Tasks } from '#server/tasks/tasks.ts';
import { breachSla, isDueSoon, isOverdue } from './sla.ts';

export const slaBreachesQueue: Queue<Record<string, never>> = {
  name: 'overdue-answers',
  onePerKey: true,
};

export type SlaBreaches = ReturnType<typeof slaBreaches>;

type SlaBreachesDeps = {
  database: Database;
  repository: RequestRepository;
  /** Addresses of the agents who may take a request. */
  agentsFor: (transaction: Transaction, row: RequestRow) => Promise<string[]>;
  enqueueMail: (transaction: Transaction, mail: SupportMail) => Promise<void>;
  now: () => Date;
};

/** Rows per run; the rest waits for the next minute. */
const batch = 500;

const failure = 'some promises could not be looked after';

/** Records breached SLAs and compensates the customer; warns agents before. */
export function slaBreaches({ database, repository, agentsFor, enqueueMail, now }: SlaBreachesDeps) {
  const { id, ownerId, dueAt, warnAt, warnedAt, firstAnsweredAt, pausedAt, brokenAt } = supportRequests;
  const isRunning = and(...[firstAnsweredAt, pausedAt, brokenAt].map((column) => isNull(column)));

  /**
   * Gives the customer a request back, records it in the history and mails customer and team. The caller has locked
   * both rows and sets `brokenAt` in this transaction, so it happens once.
   */
  async function compensate(transaction: Transaction, owner: OwnerRow, row: RequestRow): Promise<void> {
    await repository.saveOwner(transaction, owner.id, { extraRequests: owner.extraRequests + 1 });
    const entry = { requestId: row.id, actor: 'system' as const, actorId: null, actorName: '' };
    await record(transaction, { ...entry, action: 'answer_overdue', createdAt: now() });
    await record(transaction, { ...entry, action: 'request_given_back', createdAt: now() });
    await enqueueMail(transaction, { kind: 'broken', requestId: row.id });
  }

  async function recordBreach({ id, ownerId }: { id: string; ownerId: string }): Promise<void> {
    await repository.transaction(async (transaction) => {
      const found = await repository.lockRequest(transaction, ownerId, id);
      // Another process, an answer or a question may have been first.
      if (!found || !isOverdue(found.row, now())) return;
      await repository.saveRequest(transaction, id, { ...breachSla(found.row, now()), updatedAt: now() });
      await compensate(transaction, found.owner, found.row);
    });
  }

  async function warn({ id, ownerId }: { id: string; ownerId: string }): Promise<void> {
    await repository.transaction(async (transaction) => {
      const found = await repository.lockRequest(transaction, ownerId, id);
      if (!found || found.row.warnedAt || !isDueSoon(found.row, now())) return;
      await repository.saveRequest(transaction, id, { warnedAt: now() });
      for (const email of await agentsFor(transaction, found.row))
        await enqueueMail(transaction, { kind: 'due_soon', requestId: id, email });
    });
  }

  return {
    compensate,

    /** Records every overdue SLA. */
    async recordOverdue(): Promise<void> {
      const isLate = lt(dueAt, now());
      await doEach(await selectRunning(isLate), recordBreach, failure);
    },

    /** Mails the agents once about each request with little time left. */
    async warnAgents(): Promise<void> {
      const isNear = and(lte(warnAt, now()), gte(dueAt, now()), isNull(warnedAt));
      await doEach(await selectRunning(isNear), warn, failure);
    },
  };

  function selectRunning(isWanted: SQL | undefined) {
    return database.sql
      .select({ id, ownerId })
      .from(supportRequests)
      .where(and(isWanted, isRunning))
      .orderBy(asc(dueAt))
      .limit(batch);
  }
}

export async function workSlaBreaches(tasks: Tasks, breaches: SlaBreaches): Promise<void> {
  await tasks.work(slaBreachesQueue, async () => {
    await breaches.recordOverdue();
    await breaches.warnAgents();
  });
  await tasks.schedule(slaBreachesQueue, '* * * * *');
}
