import type { Search, SearchRequest, SearchWatch } from '#server/conversation-search.ts';
import type { Database, Transaction } from '#server/database/connect.ts';
import type { FoundPost, Posters } from '#server/integrations/sources/port.ts';
import type { SourceName } from '#shared/contracts/conversation-sources.ts';
import type { Product, SuggestionKind } from '#shared/contracts/opportunities.ts';
import type { RuleCard } from '#shared/rules/outreach/places/rule-cards.ts';
import type { ServerRules } from '#shared/rules/outreach/places/server-rules.ts';

/** The owner's account at a host. */
export type OwnAccount = {
  id: string;
  username: string;
  host: string;
  /** True when replies can be sent from it. */
  canPost: boolean;
  session: string | null;
  /** The rules of its server, as shown to its owner. */
  rules: ServerRules | null;
};

/** An account with the session that was used: one that its owner has linked since is none of it. */
export type UsedSession = Pick<OwnAccount, 'id' | 'session'>;

/** Other features as campaigns use them; `server/features/outreach/feature.ts` connects them. */
export type CampaignDeps = {
  database: Database;
  posters: Posters;
  searchPosts: (given: SearchRequest, watch: SearchWatch) => Promise<Search>;
  suggestReply: (given: {
    post: FoundPost;
    product: Product;
    card: RuleCard;
    why: string[];
    keywords: string[];
  }) => { kind: SuggestionKind; text: string };
  findAccount: (ownerId: string, source: SourceName, host: string) => Promise<OwnAccount | null>;
  /** Keeps what the source gave in place of the session that was used. */
  replaceSession: (used: UsedSession, session: string) => Promise<void>;
  /** The source no longer takes the session that was used. */
  markNeedsLink: (used: UsedSession) => Promise<void>;
  /** The host of the one Bluesky server whose search takes the owner's session. */
  blueskyHost: string;
  posting: {
    /** Has an APPROVED reply sent once the transaction is committed. */
    enqueue(transaction: Transaction, conversationId: string): Promise<void>;
    /** The same for all that a paused campaign kept back. */
    enqueueWaiting(transaction: Transaction, campaignId: string): Promise<void>;
    findNow(conversationId: string): Promise<unknown>;
    /** @throws AppError `reply_url_…`. */
    linkReply(conversationId: string, url: string): Promise<unknown>;
  };
  links: {
    newCode(): string;
    create(
      transaction: Transaction,
      links: {
        campaignId: string;
        destination: string;
        tracked: { conversationId: string; code: string }[];
      },
    ): Promise<void>;
    addressOf(code: string): string;
  };
  findTrail: (
    transaction: Transaction,
    ownerId: string,
    named: { trailId?: string; idea: string },
  ) => Promise<string>;
  randomId: () => string;
  now: () => Date;
};
