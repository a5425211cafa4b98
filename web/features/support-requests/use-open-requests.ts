import { useQuery } from '@tanstack/react-query';
import { type Job, listJobs } from '#shared/contracts/support-requests.ts';
import { call } from '#web/api/call.ts';
import { orNothing } from '#web/api/or-nothing.ts';

/** The newest `limit` of the account's requests that are not resolved. */
export function useOpenRequests(userId: string, limit: number) {
  return useQuery({
    queryKey: openRequestsKey(userId),
    queryFn: ({ signal }) => orNothing<Job[]>(call(listJobs, { query: { open: '1', limit }, signal }), []),
    refetchInterval: 60_000,
    refetchOnWindowFocus: 'always',
  });
}

/** Query key to invalidate when a request was made or changed. */
export const openRequestsKey = (userId: string) => ['support-requests', userId, 'open'];
