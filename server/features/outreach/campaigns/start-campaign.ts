import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { AppError } from '#server/app-error.ts';
import type { Transaction } from '#server/database/connect.ts';
import type { Plan } from '#shared/contracts/account.ts';
import {
  activeCampaignLimit,
  keywordLimit,
  type startCampaign as startCampaignEndpoint,
} from '#shared/contracts/campaigns.ts';
import type { Output } from '#shared/contracts/endpoint.ts';
import type { Product } from '#shared/contracts/opportunities.ts';
import { upgradeNeeded } from '#shared/rules/billing/plans.ts';
import { checkForums, checkProduct } from './check-product.ts';
import type { CampaignDeps } from './deps.ts';
import { nextListening } from './listening/listening.ts';
import { addNewConversations } from './listening/new-conversations.ts';
import type { CampaignRepository } from './repository.ts';
import { deleteFound, type FoundRow, listFound } from './search/found-repository.ts';
import { validForMs } from './search/search.ts';

export type CampaignDraft = Output<typeof startCampaignEndpoint.body>;

type StartCampaignDeps = Pick<CampaignDeps, 'links' | 'findTrail' | 'now'> & {
  campaigns: CampaignRepository;
};

/**
 * Starts a campaign with opportunities that searches of this owner found; one that comes again with its key is the one
 * from before. Gives its id.
 * @throws AppError foreign_user, product_fields_missing, product_url_invalid, forum_not_allowed, no_opportunities,
 *   upgrade_to_developer, campaign_read_only, too_many_campaigns, opportunities_outdated, sync_refused.
 */
export async function startCampaign(
  deps: StartCampaignDeps,
  ownerId: string,
  draft: CampaignDraft,
  idempotencyKey: string,
): Promise<string> {
  if (draft.userId !== ownerId) throw new AppError('foreign_user');
  const product = checkProduct(draft.product);
  const forums = checkForums(draft.forums ?? []);
  if (draft.opportunities.length === 0) throw new AppError('no_opportunities');
  const { campaigns, findTrail, now } = deps;
  return campaigns.transaction(async (transaction) => {
    const owner = await campaigns.lockOwner(transaction, ownerId);
    if (!owner) throw new AppError('sync_refused');
    const known = await campaigns.findOnce(transaction, ownerId, idempotencyKey);
    if (known) return known;
    await checkStartingPlan(campaigns, ownerId, owner.plan, transaction);
    await checkRoom(campaigns, transaction, ownerId);
    const createdAt = now();
    const rows = await claimFound(transaction, ownerId, product, draft.opportunities, createdAt);
    const { trailId } = draft;
    const id = randomUUID();
    await campaigns.addCampaign(transaction, {
      id,
      ownerId,
      idempotencyKey,
      ...product,
      forums,
      createdAt,
      trailId: await findTrail(transaction, ownerId, { trailId, idea: product.description }),
      keywords: matchedPhrases(rows),
      nextListenAt: nextListening(id, createdAt),
    });
    const campaign = { id, ownerId, product };
    await addNewConversations(deps, transaction, campaign, rows, createdAt);
    return id;
  });
}

/** @throws AppError sync_refused, upgrade_to_developer, or campaign_read_only where a better plan left campaigns. */
export async function checkStartingPlan(
  { hasCampaigns }: Pick<CampaignRepository, 'hasCampaigns'>,
  ownerId: string,
  plan: Plan | null,
  reader?: Transaction,
): Promise<void> {
  if (!plan) throw new AppError('sync_refused');
  const gate = upgradeNeeded(plan, 'launch');
  if (gate) throw new AppError((await hasCampaigns(ownerId, reader)) ? 'campaign_read_only' : gate);
}

/** Checks that the owner may run another campaign; the owner is locked. @throws AppError too_many_campaigns. */
export async function checkRoom(
  { countActive }: Pick<CampaignRepository, 'countActive'>,
  transaction: Transaction,
  ownerId: string,
): Promise<void> {
  if ((await countActive(transaction, ownerId)) >= activeCampaignLimit)
    throw new AppError('too_many_campaigns', { n: activeCampaignLimit });
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
