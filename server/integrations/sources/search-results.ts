import type { SearchOutcome } from './http/client.ts';
import type { FoundPost, SourceAnswer, SourceError } from './port.ts';

/** More than any source is asked for in one search, with twenty phrases of a hundred posts. */
const mostPosts = 2_000;

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
