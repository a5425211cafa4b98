import { AppError } from '#server/app-error.ts';
import { type Database, inTransaction } from '#server/database/connect.ts';
import { handle, type Route } from '#server/http/handle.ts';
import type { Limits } from '#server/http/limits.ts';
import type { Files } from '#server/integrations/files/port.ts';
import type { Caller } from '#server/integrations/identity/port.ts';
import type { Mail } from '#server/integrations/mail/port.ts';
import { mailWork } from '#server/mail/mail-work.ts';
import { doEach } from '#server/tasks/do-each.ts';
import type { Queue, Tasks } from '#server/tasks/tasks.ts';
import { deleteAccount, exportData, keepAccount, undoDays } from '#shared/contracts/personal-data.ts';
import { storedDays } from '#shared/rules/stored-days.ts';
import { deletionRepository } from './deletion.ts';
import { exportFiles, type StoredMail } from './export.ts';
import { streamed, zipped } from './zip.ts';

/** Deletes the accounts whose week is over. */
export const deleteDueAccounts: Queue<Record<string, never>> = {
  name: 'delete-due-accounts',
  onePerKey: true,
};
/** Deletes what is stored for a while. */
export const deleteOldRows: Queue<Record<string, never>> = { name: 'delete-old-rows', onePerKey: true };
/** Tells an owner that the account will be deleted, and how to keep it. `at` is ISO 8601. */
const sendDeletionLetter: Queue<{ to: string; at: string; siteUrl: string }> = {
  name: 'send-deletion-letter',
  onePerKey: false,
  patient: true,
};
export const personalDataQueues = [deleteDueAccounts, deleteOldRows, sendDeletionLetter];

type PersonalDataDeps = {
  database: Database;
  tasks: Tasks;
  files: Files;
  mail: Mail;
  limits: Limits;
  siteUrl: (request?: Request) => string;
  /** Mails to a user's support requests, as readable text. */
  readMails: (userId: string) => AsyncIterable<StoredMail>;
  /** Ends the subscription with its period. @throws AppError subscription_missing without one. */
  cancelSubscription: (userId: string) => Promise<unknown>;
  /** Signs every device of the caller out. */
  endEverySession: (caller: Caller) => Promise<void>;
  now: () => number;
};

const dayMs = 86_400_000;

/** The export that a person can take away, and the deletion when they leave (docs/decisions/0018-leaving.md). */
export async function personalDataFeature(deps: PersonalDataDeps): Promise<{ routes: Route[] }> {
  const { database, tasks, mail, limits, siteUrl, cancelSubscription, endEverySession } = deps;
  const now = () => new Date(deps.now());
  const repository = deletionRepository(database);
  const exportLimit = limits('export-data', 10, 3_600);

  async function cancel(userId: string): Promise<void> {
    await cancelSubscription(userId).catch((error: unknown) => {
      if (!(error instanceof AppError && error.code === 'subscription_missing')) throw error;
    });
  }

  async function requestDeletion(caller: Caller, site: string): Promise<{ deletesAt: number }> {
    // First, so that a failure leaves everything as it was.
    await cancel(caller.subject);
    const leaving = await repository.requestDeletion(caller.subject, later(now(), undoDays));
    if (!leaving) throw new AppError('sync_refused');
    const { email: to, deletesAt } = leaving;
    await inTransaction(database, (transaction) =>
      tasks.enqueue(transaction, sendDeletionLetter, { to, at: deletesAt.toISOString(), siteUrl: site }),
    );
    await endEverySession(caller);
    return { deletesAt: deletesAt.getTime() };
  }

  async function deleteOne(userId: string): Promise<void> {
    // It may have been resumed since.
    await cancel(userId);
    await repository.deleteUser(userId, now());
  }

  /** @throws AggregateError of the accounts that could not be deleted; the others are. */
  async function deleteDue(): Promise<void> {
    await doEach(await repository.listDue(now()), deleteOne, 'Some accounts could not be deleted.');
  }

  await tasks.work(deleteDueAccounts, deleteDue);
  await tasks.schedule(deleteDueAccounts, '7 * * * *');
  await tasks.work(deleteOldRows, (_, signal) => repository.deleteOld(later(now(), -storedDays), signal));
  await tasks.schedule(deleteOldRows, '37 * * * *');
  await tasks.work(
    sendDeletionLetter,
    async (given) => mail.send((await import('./letter.ts')).deletionMail(given)),
    mailWork,
  );
  return {
    routes: [
      handle(
        exportData,
        ({ caller }) =>
          new Response(streamed(zipped(exportFiles(deps, caller.subject))), {
            headers: {
              'Content-Type': 'application/zip',
              'Content-Disposition': 'attachment; filename="startup-spark.zip"',
              'Cache-Control': 'no-store',
            },
          }),
        ({ caller }) => exportLimit.take(caller.subject),
      ),
      handle(deleteAccount, ({ caller, context }) => requestDeletion(caller, siteUrl(context.req.raw))),
      handle(keepAccount, async ({ caller }) => ({ kept: await repository.keep(caller.subject) })),
    ],
  };
}

const later = (from: Date, days: number) => new Date(from.getTime() + days * dayMs);
