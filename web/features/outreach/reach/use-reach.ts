import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Reach, readReach } from '#shared/contracts/reach.ts';
import { call } from '#web/api/call.ts';
import { orNothing } from '#web/api/or-nothing.ts';
import { outreachKey } from '#web/features/outreach/outreach-key.ts';

/** What came of the posted replies, of one campaign or of all (''); null when there is nothing to tell of. */
export function useReach(userId: string, campaign: string) {
  return useQuery({
    queryKey: [...outreachKey(userId), 'reach', campaign],
    queryFn: ({ signal }) =>
      orNothing<Reach | null>(call(readReach, { query: campaign === '' ? {} : { campaign }, signal }), null),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
    refetchOnWindowFocus: 'always',
  });
}
