import { and, asc, isNull, lt } from 'drizzle-orm';
import type { Database, Transaction } from '#server/database/connect.ts';
import { supportRequests } from '#server/database/tables.ts';
import type { Queue, Tasks } from '#server/tasks/tasks.ts';
import { record } from './history.ts';
import type { SupportMail } from './mails/support-mail.ts';
import { breakPromise, isOverdue } from './promise.ts';
import type { OwnerRow, RequestRepository } from './repository.ts';
import type { RequestRow } from './requests-as-jobs.ts';

export const brokenPromisesQueue: Queue<Record<string, never>> = {
  name: 'broken-promises',
  onePerKey: true,
};

export type BrokenPromises = ReturnType<typeof brokenPromises>;

type Settings = {
  database: Database;
  repository: RequestRepository;
  enqueueMail: (transaction: Transaction, mail: SupportMail) => Promise<void>;
  now: () => Date;
};

/** So many are taken at a time; those that are left are the next minute's. */
const batch = 500;

/** What a promise that was not kept brings about. */
export function brokenPromises({ database, repository, enqueueMail, now }: Settings) {
  /**
   * Gives the customer a request back, says so in the history, and tells customer and team. For whoever has locked both
   * rows and writes, in this transaction, that the promise is broken: before that it was not, so this happens once.
   */
  async function makeGood(transaction: Transaction, owner: OwnerRow, row: RequestRow): Promise<void> {
    await repository.saveOwner(transaction, owner.id, { extraRequests: owner.extraRequests + 1 });
    const entry = { requestId: row.id, actor: 'system' as const, actorId: null, actorName: '' };
    await record(transaction, { ...entry, action: 'promise_broken', createdAt: now() });
    await record(transaction, { ...entry, action: 'request_given_back', createdAt: now() });
    await enqueueMail(transaction, { kind: 'broken', requestId: row.id });
  }

  async function breakOne({ id, ownerId }: { id: string; ownerId: string }): Promise<void> {
    await repository.transaction(async (transaction) => {
      const held = await repository.lockRequest(transaction, ownerId, id);
      // Another process, an answer or a question may have been first.
      if (!held || !isOverdue(held.row, now())) return;
      await repository.saveRequest(transaction, id, { ...breakPromise(held.row, now()), updatedAt: now() });
      await makeGood(transaction, held.owner, held.row);
    });
  }

  return {
    makeGood,

    /** Finds promises whose time is over without an answer. */
    async breakOverdue(): Promise<void> {
      const { id, ownerId, dueAt, firstAnsweredAt, pausedAt, brokenAt } = supportRequests;
      const isOpen = [firstAnsweredAt, pausedAt, brokenAt].map((column) => isNull(column));
      const overdue = await database.sql
        .select({ id, ownerId })
        .from(supportRequests)
        .where(and(lt(dueAt, now()), ...isOpen))
        .orderBy(asc(dueAt))
        .limit(batch);
      const failures: unknown[] = [];
      // One that fails must not keep the others waiting.
      for (const one of overdue) await breakOne(one).catch((error: unknown) => failures.push(error));
      if (failures.length > 0) throw new AggregateError(failures, 'broken promises could not be recorded');
    },
  };
}

export async function workBrokenPromises(tasks: Tasks, promises: BrokenPromises): Promise<void> {
  await tasks.work(brokenPromisesQueue, () => promises.breakOverdue());
  await tasks.schedule(brokenPromisesQueue, '* * * * *');
}
