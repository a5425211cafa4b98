import type { Database, Transaction } from '#server/database/connect.ts';
import type { FoundNews } from '#server/features/outreach/daily-mail/first-mail.ts';
import type { OpportunityService } from '#server/features/outreach/find/service.ts';
import type { TrackedLinks } from '#server/features/outreach/links/feature.ts';
import type { AccountSessions } from '#server/features/outreach/posting/accounts/sessions.ts';
import type { PostingFeature } from '#server/features/outreach/posting/feature.ts';
import type { Posters } from '#server/integrations/sources/port.ts';

export type CampaignDeps = {
  database: Database;
  posters: Posters;
  opportunities: OpportunityService;
  accounts: AccountSessions;
  /** The host of the one Bluesky server whose search takes the owner's session. */
  blueskyHost: string;
  posting: Pick<PostingFeature, 'enqueue' | 'enqueueWaiting' | 'findNow' | 'linkReply'>;
  links: Pick<TrackedLinks, 'newCode' | 'create' | 'addressOf'>;
  findTrail: (
    transaction: Transaction,
    ownerId: string,
    named: { trailId?: string; idea: string },
  ) => Promise<string>;
  /** Has a founder who asked for it mailed the first conversations of a day. */
  mailFirst: (transaction: Transaction, ownerId: string, found: FoundNews) => Promise<void>;
  siteUrl: () => string;
  now: () => Date;
};
