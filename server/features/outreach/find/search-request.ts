import type { Asker, FoundPost } from '#server/integrations/sources/port.ts';
import type { LeftOutReason, SourceReport } from '#shared/contracts/outreach/conversation-sources.ts';
import type { Opportunity, Product, SearchProgress } from '#shared/contracts/outreach/opportunities.ts';

/** Identity of a post: its own address and its thread. */
export type PostPlace = Pick<FoundPost, 'source' | 'host' | 'externalId' | 'threadId' | 'url'>;

/** The same for the same post of the same host, whichever phrase found it. */
export function postKey({
  source,
  host,
  externalId,
}: Pick<FoundPost, 'source' | 'host' | 'externalId'>): string {
  return `${source} ${host} ${externalId}`;
}

/** `repliedAt` is null while no reply is there. */
export type KnownConversation = { id: string; repliedAt: Date | null };

/** An account's name at a host of a source. */
export type OwnName = Pick<FoundPost, 'source' | 'host'> & { username: string };

export type SearchRequest = {
  product: Product;
  /** The campaign's keywords; the description's when absent or empty. */
  keywords?: string[];
  asker: Asker;
  /** False for a source that is left out of this search. */
  asks?: (place: Pick<FoundPost, 'source' | 'host'>) => boolean;
  /** The owner's accounts; their own posts are no opportunities. */
  ownNames: OwnName[];
  /** The owner's conversation about this post or another of its thread; null where they have none. */
  findKnown: (post: PostPlace) => KnownConversation | null;
  /** True for a post that a model left out before: it is not asked again. */
  wasLeftOut?: (post: PostPlace) => boolean;
  /** Posts that hold one of these words are left out. */
  excludedWords?: string[];
};

/** Observer of a running search, which may end it. */
export type SearchWatch = {
  signal: AbortSignal;
  /** Called when a host is asked and again when it is done. */
  onProgress?: (progress: SearchProgress) => void;
  /** Called when every host is done. */
  onRanking?: () => void;
};

export type Search = {
  found: { opportunity: Opportunity; post: FoundPost }[];
  sources: SourceReport[];
  searchedFor: string[];
  /** How many different posts the sources gave. */
  considered: number;
  leftOut: { reason: LeftOutReason; count: number }[];
  /** The nearest of each reason, each with its opportunity where it may be brought back. */
  leftOutPosts: {
    reason: LeftOutReason;
    post: FoundPost;
    opportunity: Opportunity | null;
    known: KnownConversation | null;
  }[];
  /** Posts that the model left out, those of earlier searches aside. */
  leftOutByModel: FoundPost[];
  /** The model that read them; null when none did. */
  model: string | null;
};
