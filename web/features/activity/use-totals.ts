import { useQuery } from '@tanstack/react-query';
import { readTotals } from '#shared/contracts/trails.ts';
import { call } from '#web/api/call.ts';
import { activitiesKey } from './use-activities.ts';

/** How much the founder has made; undefined until it is known, and when it can't be read. */
export function useTotals(userId: string) {
  return useQuery({
    queryKey: [...activitiesKey(userId), 'totals'],
    queryFn: ({ signal }) => call(readTotals, { signal }),
    refetchInterval: 60_000,
    refetchOnWindowFocus: 'always',
  }).data;
}
