import { randomUUID } from 'node:crypto';
import { AppError } from '#server/app-error.ts';
import { inTransaction, type Transaction } from '#server/database/connect.ts';
import type { Page } from '#server/database/page.ts';
import { enqueueWaiting } from '#server/features/outreach/posting/tasks.ts';
import type { Plan } from '#shared/contracts/account.ts';
import {
  activeCampaignLimit,
  type Campaign,
  type CampaignChange,
} from '#shared/contracts/outreach/campaigns.ts';
import { upgradeNeeded } from '#shared/rules/billing/plans.ts';
import { checkForums } from './check-product.ts';
import type { CampaignDeps } from './deps.ts';
import { feedUrl } from './feed.ts';
import {
  type CampaignRow,
  type CountedCampaign,
  countActive,
  deleteUnposted,
  findCounted,
  listCounted,
  lockCampaign,
  lockOwner,
  saveCampaign,
} from './repository.ts';

// Campaigns of an owner; after a downgrade they can be read and paused. Somebody else's are not there at all.

export async function listCampaigns(
  { database, siteUrl }: CampaignDeps,
  ownerId: string,
  page: Page,
): Promise<Campaign[]> {
  return (await listCounted(database, ownerId, page)).map((found) => toCampaign(found, siteUrl()));
}

/** @throws AppError campaign_not_found. */
export async function getCampaign(
  { database, siteUrl }: CampaignDeps,
  ownerId: string,
  id: string,
): Promise<Campaign> {
  const found = await findCounted(database, ownerId, id);
  if (!found) throw new AppError('campaign_not_found');
  return toCampaign(found, siteUrl());
}

/** Approved replies that are not on their way wait; one that is goes through. @throws AppError campaign_not_found. */
export function pauseCampaign(deps: CampaignDeps, ownerId: string, id: string): Promise<Campaign> {
  return change(deps, ownerId, id, async ({ active }) =>
    active ? { active: false, pausedBecause: 'owner' } : null,
  );
}

/** Ends the old address; possible on every plan. @throws AppError campaign_not_found. */
export function renewFeed(deps: CampaignDeps, ownerId: string, id: string): Promise<Campaign> {
  return change(deps, ownerId, id, async () => ({ feedKey: randomUUID() }));
}

/** Stops it as a pause does, and marks it as done. @throws AppError campaign_not_found. */
export function endCampaign(deps: CampaignDeps, ownerId: string, id: string): Promise<Campaign> {
  return change(deps, ownerId, id, async ({ endedAt }) =>
    endedAt ? null : { active: false, pausedBecause: 'owner', endedAt: deps.now() },
  );
}

/**
 * Deletes what nobody saw outside. What was posted, or is on its way, stays recorded for the promotion budget.
 * @throws AppError campaign_not_found.
 */
export async function deleteCampaign(
  { database, now }: CampaignDeps,
  ownerId: string,
  id: string,
): Promise<{ deleted: boolean }> {
  await inTransaction(database, async (transaction) => {
    await lockOwner(transaction, ownerId);
    if (!(await lockCampaign(transaction, ownerId, id))) throw new AppError('campaign_not_found');
    const pausedBecause = 'owner';
    await saveCampaign(transaction, id, { active: false, pausedBecause, deletedAt: now() });
    await deleteUnposted(transaction, id);
  });
  return { deleted: true };
}

/** @throws AppError campaign_not_found, campaign_read_only, too_many_campaigns. */
export function resumeCampaign(deps: CampaignDeps, ownerId: string, id: string): Promise<Campaign> {
  const { tasks, now } = deps;
  return change(deps, ownerId, id, async (row, transaction, plan) => {
    checkPlan(plan);
    if (row.active) return null;
    await checkRoom(transaction, ownerId);
    await enqueueWaiting(tasks, transaction, id);
    const nextListenAt = row.nextListenAt > now() ? row.nextListenAt : now();
    return { active: true, pausedBecause: null, endedAt: null, nextListenAt };
  });
}

/** @throws AppError campaign_not_found, campaign_read_only, forum_not_allowed. */
export async function changeSettings(
  deps: CampaignDeps,
  ownerId: string,
  id: string,
  asked: CampaignChange,
): Promise<Campaign> {
  const written = checkChange(asked);
  return change(deps, ownerId, id, async (_row, _transaction, plan) => {
    checkPlan(plan);
    return Object.keys(written).length > 0 ? written : null;
  });
}

/** Checks that the owner may run another campaign; the owner is locked. @throws AppError too_many_campaigns. */
export async function checkRoom(transaction: Transaction, ownerId: string): Promise<void> {
  if ((await countActive(transaction, ownerId)) >= activeCampaignLimit)
    throw new AppError('too_many_campaigns', { n: activeCampaignLimit });
}

type Step = (row: CampaignRow, transaction: Transaction, plan: Plan) => Promise<Partial<CampaignRow> | null>;

/** A campaign beyond its owner's plan can only be read and stopped. */
function checkPlan(plan: Plan): void {
  if (upgradeNeeded(plan, 'launch')) throw new AppError('campaign_read_only');
}

/** Lock the owner's row first, as everywhere. */
async function change(deps: CampaignDeps, ownerId: string, id: string, step: Step): Promise<Campaign> {
  await inTransaction(deps.database, async (transaction) => {
    const owner = await lockOwner(transaction, ownerId);
    const row = await lockCampaign(transaction, ownerId, id);
    if (!owner || !row) throw new AppError('campaign_not_found');
    const written = await step(row, transaction, owner.plan);
    if (written) await saveCampaign(transaction, id, written);
  });
  return getCampaign(deps, ownerId, id);
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
