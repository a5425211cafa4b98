import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { joinTrails, listTrails, readTrail, type Trail } from '#shared/contracts/trails.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';

const pageSize = 5;
const refreshMs = 60_000;

/** The founder's ideas, the one begun last first, a few at a time. */
export function useTrails(userId: string) {
  return useInfiniteQuery({
    queryKey: [...trailsKey(userId), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      orNothing(
        call(listTrails, {
          query: { limit: pageSize, ...(pageParam === null ? {} : { before: pageParam }) },
          signal,
        }),
        [],
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => {
      const last = page.at(-1);
      return last && page.length === pageSize ? `${last.created_at}~${last.id}` : null;
    },
    refetchOnWindowFocus: 'always',
  });
}

/** One idea's trail; null when there is none in this account. */
export function useTrail(userId: string, trailId: string) {
  return useQuery({
    queryKey: [...trailsKey(userId), 'one', trailId],
    queryFn: ({ signal }) =>
      orNothing<Trail | null>(call(readTrail, { params: { id: trailId }, signal }), null),
    refetchInterval: refreshMs,
    refetchOnWindowFocus: 'always',
  });
}

/** The other ideas, for the choice of one to put here. */
export function useOtherTrails(userId: string, trailId: string) {
  return useQuery({
    queryKey: [...trailsKey(userId), 'others'],
    queryFn: ({ signal }) => orNothing(call(listTrails, { query: { limit: 100 }, signal }), []),
    select: (trails) => trails.filter(({ id }) => id !== trailId),
  });
}

/** Puts everything of another trail under this one. */
export function useJoin(userId: string, trailId: string) {
  const client = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: (other: Trail) => call(joinTrails, { params: { id: other.id }, body: { into: trailId } }),
    onSuccess: (joined) => {
      client.setQueryData([...trailsKey(userId), 'one', trailId], joined);
      return client.invalidateQueries({ queryKey: trailsKey(userId) });
    },
  });
}

/** What is cached under this is to be read anew when something was made or changed. */
export const trailsKey = (userId: string) => ['trails', userId];

async function orNothing<T>(reading: Promise<T>, nothing: T): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return nothing;
    throw error;
  }
}
