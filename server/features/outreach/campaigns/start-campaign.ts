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
import { ruleCardOf } from '#shared/rules/outreach/places/rule-cards.ts';
import { checkForums, checkProduct } from './check-product.ts';
import type { CampaignDeps } from './deps.ts';
import { nextListening } from './listening/listening-times.ts';
import { addNewConversations, type TakenOpportunity } from './listening/new-conversations.ts';
import type { CampaignRepository } from './repository.ts';
import { deleteFound, type FoundRow, listFound } from './search/found-repository.ts';
import { validForMs } from './search/search.ts';

export type CampaignDraft = Output<typeof startCampaignEndpoint.body>;

type StartCampaignDeps = Pick<CampaignDeps, 'links' | 'suggestReply' | 'findTrail' | 'randomId' | 'now'> & {
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
  const { campaigns, findTrail, randomId, now } = deps;
  return campaigns.transaction(async (transaction) => {
    const owner = await campaigns.lockOwner(transaction, ownerId);
    if (!owner) throw new AppError('sync_refused');
    const known = await campaigns.findOnce(transaction, ownerId, idempotencyKey);
    if (known) return known;
    await checkStartingPlan(campaigns, ownerId, owner.plan, transaction);
    await checkRoom(campaigns, transaction, ownerId);
    const createdAt = now();
    const rows = await claimFound(transaction, ownerId, draft.opportunities, createdAt);
    const { trailId } = draft;
    const id = randomId();
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
    const taken = rows.map((row) => asTaken(deps, row, product));
    await addNewConversations(deps, transaction, campaign, taken, createdAt);
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

/** The kept rows that the browser names by id, or else by link, surest first; they are then taken. */
async function claimFound(
  transaction: Transaction,
  ownerId: string,
  named: CampaignDraft['opportunities'],
  now: Date,
): Promise<FoundRow[]> {
  const kept = await listFound(transaction, ownerId, named, new Date(now.getTime() - validForMs));
  const byId = new Map(kept.map((row) => [row.id, row]));
  const byLink = new Map(kept.map((row) => [row.opportunity.link, row]));
  const rows = new Set(
    named.map(({ id, link }) => {
      const row = (id === undefined ? undefined : byId.get(id)) ?? byLink.get(link);
      if (!row) throw new AppError('opportunities_outdated');
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

/** Rewrites a suggestion that was made for another product text, such as another address. */
function asTaken(
  { suggestReply, now }: StartCampaignDeps,
  { opportunity: { searchedFor, ...opportunity }, externalId, threadId }: FoundRow,
  product: Product,
): TakenOpportunity {
  if (isDeepStrictEqual(searchedFor, product)) return { opportunity, externalId, threadId };
  const { source, host, community, why, keywords_used: keywords } = opportunity;
  const card = ruleCardOf({ source, host, community }, now().toISOString().slice(0, 10));
  const post = {
    source,
    host,
    community,
    externalId,
    threadId,
    kind: 'post' as const,
    locked: false,
    url: opportunity.link,
    title: opportunity.title,
    body: opportunity.original_post,
    createdAt: new Date(opportunity.posted_at),
    replies: opportunity.replies,
    threadTitle: null,
    author: null,
    score: null,
    license: null,
  };
  const { kind, text } = suggestReply({ post, product, card, why, keywords });
  return {
    opportunity: { ...opportunity, suggestion_kind: kind, suggested_response: text },
    externalId,
    threadId,
  };
}
