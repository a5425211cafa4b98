import { useQueryClient } from '@tanstack/react-query';
import type { Job } from '#shared/contracts/support-requests/support-requests.ts';
import { activitiesKey, refreshJob } from '#web/features/activity/use-activities.ts';
import { requestKey } from '#web/features/support-requests/request-key.ts';
import { trailsKey } from '#web/features/trails/use-trails.ts';

/** Shows a support request everywhere as the server holds it now, and reads again what lists it. */
export function useRefreshRequests(userId: string): (job: Job) => void {
  const client = useQueryClient();
  return (job) => {
    refreshJob(client, userId, job);
    void client.invalidateQueries({ queryKey: activitiesKey(userId) });
    void client.invalidateQueries({ queryKey: requestKey(userId, job.id) });
    void client.invalidateQueries({ queryKey: trailsKey(userId) });
  };
}
