import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { pageLimit } from '#shared/contracts/paging.ts';
import {
  changeTrail,
  changeTrailPart,
  joinTrails,
  listTrails,
  readTrail,
  type Trail,
  type TrailChange,
  type TrailPartChange,
} from '#shared/contracts/trails.ts';
import { message } from '#shared/messages/catalogue.ts';
import { call } from '#web/api/call.ts';
import { orNothing } from '#web/api/or-nothing.ts';
import { showToast } from '#web/ui/overlays/toast.ts';

const refreshMs = 60_000;

/** The founder's ideas, the one begun last first; almost every founder's come in one page. */
export function useTrails(userId: string) {
  return useInfiniteQuery({
    queryKey: [...trailsKey(userId), 'pages'],
    queryFn: ({ pageParam, signal }) => {
      const query = { limit: pageLimit, ...(pageParam === null ? {} : { before: pageParam }) };
      return orNothing(call(listTrails, { query, signal }), []);
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => {
      const last = page.at(-1);
      return last && page.length === pageLimit ? `${last.created_at}~${last.id}` : null;
    },
    refetchInterval: refreshMs,
    refetchOnWindowFocus: 'always',
  });
}

/** One idea's trail; null when there is none in this account. */
export function useTrail(userId: string, trailId: string, { enabled = true } = {}) {
  return useQuery({
    enabled,
    queryKey: [...oneTrailKey(userId), trailId],
    queryFn: ({ signal }) =>
      orNothing<Trail | null>(call(readTrail, { params: { id: trailId }, signal }), null),
    refetchInterval: refreshMs,
    refetchOnWindowFocus: 'always',
  });
}

/** The newest other ideas, for the choice of one to put here. */
export function useOtherTrails(userId: string, trailId: string) {
  return useQuery({
    queryKey: [...trailsKey(userId), 'newest'],
    queryFn: ({ signal }) => orNothing(call(listTrails, { query: { limit: pageLimit }, signal }), []),
    select: (trails) => trails.filter(({ id }) => id !== trailId),
  });
}

/** Ideas put out of the way, the newest ones. */
export function useArchivedTrails(userId: string) {
  return useQuery({
    queryKey: [...trailsKey(userId), 'archived'],
    queryFn: ({ signal }) => call(listTrails, { query: { limit: pageLimit, archived: 'true' }, signal }),
  });
}

type ChangeOptions = { part?: Pick<TrailPartChange, 'kind'> & { id: string }; onChanged?: () => void };

/** Renames a trail or a part of it, or puts it out of the way and back. */
export function useTrailChange(userId: string, trailId: string, { part, onChanged }: ChangeOptions = {}) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: TrailChange) =>
      part
        ? call(changeTrailPart, {
            params: { id: part.id },
            body: { kind: part.kind, ...body },
          })
        : call(changeTrail, { params: { id: trailId }, body }),
    onSuccess: (changed, { archived }) => {
      const away = part ? 'trail_part_archived' : 'trail_archived';
      showToast(message(archived === undefined ? 'trail_renamed' : archived ? away : 'trail_back'));
      client.setQueryData([...oneTrailKey(userId), trailId], changed);
      onChanged?.();
      return client.invalidateQueries({ queryKey: trailsKey(userId) });
    },
  });
}

/** Puts everything of another trail under this one. */
export function useJoin(userId: string, trailId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (other: Trail) => call(joinTrails, { params: { id: other.id }, body: { into: trailId } }),
    onSuccess: (joined) => {
      client.setQueryData([...oneTrailKey(userId), trailId], joined);
      return client.invalidateQueries({ queryKey: trailsKey(userId) });
    },
  });
}

/** Query key to invalidate when something was made or changed. */
export const trailsKey = (userId: string) => ['trails', userId];

/** Query key of single trails. */
export const oneTrailKey = (userId: string) => [...trailsKey(userId), 'one'];
