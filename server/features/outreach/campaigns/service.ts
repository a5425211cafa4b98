import { randomUUID } from 'node:crypto';
import { AppError } from '#server/app-error.ts';
import type { Transaction } from '#server/database/connect.ts';
import type { Page } from '#server/database/page.ts';
import { enqueueWaiting } from '#server/features/outreach/posting/tasks.ts';
import type { Campaign, CampaignChange } from '#shared/contracts/campaigns.ts';
import { upgradeNeeded } from '#shared/rules/billing/plans.ts';
import { checkForums } from './check-product.ts';
import type { CampaignDeps } from './deps.ts';
import { feedUrl } from './feed.ts';
import type { CampaignRepository, CampaignRow, CountedCampaign } from './repository.ts';
import { type CampaignDraft, checkRoom, startCampaign } from './start-campaign.ts';

export type CampaignService = ReturnType<typeof campaignService>;

type CampaignServiceDeps = Pick<CampaignDeps, 'tasks' | 'links' | 'findTrail' | 'siteUrl' | 'now'> & {
  campaigns: CampaignRepository;
};

/** Campaigns of an owner; after a downgrade they can be read and paused. Somebody else's are not there at all. */
export function campaignService(deps: CampaignServiceDeps) {
  const { campaigns, tasks, siteUrl, now } = deps;

  async function read(ownerId: string, id: string): Promise<Campaign> {
    const found = await campaigns.findCampaign(ownerId, id);
    if (!found) throw new AppError('campaign_not_found');
    return toCampaign(found, siteUrl());
  }

  /** Lock the owner's row first, as everywhere. */
  async function change(
    ownerId: string,
    id: string,
    needsPlan: boolean,
    step: (row: CampaignRow, transaction: Transaction) => Promise<Partial<CampaignRow> | null>,
  ): Promise<Campaign> {
    await campaigns.transaction(async (transaction) => {
      const owner = await campaigns.lockOwner(transaction, ownerId);
      const row = await campaigns.lockCampaign(transaction, ownerId, id);
      if (!owner || !row) throw new AppError('campaign_not_found');
      if (needsPlan && upgradeNeeded(owner.plan, 'launch')) throw new AppError('campaign_read_only');
      const written = await step(row, transaction);
      if (written) await campaigns.saveCampaign(transaction, id, written);
    });
    return read(ownerId, id);
  }

  return {
    /** @throws AppError what `startCampaign` throws. */
    async start(ownerId: string, draft: CampaignDraft, idempotencyKey: string) {
      const id = await startCampaign(deps, ownerId, draft, idempotencyKey);
      const campaign = await read(ownerId, id);
      return { campaign, saved: campaign.conversations.total };
    },

    async list(ownerId: string, page: Page): Promise<Campaign[]> {
      return (await campaigns.listCampaigns(ownerId, page)).map((found) => toCampaign(found, siteUrl()));
    },

    /** Approved replies that are not on their way wait; one that is goes through. @throws AppError campaign_not_found. */
    pause: (ownerId: string, id: string) =>
      change(ownerId, id, false, async ({ active }) =>
        active ? { active: false, pausedBecause: 'owner' } : null,
      ),

    /** Ends the old address; possible on every plan. @throws AppError campaign_not_found. */
    renewFeed: (ownerId: string, id: string) =>
      change(ownerId, id, false, async () => ({ feedKey: randomUUID() })),

    /** Stops it as a pause does, and marks it as done. @throws AppError campaign_not_found. */
    end: (ownerId: string, id: string) =>
      change(ownerId, id, false, async ({ endedAt }) =>
        endedAt ? null : { active: false, pausedBecause: 'owner', endedAt: now() },
      ),

    /**
     * Deletes what nobody saw outside. What was posted, or is on its way, stays recorded for the promotion budget.
     * @throws AppError campaign_not_found.
     */
    async delete(ownerId: string, id: string): Promise<{ deleted: boolean }> {
      await campaigns.transaction(async (transaction) => {
        await campaigns.lockOwner(transaction, ownerId);
        if (!(await campaigns.lockCampaign(transaction, ownerId, id)))
          throw new AppError('campaign_not_found');
        const pausedBecause = 'owner';
        await campaigns.saveCampaign(transaction, id, { active: false, pausedBecause, deletedAt: now() });
        await campaigns.deleteUnposted(transaction, id);
      });
      return { deleted: true };
    },

    /** @throws AppError campaign_not_found, campaign_read_only, too_many_campaigns. */
    resume: (ownerId: string, id: string) =>
      change(ownerId, id, true, async (row, transaction) => {
        if (row.active) return null;
        await checkRoom(campaigns, transaction, ownerId);
        await enqueueWaiting(tasks, transaction, id);
        const nextListenAt = row.nextListenAt > now() ? row.nextListenAt : now();
        return { active: true, pausedBecause: null, endedAt: null, nextListenAt };
      }),

    /** @throws AppError campaign_not_found, campaign_read_only, forum_not_allowed. */
    changeSettings(ownerId: string, id: string, asked: CampaignChange) {
      const written = checkChange(asked);
      return change(ownerId, id, true, async () => (Object.keys(written).length > 0 ? written : null));
    },
  };
}

function checkChange({
  forums,
  keywords,
  excludedWords,
  name,
  ...rest
}: CampaignChange): Partial<CampaignRow> {
  return {
    ...rest,
    ...(name && { name: name.trim() }),
    ...(excludedWords && { excludedWords: uniqueWords(excludedWords) }),
    ...(forums && { forums: checkForums(forums) }),
    ...(keywords && { keywords: uniqueWords(keywords) }),
  };
}

/** Each once, whatever its case. */
function uniqueWords(words: string[]): string[] {
  const byKey = new Map(words.map((word) => [word.trim().toLowerCase(), word.trim()]));
  return [...byKey.values()];
}

function toCampaign({ row, counts }: CountedCampaign, siteUrl: string): Campaign {
  const { name, url, description, active } = row;
  return {
    ...row,
    product: { name, url, description },
    createdAt: row.createdAt.toISOString(),
    lastListenedAt: row.lastListenedAt?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
    nextListenAt: active ? row.nextListenAt.toISOString() : null,
    conversations: counts,
    feedUrl: feedUrl(siteUrl, row.feedKey),
  };
}
