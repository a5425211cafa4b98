import type { ConversationSource, FoundPost } from '#server/integrations/conversations/port.ts';
import type { LeftOutReason } from '#shared/contracts/conversation-sources.ts';
import { findClosed } from './check-open.ts';
import { type Exclusions, reasonBefore, reasonWithin } from './leave-out.ts';
import { findDuplicates } from './near-duplicates.ts';
import { orderPosts } from './order-posts.ts';
import type { FittingPost, Ranking } from './rank-posts.ts';
import { keyOf } from './ranked-post.ts';

/** What became of a host's posts: each is either among `fitting` or left out for a reason. */
export type Considered = { fitting: FittingPost<FoundPost>[]; leftOut: Map<FoundPost, LeftOutReason> };

/** Ranks what one host gave and leaves out what is nobody's opportunity; asks the host whether the surest still stand. */
export async function considerPosts(
  source: ConversationSource,
  posts: FoundPost[],
  ranking: Ranking,
  exclusions: Exclusions,
  signal: AbortSignal,
): Promise<Considered> {
  const distinct = [...new Map(posts.map((post) => [keyOf(post), post])).values()];
  const leftOut = new Map<FoundPost, LeftOutReason>();
  const keep = (post: FoundPost, reason: LeftOutReason | null | undefined) => {
    if (reason) leftOut.set(post, reason);
    return !reason;
  };
  const eligible = distinct.filter((post) => keep(post, reasonBefore(post, exclusions)));
  const ranked = ranking.rank(eligible);
  const onTopic = new Set(ranked.map(({ post }) => post));
  for (const post of eligible) if (!onTopic.has(post)) leftOut.set(post, 'off-topic');
  const welcome = ranked.filter(({ post }) => keep(post, reasonWithin(post, exclusions)));
  const closed = await findClosed(
    source,
    welcome.map(({ post }) => post),
    signal,
  );
  return { fitting: welcome.filter(({ post }) => keep(post, closed.get(post))), leftOut };
}

/** What all hosts gave, in the order in which it is shown, without posts that repeat a better one. */
export function mergeConsidered(parts: Considered[], now: Date): Considered {
  const leftOut = new Map(parts.flatMap((part) => [...part.leftOut]));
  const ordered = orderPosts(
    parts.flatMap(({ fitting }) => fitting),
    now,
  );
  const duplicates = findDuplicates(ordered.map(({ post }) => post));
  for (const post of duplicates) leftOut.set(post, 'duplicate');
  return { fitting: ordered.filter(({ post }) => !duplicates.has(post)), leftOut };
}
