import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { AppError } from '#server/app-error.ts';
import { inTransaction, type Transaction } from '#server/database/connect.ts';
import type { Plan } from '#shared/contracts/account.ts';
import type { Output } from '#shared/contracts/endpoint.ts';
import {
  type Campaign,
  keywordLimit,
  type startCampaign as startCampaignEndpoint,
} from '#shared/contracts/outreach/campaigns.ts';
import type { Product } from '#shared/contracts/outreach/opportunities.ts';
import { upgradeNeeded } from '#shared/rules/billing/plans.ts';
import { checkRoom, getCampaign } from './campaigns.ts';
import { checkForums, checkProduct } from './check-product.ts';
import type { CampaignDeps } from './deps.ts';
import { nextListening } from './listening/listening.ts';
import { addNewConversations } from './listening/new-conversations.ts';
import { addCampaign, findOnce, hasCampaigns, lockOwner } from './repository.ts';
import { deleteFound, type FoundRow, listFound } from './search/found-repository.ts';
import { validForMs } from './search/search.ts';

type CampaignDraft = Output<typeof startCampaignEndpoint.body>;

/**
 * Starts a campaign with opportunities that searches of this owner found; one that comes again with its key is the one
 * from before.
 * @throws AppError foreign_user, product_fields_missing, product_url_invalid, forum_not_allowed, no_opportunities,
 *   upgrade_to_developer, campaign_read_only, too_many_campaigns, opportunities_outdated, sync_refused.
 */
export async function startCampaign(
  deps: CampaignDeps,
  ownerId: string,
  draft: CampaignDraft,
  idempotencyKey: string,
): Promise<{ campaign: Campaign; saved: number }> {
  if (draft.userId !== ownerId) throw new AppError('foreign_user');
  const product = checkProduct(draft.product);
  const forums = checkForums(draft.forums ?? []);
  if (draft.opportunities.length === 0) throw new AppError('no_opportunities');
  const id = await inTransaction(deps.database, async (transaction) => {
    const owner = await lockOwner(transaction, ownerId);
    if (!owner) throw new AppError('sync_refused');
    const known = await findOnce(transaction, ownerId, idempotencyKey);
    if (known) return known;
    await checkStartingPlan(transaction, ownerId, owner.plan);
    await checkRoom(transaction, ownerId);
    const createdAt = deps.now();
    const rows = await claimFound(transaction, ownerId, product, draft.opportunities, createdAt);
    const { trailId } = draft;
    const newId = randomUUID();
    await addCampaign(transaction, {
      id: newId,
      ownerId,
      idempotencyKey,
      ...product,
      forums,
      createdAt,
      trailId: await deps.findTrail(transaction, ownerId, { trailId, idea: product.description }),
      keywords: matchedPhrases(rows),
      nextListenAt: nextListening(newId, createdAt),
    });
    const campaign = { id: newId, ownerId, product };
    await addNewConversations(deps, transaction, campaign, rows, createdAt);
    return newId;
  });
  const campaign = await getCampaign(deps, ownerId, id);
  return { campaign, saved: campaign.conversations.total };
}

/** @throws AppError sync_refused, upgrade_to_developer, or campaign_read_only where a better plan left campaigns. */
export async function checkStartingPlan(
  reader: Pick<Transaction, 'sql'>,
  ownerId: string,
  plan: Plan | null,
): Promise<void> {
  if (!plan) throw new AppError('sync_refused');
  const gate = upgradeNeeded(plan, 'launch');
  if (gate) throw new AppError((await hasCampaigns(reader, ownerId)) ? 'campaign_read_only' : gate);
}

/** The results that the browser names by id, or else by link, surest first. Those for another product text are outdated. */
async function claimFound(
  transaction: Transaction,
  ownerId: string,
  product: Product,
  named: CampaignDraft['opportunities'],
  now: Date,
): Promise<FoundRow[]> {
  const found = await listFound(transaction, ownerId, named, new Date(now.getTime() - validForMs));
  const byId = new Map(found.map((row) => [row.id, row]));
  const byLink = new Map(found.map((row) => [row.opportunity.link, row]));
  const rows = new Set(
    named.map(({ id, link }) => {
      const row = (id === undefined ? undefined : byId.get(id)) ?? byLink.get(link);
      if (!row || !isDeepStrictEqual(row.opportunity.searchedFor, product))
        throw new AppError('opportunities_outdated');
      return row;
    }),
  );
  await deleteFound(
    transaction,
    [...rows].map(({ id }) => id),
  );
  return [...rows].sort((one, other) => other.opportunity.confidence - one.opportunity.confidence);
}

/** The phrases that matched most of the posts first. */
function matchedPhrases(rows: FoundRow[]): string[] {
  const matches = new Map<string, number>();
  for (const phrase of rows.flatMap(({ opportunity }) => opportunity.keywords_used))
    matches.set(phrase, (matches.get(phrase) ?? 0) + 1);
  return [...matches]
    .sort(([, one], [, other]) => other - one)
    .slice(0, keywordLimit)
    .map(([phrase]) => phrase);
}
