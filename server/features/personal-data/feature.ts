import { handle, type Route } from '#server/http/handle.ts';
import type { Limits } from '#server/http/limits.ts';
import type { Mail } from '#server/integrations/mail/port.ts';
import { mailWork } from '#server/mail/mail-work.ts';
import * as contract from '#shared/contracts/personal-data.ts';
import {
  type DeletionDeps,
  deleteDueAccounts,
  deleteDueAccountsQueue,
  deleteOldRows,
  deleteOldRowsQueue,
  keepAccount,
  requestDeletion,
  sendDeletionLetterQueue,
} from './deletion.ts';
import { type ExportDeps, exportFiles } from './export.ts';
import { streamed, zipped } from './zip.ts';

export const personalDataQueues = [deleteDueAccountsQueue, deleteOldRowsQueue, sendDeletionLetterQueue];

type PersonalDataDeps = ExportDeps &
  Omit<DeletionDeps, 'now'> & {
    mail: Mail;
    limits: Limits;
    siteUrl: (request?: Request) => string;
    now: () => number;
  };

/** The export that a person can take away, and the deletion when they leave (docs/decisions/0018-leaving.md). */
export async function personalDataFeature(feature: PersonalDataDeps): Promise<{ routes: Route[] }> {
  const { tasks, mail, limits, siteUrl } = feature;
  const deps = { ...feature, now: () => new Date(feature.now()) };
  const exportLimit = limits('export-data', 10, 3_600);
  await tasks.work(deleteDueAccountsQueue, () => deleteDueAccounts(deps));
  await tasks.schedule(deleteDueAccountsQueue, '7 * * * *');
  await tasks.work(deleteOldRowsQueue, (_, signal) => deleteOldRows(deps, signal));
  await tasks.schedule(deleteOldRowsQueue, '37 * * * *');
  await tasks.work(
    sendDeletionLetterQueue,
    async (given) => mail.send((await import('./letter.ts')).deletionMail(given)),
    mailWork,
  );
  return {
    routes: [
      handle(
        contract.exportData,
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
      handle(contract.deleteAccount, ({ caller, context }) =>
        requestDeletion(deps, caller, siteUrl(context.req.raw)),
      ),
      handle(contract.keepAccount, async ({ caller }) => ({ kept: await keepAccount(deps, caller.subject) })),
    ],
  };
}
