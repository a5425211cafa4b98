import { inTransaction } from '#server/database/connect.ts';
import type { Queue } from '#server/tasks/tasks.ts';
import type { CampaignDeps } from './deps.ts';
import { listen } from './listening/listening.ts';
import { listDue } from './repository.ts';
import { deleteFoundBefore } from './search/found-repository.ts';
import { validForMs } from './search/search.ts';

/** Finds campaigns whose time to listen has come. */
export const findDueCampaigns: Queue<Record<string, never>> = { name: 'find-due-campaigns', onePerKey: true };

/** Looks for new conversations of one campaign. */
export const listenToCampaigns: Queue<{ campaignId: string }> = {
  name: 'listen-to-campaigns',
  onePerKey: true,
  oneUnfinishedPerKey: true,
};

/** Deletes what searches found too long ago. */
export const deleteOldOpportunities: Queue<Record<string, never>> = {
  name: 'delete-old-opportunities',
  onePerKey: true,
};

export const campaignQueues = [findDueCampaigns, listenToCampaigns, deleteOldOpportunities];

export async function workCampaignTasks(deps: CampaignDeps): Promise<void> {
  const { database, tasks, now } = deps;
  await tasks.work(findDueCampaigns, () => enqueueDue(deps));
  await tasks.schedule(findDueCampaigns, '*/5 * * * *');
  // A search mostly waits for its sources.
  await tasks.work(
    listenToCampaigns,
    ({ campaignId }, signal, isLastTry) => listen(deps, campaignId, signal, isLastTry),
    { atOnce: 4 },
  );
  await tasks.work(deleteOldOpportunities, () =>
    deleteFoundBefore(database, new Date(now().getTime() - validForMs)),
  );
  await tasks.schedule(deleteOldOpportunities, '41 3 * * *');
}

/** So many are taken at a time; those that are left are the next round's. */
const batch = 100;

/** Has each campaign whose time has come listen in a task of its own. */
async function enqueueDue({ database, tasks, now }: CampaignDeps): Promise<void> {
  const due = await listDue(database, now(), batch);
  if (due.length === 0) return;
  await inTransaction(database, async (transaction) => {
    for (const id of due) await tasks.enqueue(transaction, listenToCampaigns, { campaignId: id }, id);
  });
}
