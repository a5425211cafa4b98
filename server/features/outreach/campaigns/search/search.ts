import { randomUUID } from 'node:crypto';
import { AppError } from '#server/app-error.ts';
import { checkForums, checkProduct } from '#server/features/outreach/campaigns/check-product.ts';
import { findAccounts, replyWayOf } from '#server/features/outreach/campaigns/conversations/weigh-reply.ts';
import type { CampaignDeps } from '#server/features/outreach/campaigns/deps.ts';
import { findPlan } from '#server/features/outreach/campaigns/repository.ts';
import { findOpportunities } from '#server/features/outreach/find/find-opportunities.ts';
import {
  type PostPlace,
  postKey,
  type Search,
  type SearchRequest,
  type SearchWatch,
} from '#server/features/outreach/find/search-request.ts';
import type { OwnAccount } from '#server/features/outreach/posting/accounts/sessions.ts';
import type { Limit } from '#server/http/limits.ts';
import type { Asker } from '#server/integrations/sources/port.ts';
import type {
  FoundOpportunities,
  LeftOutPost,
  Opportunity,
  Product,
} from '#shared/contracts/outreach/opportunities.ts';
import { upgradeNeeded } from '#shared/rules/billing/plans.ts';
import { cutAtWord } from '#shared/rules/text/plain-text.ts';
import { listKnown, listOwnNames, saveFound } from './found-repository.ts';

/** One search, already counted; runs once. */
type PreparedSearch = (watch: SearchWatch) => Promise<FoundOpportunities>;

/** Time for which a search result can be used. */
export const validForMs = 7 * 86_400_000;

/** @throws AppError too_many_searches, upgrade_to_developer, sync_refused. */
export async function checkAllowance(
  { database }: CampaignDeps,
  limit: Limit,
  ownerId: string,
): Promise<void> {
  await limit.check(ownerId);
  const plan = await findPlan(database, ownerId);
  if (!plan) throw new AppError('sync_refused');
  const gate = upgradeNeeded(plan, 'launch');
  if (gate) throw new AppError(gate);
}

/**
 * Checks the fields and counts the search; the returned function then finds opportunities and stores them until a
 * campaign takes them (specification 2 and 7). A search that fails is not counted.
 * @throws AppError foreign_user, product_fields_missing, product_url_invalid, forum_not_allowed,
 *   too_many_searches; the returned function description_without_words, and search_abandoned when its reader left.
 */
export async function prepareSearch(
  deps: CampaignDeps,
  limit: Limit,
  ownerId: string,
  { userId, forums: named = [], ...fields }: Product & { userId: string; forums?: string[] },
): Promise<PreparedSearch> {
  if (userId !== ownerId) throw new AppError('foreign_user');
  const product = checkProduct(fields);
  const forums = checkForums(named);
  await limit.take(ownerId);
  return async (watch) => {
    try {
      const result = await searchAsOwner(deps, ownerId, { product, forums }, watch);
      return await saveResult(deps, ownerId, product, result);
    } catch (error) {
      if (watch.signal.aborted) throw new AppError('search_abandoned', {}, { cause: error });
      await limit.giveBack(ownerId);
      throw error;
    }
  };
}

