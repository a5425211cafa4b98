import type { Asker, FoundPost } from '#server/integrations/conversations/port.ts';
import type { LeftOutReason, SourceReport } from '#shared/contracts/conversation-sources.ts';
import type { Opportunity, Product, SearchProgress } from '#shared/contracts/opportunities.ts';

/** What tells a post, its thread and its own address apart from others. */
export type PostPlace = Pick<FoundPost, 'source' | 'host' | 'externalId' | 'threadId' | 'url'>;

export type SearchRequest = {
  product: Product;
  /** The campaign's own words to look for; the description's when absent or empty. */
  keywords?: string[];
  asker: Asker;
  /** Names under which the owner writes: their own posts are nobody's opportunity. */
  ownNames: string[];
  /** Whether the owner has this post, or another of its thread, already. */
  isKnown: (post: PostPlace) => boolean;
};

/** Who looks at a running search, and may end it. */
export type SearchWatch = {
  signal: AbortSignal;
  /** Told when a host is asked and again when it is done. */
  onProgress?: (progress: SearchProgress) => void;
  /** Told when every host is done. */
  onRanking?: () => void;
};

export type Search = {
  found: { opportunity: Opportunity; post: FoundPost }[];
  sources: SourceReport[];
  searchedFor: string[];
  /** How many different posts the sources gave. */
  considered: number;
  leftOut: { reason: LeftOutReason; count: number }[];
  /** The model that read them; null when they are ranked by word match. */
  model: string | null;
};
