import type { FoundPost } from '#server/integrations/sources/port.ts';

/** A post that is worth a reply, as the ranking by words sees it. */
export type RankedPost = {
  /** Unique key of the post: see `keyOf`. */
  key: string;
  post: FoundPost;
  /** 0 to 100: how closely it matches the description. */
  confidence: number;
  /** Why it matched, one sentence each. */
  why: string[];
  /** The description's own words that the post shares, the most telling first. */
  keywords: string[];
};

/** The same for the same post of the same host, whichever phrase found it. */
export function keyOf(post: Pick<FoundPost, 'source' | 'host' | 'externalId'>): string {
  return `${post.source} ${post.host} ${post.externalId}`;
}
