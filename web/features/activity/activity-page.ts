import type { Job } from '#shared/contracts/support-requests.ts';
import { orNothing } from '#web/api/or-nothing.ts';
import { type Activity, type ActivityKind, type ActivityQuery, activitySources } from './activity-sources.ts';

export type ActivityFilter = 'all' | ActivityKind;

/**
 * Newest first; `next` names the last entry, behind which the list goes on; null at its end. `changed` names the
 * sessions in it that may no longer be what they were when the page was read, `missing` the kinds that failed to load.
 */
export type ActivityPage = {
  entries: Activity[];
  next: string | null;
  changed?: string[];
  missing?: ActivityKind[];
};

const pageSize = 20;

type Wanted = {
  before: string | null;
  filter: ActivityFilter;
  search: string;
  /** True for a kind that may be missing: none of its entries is on screen yet. */
  mayMiss: (kind: ActivityKind) => boolean;
};

/** The newest entries of all sources behind `before`. Fails when all sources fail, or one that may not be missing. */
export async function readActivityPage(
  { before, filter, search, mayMiss }: Wanted,
  signal: AbortSignal,
): Promise<ActivityPage> {
  const query: ActivityQuery = {
    // One more than is shown tells whether there is more.
    limit: pageSize + 1,
    ...(before === null ? {} : { before }),
    ...(search === '' ? {} : { search }),
  };
  const sources = activitySources.filter(({ kind }) => filter === 'all' || filter === kind);
  const asked = await Promise.allSettled(sources.map(({ list }) => orNothing(list(query, signal), [])));
  const missing: ActivityKind[] = [];
  for (const [index, { kind }] of sources.entries()) {
    const result = asked[index];
    if (result?.status !== 'rejected') continue;
    missing.push(kind);
    if (missing.length === sources.length || !mayMiss(kind)) throw result.reason;
  }
  const merged = asked
    .flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
    .toSorted(newestFirst);
  const entries = merged.slice(0, pageSize);
  const last = entries.at(-1);
  const next = last && merged.length > pageSize ? `${last.created_at}~${last.id}` : null;
  return missing.length === 0 ? { entries, next } : { entries, next, missing };
}

/**
 * A first page that was just read, with what the page before it held: entries that newer ones have pushed down stay,
 * so that the pages behind it still join on. Only the fresh page when too much is new for that: it must reach down to
 * where the known page began, or entries between the two would be missing.
 */
export function joinPages(fresh: ActivityPage, known: ActivityPage): ActivityPage {
  const [top] = known.entries;
  const last = fresh.entries.at(-1);
  if (!top || !last || fresh.next === null || known.missing || newestFirst(last, top) < 0) return fresh;
  const seen = new Set(fresh.entries.map(keyOf));
  const older = known.entries.filter((entry) => newestFirst(last, entry) < 0 && !seen.has(keyOf(entry)));
  if (older.some((entry) => mayBeChanged(entry, known))) return fresh;
  return { entries: [...fresh.entries, ...older], next: known.next };
}

/** A page that holds one of the sessions is to be read again: a session keeps its place when it is worked on. */
export function markChanged(page: ActivityPage, sessionIds: ReadonlySet<string>): ActivityPage {
  const changed = page.entries.map(({ id }) => id).filter((id) => sessionIds.has(id));
  return changed.length === 0 ? page : { ...page, changed };
}

/** True when a kind is missing, or an entry may have changed since the page was read. */
export function isOutdated(page: ActivityPage): boolean {
  return page.missing !== undefined || page.entries.some((entry) => mayBeChanged(entry, page));
}

/** The kinds that failed to load, each once. */
export function missingKinds(pages: ActivityPage[]): ActivityKind[] {
  return [...new Set(pages.flatMap(({ missing }) => missing ?? []))];
}

/** A page with a support request as the server holds it now. */
export function replaceJob(page: ActivityPage, job: Job): ActivityPage {
  const isIt = (entry: Activity) => entry.kind === 'job' && entry.id === job.id;
  if (!page.entries.some(isIt)) return page;
  return { ...page, entries: page.entries.map((entry) => (isIt(entry) ? { ...entry, job } : entry)) };
}

/** Others work on a support request until it is resolved. */
function mayBeChanged(entry: Activity, { changed }: ActivityPage): boolean {
  return (entry.kind === 'job' && entry.job.resolvedAt === null) || (changed?.includes(entry.id) ?? false);
}

/** The session that the coach opens by itself, if it is listed: of those not saved the one that was changed last. */
export function openSession(pages: ActivityPage[]): string | null {
  const unsaved = pages
    .flatMap(({ entries }) => entries)
    .flatMap((entry) => (entry.kind === 'ideation' && !entry.ideation.saved ? [entry.ideation] : []));
  return unsaved.toSorted((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1))[0]?.id ?? null;
}

/** Pages without entries that stand in an earlier one too: an analysis moves up when it is made again. */
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
