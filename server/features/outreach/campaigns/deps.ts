import type { Transaction } from '#server/database/connect.ts';
import type { FoundNews } from '#server/features/outreach/daily-mail/first-mail.ts';
import type { OpportunityService } from '#server/features/outreach/find/service.ts';
import type { TrackedLinks } from '#server/features/outreach/links/feature.ts';
import type { PostingDeps } from '#server/features/outreach/posting/attempt.ts';
import type { Tasks } from '#server/tasks/tasks.ts';

export type CampaignDeps = PostingDeps & {
  tasks: Tasks;
  opportunities: OpportunityService;
  /** The host of the one Bluesky server whose search takes the owner's session. */
  blueskyHost: string;
  links: Pick<TrackedLinks, 'newCode' | 'create' | 'addressOf'>;
  findTrail: (
    transaction: Transaction,
    ownerId: string,
    named: { trailId?: string; idea: string },
  ) => Promise<string>;
  /** Has a founder who asked for it mailed the first conversations of a day. */
  mailFirst: (transaction: Transaction, ownerId: string, found: FoundNews) => Promise<void>;
  siteUrl: () => string;
};
