import { and, asc, isNull, lt } from 'drizzle-orm';
import type { Database, Transaction } from '#server/database/connect.ts';
import { supportRequests } from '#server/database/tables.ts';
import type { SupportMail } from '#server/features/support-requests/mails/support-mail.ts';
import {
  type OwnerRow,
  type RequestRepository,
  record,
} from '#server/features/support-requests/repository.ts';
import type { RequestRow } from '#server/features/support-requests/requests-as-jobs.ts';
import type { Queue, Tasks } from '#server/tasks/tasks.ts';
import { breachSla, isOverdue } from './sla.ts';

export const slaBreachesQueue: Queue<Record<string, never>> = {
  name: 'broken-promises',
  onePerKey: true,
};

export type SlaBreaches = ReturnType<typeof slaBreaches>;

type SlaBreachesDeps = {
  database: Database;
  repository: RequestRepository;
  enqueueMail: (transaction: Transaction, mail: SupportMail) => Promise<void>;
  now: () => Date;
};

/** Rows per run; the rest waits for the next minute. */
const batch = 500;

/** Records breached SLAs and compensates the customer. */
export function slaBreaches({ database, repository, enqueueMail, now }: SlaBreachesDeps) {
  /**
   * Gives the customer a request back, records it in the history and mails customer and team. The caller has locked
   * both rows and sets `brokenAt` in this transaction, so it happens once.
   */
  async function compensate(transaction: Transaction, owner: OwnerRow, row: RequestRow): Promise<void> {
    await repository.saveOwner(transaction, owner.id, { extraRequests: owner.extraRequests + 1 });
    const entry = { requestId: row.id, actor: 'system' as const, actorId: null, actorName: '' };
    await record(transaction, { ...entry, action: 'promise_broken', createdAt: now() });
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

  return {
    compensate,

    /** Records every overdue SLA. */
    async recordOverdue(): Promise<void> {
      const { id, ownerId, dueAt, firstAnsweredAt, pausedAt, brokenAt } = supportRequests;
      const isOpen = [firstAnsweredAt, pausedAt, brokenAt].map((column) => isNull(column));
      const overdue = await database.sql
        .select({ id, ownerId })
        .from(supportRequests)
        .where(and(lt(dueAt, now()), ...isOpen))
        .orderBy(asc(dueAt))
        .limit(batch);
      const failures: unknown[] = [];
      // A failure must not stop the others.
      for (const one of overdue) await recordBreach(one).catch((error: unknown) => failures.push(error));
      if (failures.length > 0) throw new AggregateError(failures, 'broken promises could not be recorded');
    },
  };
}

export async function workSlaBreaches(tasks: Tasks, breaches: SlaBreaches): Promise<void> {
  await tasks.work(slaBreachesQueue, () => breaches.recordOverdue());
  await tasks.schedule(slaBreachesQueue, '* * * * *');
}
