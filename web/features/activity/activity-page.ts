import { ApiError } from '#web/api/api-error.ts';
import { type Activity, type ActivityKind, type ActivityQuery, activitySources } from './activity-sources.ts';

export type ActivityFilter = 'all' | ActivityKind;

/** Newest first; `next` names the last entry, behind which the list goes on; null at its end. */
export type ActivityPage = { entries: Activity[]; next: string | null };

const pageSize = 20;

type Wanted = { before: string | null; filter: ActivityFilter; search: string };

/** The newest entries of all sources behind `before`. Fails when a source fails: a page without it would lose entries. */
export async function readActivityPage(
  { before, filter, search }: Wanted,
  signal: AbortSignal,
): Promise<ActivityPage> {
  const query: ActivityQuery = {
    // One more than is shown tells whether there is more.
    limit: pageSize + 1,
    ...(before === null ? {} : { before }),
    ...(search === '' ? {} : { search }),
  };
  const sources = activitySources.filter(({ kind }) => filter === 'all' || filter === kind);
  const listed = await Promise.all(sources.map(({ list }) => orNothing(list(query, signal))));
  const merged = listed.flat().toSorted(newestFirst);
  const entries = merged.slice(0, pageSize);
  const last = entries.at(-1);
  return { entries, next: last && merged.length > pageSize ? `${last.created_at}~${last.id}` : null };
}

/**
 * A first page that was just read, with what the page before it held: entries that newer ones have pushed down stay,
 * so that the pages behind it still join on. Only the fresh page when too much is new for that.
 */
export function joinPages(fresh: ActivityPage, known: ActivityPage): ActivityPage {
  const seen = new Set(fresh.entries.map(keyOf));
  const older = known.entries.filter((entry) => !seen.has(keyOf(entry)));
  const joins = older.length < known.entries.length || fresh.next === null;
  if (!joins) return fresh;
  return { entries: [...fresh.entries, ...older].toSorted(newestFirst), next: known.next };
}

/** Pages without entries that stand in an earlier one too: an analysis moves up when it is made anew. */
export function withoutRepeats(pages: ActivityPage[]): Activity[][] {
  const seen = new Set<string>();
  return pages.map(({ entries }) => {
    const first = entries.filter((entry) => !seen.has(keyOf(entry)));
    for (const entry of entries) seen.add(keyOf(entry));
    return first.length === entries.length ? entries : first;
  });
}

export function keyOf({ kind, id }: Activity): string {
  return `${kind} ${id}`;
}

/** The server's order: by time, then by id as its code units compare. */
function newestFirst(a: Activity, b: Activity): number {
  if (a.created_at !== b.created_at) return a.created_at < b.created_at ? 1 : -1;
  return a.id === b.id ? 0 : a.id < b.id ? 1 : -1;
}

/** A server without any activity may answer 404 (specification 7). */
async function orNothing(listing: Promise<Activity[]>): Promise<Activity[]> {
  try {
    return await listing;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return [];
    throw error;
  }
}
