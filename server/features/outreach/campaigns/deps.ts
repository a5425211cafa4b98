import type { Transaction } from '#server/database/connect.ts';
import type { PostingDeps } from '#server/features/outreach/posting/attempt.ts';
import type { Ai } from '#server/integrations/ai/port.ts';
import type { Tasks } from '#server/tasks/tasks.ts';

export type CampaignDeps = PostingDeps & {
  tasks: Tasks;
  /** Null without a configured model: the embedded AI reads no posts. */
  ai: Ai | null;
  /** The host of the one Bluesky server whose search takes the owner's session. */
  blueskyHost: string;
  findTrail: (
    transaction: Transaction,
    ownerId: string,
    named: { trailId?: string; idea: string },
  ) => Promise<string>;
  siteUrl: () => string;
};
