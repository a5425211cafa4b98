import * as z from 'zod';
import type { SearchOutcome } from './client.ts';
import type { FoundPost, SourceAnswer, SourceError } from './port.ts';

/** More than any source is asked for at once. */
const longestList = 100;
/** More than any source is asked for in one search, with twenty phrases of a hundred posts. */
const mostPosts = 2_000;

/** A list from which items that don't fit are dropped, so that one odd post never costs the whole answer. */
export function itemsOf<T>(item: z.ZodType<T>): z.ZodType<T[]> {
  return firstItems.transform((items) => fittingOf(item, items)) as unknown as z.ZodType<T[]>;
}

/** A whole answer that is a list: one with items of which none fits is no answer. */
export function listOf<T>(item: z.ZodType<T>): z.ZodType<T[]> {
  return firstItems.transform((items, context) => {
    const fitting = fittingOf(item, items);
    if (items.length > 0 && fitting.length === 0) context.addIssue('no item fits');
    return fitting;
  }) as unknown as z.ZodType<T[]>;
}

/** Cut before anything of it is read: 5 MB hold more than a million items. */
const firstItems = z
  .custom<unknown[]>((value) => Array.isArray(value))
  .transform((items) => items.slice(0, longestList));

function fittingOf<T>(item: z.ZodType<T>, items: unknown[]): T[] {
  return items.flatMap((one) => {
    const { success, data } = item.safeParse(one);
    return success ? [data] : [];
  });
}

/** A field that may be missing, null or of another kind; all three read as null. */
export function maybe<T>(inner: z.ZodType<T>): z.ZodType<T | null> {
  return z
    .nullish(inner)
    .catch(null)
    .transform((value) => value ?? null);
}

/**
 * The posts of all outcomes, each once, from `since` on, at most `mostPosts`.
 * @throws SourceError the first one when nothing was answered.
 */
export function gatherPosts<T>(
  outcomes: SearchOutcome<T>[],
  since: Date,
  postsOf: (reply: T) => FoundPost[],
): SourceAnswer {
  const errors = outcomes.flatMap((outcome) => ('error' in outcome ? [outcome.error] : []));
  const replies = outcomes.flatMap((outcome) => ('reply' in outcome ? [outcome] : []));
  const [first] = errors;
  if (replies.length === 0 && first) throw mostTelling(errors) ?? first;
  const posts = new Map<string, FoundPost>();
  for (const post of replies.flatMap(({ reply }) => postsOf(reply))) {
    if (post.createdAt >= since && !posts.has(post.externalId)) posts.set(post.externalId, post);
  }
  return {
    posts: [...posts.values()].slice(0, mostPosts),
    cached: errors.length === 0 && replies.every(({ cached }) => cached),
    missing: (mostTelling(errors) ?? first)?.failure ?? null,
  };
}

/** Tells an id the first time apart: what several phrases found is turned into text once. */
export function firstTime(): (id: string | number) => boolean {
  const seen = new Set<string | number>();
  return (id) => !seen.has(id) && Boolean(seen.add(id));
}

/** Prefer an error with a retry time. */
function mostTelling(errors: SourceError[]): SourceError | undefined {
  return errors.find(({ quietUntil }) => quietUntil !== null);
}

/** The start of the hour of `since`: the same question then has the same address for an hour, and can be cached. */
export function wholeHour(since: Date): Date {
  return new Date(Math.floor(since.getTime() / 3_600_000) * 3_600_000);
}

/** How a host is called in reports, rule cards and linked accounts. */
export function hostOf(address: string): string {
  return new URL(address).host;
}

/** The bucket of an address: servers that share a host and live in folders of it are paced apart. */
export function bucketOf(address: string): string {
  const { host, pathname } = new URL(address);
  return host + pathname.replace(/\/+$/, '');
}
