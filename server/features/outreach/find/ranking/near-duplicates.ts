import { setImmediate } from 'node:timers/promises';
import type { FoundPost } from '#server/integrations/sources/port.ts';
import { shinglesOf } from '#shared/rules/outreach/shingles.ts';

/** From this similarity on two posts say the same. */
const alike = 0.8;
const textCompared = 500;

type Compared = Pick<FoundPost, 'title' | 'body' | 'host' | 'threadId' | 'url'>;

/** Posts that say nearly the same have the same number. */
export type Clusters<Post> = Map<Post, number>;

/** As many are compared before other work of the process gets its turn. */
const comparedAtOnce = 25;

/**
 * Finds near-duplicates. Each post is compared only with those that share one of its rarest shingles, and stops at the
 * first match.
 */
export async function clusterPosts<Post extends Compared>(posts: Post[]): Promise<Clusters<Post>> {
  const sets = posts.map((post) => shinglesOf(`${post.title} ${post.body.slice(0, textCompared)}`));
  const uses = countUses(sets);
  const holders = new Map<number, number[]>();
  const comparedWith = new Int32Array(posts.length).fill(-1);
  const clusters: Clusters<Post> = new Map();
  for (const [index, post] of posts.entries()) {
    if (index % comparedAtOnce === 0) await setImmediate();
    const shingles = sets[index] ?? none;
    const isAlike = (other: number) => {
      if (comparedWith[other] === index) return false;
      comparedWith[other] = index;
      return areAlike(shingles, sets[other] ?? none);
    };
    const rarest = rarestOf(shingles, uses);
    const like = firstOf(rarest, (shingle) => holders.get(shingle)?.find(isAlike));
    const earlier = like === undefined ? undefined : posts[like];
    clusters.set(post, (earlier && clusters.get(earlier)) ?? index);
    for (const shingle of rarest) hold(holders, shingle, index);
  }
  return clusters;
}

function firstOf<Item, Found>(items: Item[], find: (item: Item) => Found | undefined): Found | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
}

/** The posts that say what an earlier one of the list says, or stand in its thread: one thread is one conversation. */
export function findDuplicates<Post extends Compared>(posts: Post[], clusters: Clusters<Post>): Set<Post> {
  const duplicates = new Set<Post>();
  const seen = new Set<string | number | undefined>();
  for (const post of posts) {
    const marks = [`${post.host} ${post.threadId}`, post.url, clusters.get(post)];
    // A rejected post still represents its thread and words: its copies are dropped too.
    if (marks.some((mark) => seen.has(mark))) duplicates.add(post);
    for (const mark of marks) seen.add(mark);
  }
  return duplicates;
}

const none: Set<number> = new Set();

/** Gives up as soon as one of them holds too much that the other has not: most pairs differ from the start. */
function areAlike(one: Set<number>, other: Set<number>): boolean {
  const [small, large] = one.size < other.size ? [one, other] : [other, one];
  let spare = small.size - (alike / (1 + alike)) * (small.size + large.size);
  for (const shingle of small) {
    if (spare < 0) return false;
    if (!large.has(shingle)) spare -= 1;
  }
  return spare >= 0 && small.size > 0;
}

function countUses(sets: Set<number>[]): Map<number, number> {
  const uses = new Map<number, number>();
  for (const set of sets) for (const shingle of set) uses.set(shingle, (uses.get(shingle) ?? 0) + 1);
  return uses;
}

/**
 * If two sets share four fifths of what they hold, the rarest fifths of both have a member in common. What no other post
 * has can't be it, but counts among the fifth.
 */
function rarestOf(shingles: Set<number>, uses: Map<number, number>): number[] {
  const count = shingles.size - Math.ceil(alike * shingles.size) + 1;
  // Uses and shingle in one number: arrays of numbers are sorted many times as fast as those of objects.
  const ranked = Float64Array.from(shingles, (shingle) => (uses.get(shingle) ?? 0) * shingleRange + shingle);
  const rarest = ranked.sort().subarray(0, count);
  return [...rarest].filter((rank) => rank >= 2 * shingleRange).map((rank) => rank % shingleRange);
}

/** A shingle is below. */
const shingleRange = 2 ** 32;

function hold<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const held = map.get(key);
  if (held) held.push(value);
  else map.set(key, [value]);
}
