import {
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import { type ListedIdeation, listIdeations } from '#shared/contracts/ideation.ts';
import { type Job, listJobs } from '#shared/contracts/support-requests/support-requests.ts';
import { type ListedAnalysis, listAnalyses } from '#shared/contracts/surveys/analyses.ts';
import { message } from '#shared/messages/catalogue.ts';
import { call } from '#web/api/call.ts';
import { orNothing } from '#web/api/or-nothing.ts';
import { showToast } from '#web/ui/overlays/toast.ts';

/** One entry of Recent Activities: where it is in the list, and the thing itself. */
export type Activity = { id: string; created_at: string } & (
  | { kind: 'ideation'; ideation: ListedIdeation }
  | { kind: 'analysis'; analysis: ListedAnalysis }
  | { kind: 'job'; job: Job }
);
export type ActivityKind = Activity['kind'];
export type ActivityFilter = 'all' | ActivityKind;

/** Newest first; `next` names the last entry, behind which the list goes on. `missing` kinds failed to load. */
type ActivityPage = { entries: Activity[]; next: string | null; missing: ActivityKind[] };
type Pages = InfiniteData<ActivityPage, string | null>;

const pageSize = 20;
const refreshMs = 60_000;

/** The account's activities, newest first, page by page; looked after while the page is open. */
export function useActivities(
  userId: string,
  { filter, search }: { filter: ActivityFilter; search: string },
) {
  const query = useInfiniteQuery({
    queryKey: [...activitiesKey(userId), 'pages', filter, search],
    queryFn: ({ pageParam: before, signal, client, queryKey }) => {
      const shown = client.getQueryData<Pages>(queryKey);
      // Keeps complete what is on screen: a kind may be missing only where it was from the start.
      const mayMiss = (kind: ActivityKind) => shown === undefined || missingKinds(shown).includes(kind);
      return readActivities({ before, filter, search, mayMiss }, signal);
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
    refetchOnWindowFocus: 'always',
  });
  const { isError, data, isPlaceholderData } = query;
  const missing = isPlaceholderData ? [] : missingKinds(data);
  const hasFailed = isError || missing.length > 0;
  useEffect(() => {
    if (hasFailed) showToast(message('activities_failed'));
  }, [hasFailed]);
  return { ...query, missing };
}

/** Query key to invalidate when something was made or changed. */
export const activitiesKey = (userId: string) => ['activities', userId];

/** Lists a support request as the server holds it now, wherever it is. */
export function refreshJob(client: QueryClient, userId: string, job: Job): void {
  const current = (entry: Activity) =>
    entry.kind === 'job' && entry.id === job.id ? { ...entry, job } : entry;
  client.setQueriesData<Pages>({ queryKey: [...activitiesKey(userId), 'pages'] }, (data) => {
    const pages = data?.pages.map((page) => ({ ...page, entries: page.entries.map(current) }));
    return data && pages && { ...data, pages };
  });
}

function missingKinds(data: { pages: ActivityPage[] } | undefined): ActivityKind[] {
  return [...new Set(data?.pages.flatMap(({ missing }) => missing))];
}

type ActivityQuery = { before?: string; limit: number; search?: string };
type ListActivities = (query: ActivityQuery, signal: AbortSignal) => Promise<Activity[]>;

/** Sources that the list is merged from; each answers newest first. */
const sources: Record<ActivityKind, ListActivities> = {
  ideation: async (query, signal) => {
    const listed = await call(listIdeations, { query: { ...query, preview: '1' }, signal });
    return listed.map((ideation) => {
      const { id, created_at } = ideation;
      return { kind: 'ideation', id, created_at, ideation };
    });
  },
  analysis: async (query, signal) => {
    const listed = await call(listAnalyses, { query, signal });
    return listed.map((analysis) => {
      const { surveyId: id, created_at } = analysis;
      return { kind: 'analysis', id, created_at, analysis };
    });
  },
  job: async (query, signal) => {
    const listed = await call(listJobs, { query, signal });
    return listed.map((job) => ({ kind: 'job', id: job.id, created_at: job.created_at, job }));
  },
};

type Wanted = {
  before: string | null;
  filter: ActivityFilter;
  search: string;
  mayMiss: (kind: ActivityKind) => boolean;
};

/** The newest entries of all sources behind `before`. Fails when all sources fail, or one that may not be missing. */
async function readActivities(
  { before, filter, search, mayMiss }: Wanted,
  signal: AbortSignal,
): Promise<ActivityPage> {
  // One more than is shown tells whether there is more.
  const query: ActivityQuery = { limit: pageSize + 1 };
  if (before !== null) query.before = before;
  if (search !== '') query.search = search;
  const all: ActivityKind[] = ['ideation', 'analysis', 'job'];
  const kinds = all.filter((kind) => filter === 'all' || filter === kind);
  const results = await Promise.allSettled(kinds.map((kind) => orNothing(sources[kind](query, signal), [])));
  const missing = kinds.filter((_, place) => results[place]?.status === 'rejected');
  const failed = results.find((result) => result.status === 'rejected');
  if (failed && (missing.length === kinds.length || !missing.every(mayMiss))) throw failed.reason;
  const found = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
  const merged = found.sort(newestFirst);
  const entries = merged.slice(0, pageSize);
  const last = entries.at(-1);
  const next = last && merged.length > pageSize ? `${last.created_at}~${last.id}` : null;
  return { entries, next, missing };
}

/** The server's order: by time, then by id as its code units compare. */
function newestFirst(a: Activity, b: Activity): number {
  if (a.created_at !== b.created_at) return a.created_at < b.created_at ? 1 : -1;
  return a.id === b.id ? 0 : a.id < b.id ? 1 : -1;
}
