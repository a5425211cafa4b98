import type { ConversationSource, FoundPost } from '#server/integrations/conversations/port.ts';
import type { LeftOutReason } from '#shared/contracts/conversation-sources.ts';
import { findClosed } from './check-open.ts';
import { type Exclusions, reasonBefore, reasonWithin } from './leave-out.ts';
import { findDuplicates, tellSayings } from './near-duplicates.ts';
import { orderPosts } from './order-posts.ts';
import type { FittingPost, Ranking } from './rank-posts.ts';
import { keyOf } from './ranked-post.ts';

/** What became of a host's posts: each is either among `fitting` or left out for a reason. */
export type Considered = { fitting: FittingPost<FoundPost>[]; leftOut: Map<FoundPost, LeftOutReason> };

/** The same while the host is asked which of the surest still stand: what nobody can reply to is still among `fitting`. */
export type Considering = Considered & { closed: Promise<Map<FoundPost, LeftOutReason>> };

/** Ranks what one host gave, leaves out what is nobody's opportunity, and begins to ask which of the surest still stand. */
export function considerPosts(
  source: ConversationSource,
  posts: FoundPost[],
  ranking: Ranking,
  exclusions: Exclusions,
  signal: AbortSignal,
): Considering {
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
  const fitting = ranked.filter(({ post }) => keep(post, reasonWithin(post, exclusions)));
  const closed = findClosed(
    source,
    fitting.map(({ post }) => post),
    signal,
  );
  return { fitting, leftOut, closed };
}

/**
 * What all hosts gave, in the order in which it is shown, without posts that repeat a better one. They are compared while
 * hosts are still asked.
 */
export async function mergeConsidered(parts: Considering[], now: Date): Promise<Considered> {
  const ranked = parts.flatMap(({ fitting }) => fitting);
  const [sayings, ...closed] = await Promise.all([
    tellSayings(ranked.map(({ post }) => post)),
    ...parts.map((part) => part.closed),
  ]);
  const leftOut = new Map([...parts.map((part) => part.leftOut), ...closed].flatMap((part) => [...part]));
  const ordered = orderPosts(
    ranked.filter(({ post }) => !leftOut.has(post)),
    now,
  );
  const duplicates = findDuplicates(
    ordered.map(({ post }) => post),
    sayings,
  );
  for (const post of duplicates) leftOut.set(post, 'duplicate');
  return { fitting: ordered.filter(({ post }) => !duplicates.has(post)), leftOut };
}
