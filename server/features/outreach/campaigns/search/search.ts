import { AppError } from '#server/app-error.ts';
import type { Search, SearchWatch } from '#server/conversation-search.ts';
import { checkForums, checkProduct } from '#server/features/outreach/campaigns/check-product.ts';
import type { CampaignRepository } from '#server/features/outreach/campaigns/repository.ts';
import type { Limits } from '#server/http/limits.ts';
import type { FoundOpportunities, Product } from '#shared/contracts/opportunities.ts';
import { upgradeNeeded } from '#shared/rules/billing/plans.ts';
import type { FoundRepository } from './found-repository.ts';
import { keyOf, type OwnerSearch } from './search-for-owner.ts';

export type SearchService = ReturnType<typeof searchService>;

/** One admitted search, already counted; runs once. */
export type AdmittedSearch = (watch: SearchWatch) => Promise<FoundOpportunities>;

type SearchServiceDeps = {
  campaigns: CampaignRepository;
  found: FoundRepository;
  search: OwnerSearch;
  limits: Limits;
  now: () => Date;
};

/** Time for which a search result can be used. */
export const validForMs = 7 * 86_400_000;
const searchesAnHour = 30;

/** Finds opportunities for a founder and keeps them until a campaign takes them (specification 2 and 7). */
export function searchService({ campaigns, found, search, limits, now }: SearchServiceDeps) {
  const limit = limits('find-opportunities', searchesAnHour, 3600, 'too_many_searches');

  async function keep(ownerId: string, product: Product, result: Search): Promise<FoundOpportunities> {
    const unique = new Map(result.found.map((one) => [keyOf(one.post), one]));
    const rows = [...unique.values()].map(
      ({ opportunity, post: { source, host, externalId, threadId } }) => ({
        id: opportunity.id,
        ownerId,
        source,
        host,
        externalId,
        threadId,
        createdAt: now(),
        opportunity: { ...opportunity, searchedFor: product },
      }),
    );
    // Searches that run at once lock the rows they share in one order.
    rows.sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
    const ids = new Map((await found.saveFound(rows)).map((row) => [keyOf(row), row.id]));
    const opportunities = [...unique].map(([key, { opportunity }]) => ({
      ...opportunity,
      id: ids.get(key) ?? opportunity.id,
    }));
    const { sources, searchedFor, considered, leftOut, model } = result;
    return { opportunities, sources, searchedFor, considered, leftOut, model };
  }

  return {
    /** @throws AppError too_many_searches, upgrade_to_developer, sync_refused. */
    async checkAllowance(ownerId: string): Promise<void> {
      await limit.check(ownerId);
      const plan = await campaigns.findPlan(ownerId);
      if (!plan) throw new AppError('sync_refused');
      const gate = upgradeNeeded(plan, 'launch');
      if (gate) throw new AppError(gate);
    },

    /**
     * Checks the fields and counts the search; the returned function then makes it. One that fails is not counted.
     * @throws AppError foreign_user, product_fields_missing, product_url_invalid, forum_not_allowed,
     *   too_many_searches; the returned function description_without_words, and search_abandoned when its reader left.
     */
    async admit(
      ownerId: string,
      { userId, forums: named = [], ...fields }: Product & { userId: string; forums?: string[] },
    ): Promise<AdmittedSearch> {
      if (userId !== ownerId) throw new AppError('foreign_user');
      const product = checkProduct(fields);
      const forums = checkForums(named);
      await limit.take(ownerId);
      return async (watch) => {
        try {
          return await keep(ownerId, product, await search(ownerId, { product, forums }, watch));
        } catch (error) {
          if (watch.signal.aborted) throw new AppError('search_abandoned', {}, { cause: error });
          await limit.giveBack(ownerId);
          throw error;
        }
      };
    },

    deleteOld: () => found.deleteFoundBefore(new Date(now().getTime() - validForMs)),
  };
}