async function saveResult(
  deps: CampaignDeps,
  ownerId: string,
  product: Product,
  result: Search,
): Promise<FoundOpportunities> {
  // Left-out posts are stored like the others, so that a campaign can take those that are brought back.
  const usable = [
    ...result.found,
    ...result.leftOutPosts.flatMap(({ opportunity, post }) => (opportunity ? { opportunity, post } : [])),
  ];
  const accountAt = await findAccounts(
    deps.accounts,
    ownerId,
    usable.map(({ post }) => post),
  );
  const offered = usable.map(({ opportunity, post }) => {
    const row = { ...post, postedAt: post.createdAt };
    const reply_way = replyWayOf(deps, row, deps.cardOf(row), accountAt(row));
    return { opportunity: { ...opportunity, reply_way }, post };
  });
  const rows = offered.map(({ opportunity, post: { source, host, externalId, threadId } }) => ({
    id: opportunity.id,
    ownerId,
    source,
    host,
    externalId,
    threadId,
    createdAt: deps.now(),
    opportunity: { ...opportunity, searchedFor: product },
  }));
  // Searches that run at once lock the rows they share in one order.
  rows.sort((one, other) => (postKey(one) < postKey(other) ? -1 : 1));
  const ids = new Map((await saveFound(deps.database, rows)).map((row) => [postKey(row), row.id]));
  const stored = new Map(
    offered.map(({ opportunity, post }) => [
      post,
      { ...opportunity, id: ids.get(postKey(post)) ?? opportunity.id },
    ]),
  );
  const { sources, searchedFor, considered, leftOut, model } = result;
  return {
    opportunities: result.found.flatMap(({ post }) => stored.get(post) ?? []),
    sources,
    searchedFor,
    considered,
    leftOut,
    leftOutPosts: result.leftOutPosts.map((one) => describeLeftOut(one, stored.get(one.post))),
    model,
  };
}

function describeLeftOut(
  { reason, post, known }: Search['leftOutPosts'][number],
  opportunity: Opportunity | null = null,
): LeftOutPost {
  const { title, threadTitle, body, url: link, source, host, community, createdAt } = post;
  return {
    reason,
    title: title || (threadTitle ?? '') || cutAtWord(body, 120),
    link,
    source,
    host,
    community,
    posted_at: createdAt.toISOString(),
    opportunity,
    known: known && { id: known.id, repliedAt: known.repliedAt?.toISOString() ?? null },
  };
}

/** Longer than most threads go on, so that the set of known posts stays small. */
const knownForMs = 90 * 86_400_000;

type OwnSearch = Pick<SearchRequest, 'product' | 'keywords' | 'excludedWords' | 'asks' | 'wasLeftOut'> & {
  forums: string[];
};

/** A search that knows its owner: accounts and forums of theirs, and the posts that they have already. */
export async function searchAsOwner(
  deps: CampaignDeps,
  ownerId: string,
  { forums, ...wanted }: OwnSearch,
  watch: SearchWatch,
): Promise<Search> {
  const { database, accounts, blueskyHost, now } = deps;
  const [known, ownNames, bluesky] = await Promise.all([
    listKnown(database, ownerId, new Date(now().getTime() - knownForMs)),
    listOwnNames(database, ownerId),
    accounts.findAccount(ownerId, 'bluesky', blueskyHost),
  ]);
  const asker = { forums, ...sessionOf(deps, bluesky) };
  const byName = new Map(known.flatMap((one) => namesOf(one).map((name) => [name, one])));
  // One reply a thread: a second one to the same people is no conversation of its own.
  const findKnown = (post: PostPlace) => namesOf(post).flatMap((name) => byName.get(name) ?? [])[0] ?? null;
  const given = { ...wanted, asker, ownNames, findKnown };
  return findOpportunities({ ...deps, randomId: randomUUID }, given, watch);
}

/** A session is shown to no other server than the one that gave it. */
function sessionOf(
  { blueskyHost, accounts }: CampaignDeps,
  account: OwnAccount | null,
): Omit<Asker, 'forums'> {
  if (!account?.session || account.host !== blueskyHost) return { blueskySession: null };
  let used = account;
  return {
    blueskySession: account.session,
    async saveBlueskySession(session) {
      await accounts.replaceSession(used, session);
      used = { ...used, session };
    },
    onSessionRefused: () => accounts.markNeedsLink(used),
  };
}

/** Hosts that pass posts on give one post ids of their own; its address stays. */
function namesOf(post: PostPlace): string[] {
  const { source, host, threadId, url } = post;
  return [postKey(post), `${source} ${host} thread ${threadId}`, `${source} ${url}`];
}
