import type { Queue, Tasks } from '#server/tasks/tasks.ts';
import type { Listening } from './listening/listening.ts';
import type { SearchService } from './search/search.ts';

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

export async function workCampaignTasks(
  tasks: Tasks,
  { findDue, listen }: Listening,
  { deleteOld }: Pick<SearchService, 'deleteOld'>,
): Promise<void> {
  await tasks.work(findDueCampaigns, findDue);
  await tasks.schedule(findDueCampaigns, '*/5 * * * *');
  // A search mostly waits for its sources.
  await tasks.work(
    listenToCampaigns,
    ({ campaignId }, signal, isLastTry) => listen(campaignId, signal, isLastTry),
    { atOnce: 4 },
  );
  await tasks.work(deleteOldOpportunities, deleteOld);
  await tasks.schedule(deleteOldOpportunities, '41 3 * * *');
}
