import type { Hono } from 'hono';
import type { Transaction } from '#server/database/connect.ts';
import type { Route } from '#server/http/handle.ts';
import type { Limits } from '#server/http/limits.ts';
import { conversationRepository } from './conversations/repository.ts';
import { conversationService } from './conversations/service.ts';
import type { CampaignDeps } from './deps.ts';
import { feedPages } from './feed.ts';
import { listening } from './listening/listening.ts';
import { campaignRepository } from './repository.ts';
import { campaignRoutes } from './routes.ts';
import { foundRepository } from './search/found-repository.ts';
import { ownerSearch, searchService } from './search/search.ts';
import { campaignService } from './service.ts';
import { checkStartingPlan } from './start-campaign.ts';
import { listenToCampaigns, workCampaignTasks } from './tasks.ts';

type CampaignFeatureDeps = CampaignDeps & { limits: Limits };

/** Opportunities, the campaigns that take them, and the conversations of these. */
export async function campaignFeature({
  limits,
  ...deps
}: CampaignFeatureDeps): Promise<{ routes: Route[]; feeds: Hono }> {
  const { database, tasks, log } = deps;
  const campaigns = campaignRepository(database);
  const conversations = conversationRepository(database);
  const found = foundRepository(database);
  const search = ownerSearch(deps, found);
  const searches = searchService({ ...deps, campaigns, found, search, limits });
  const enqueue = (transaction: Transaction, campaignId: string) =>
    tasks.enqueue(transaction, listenToCampaigns, { campaignId }, campaignId);
  const listener = listening({ ...deps, campaigns, conversations, search, enqueue });
  await workCampaignTasks(tasks, listener, searches);
  const writeLimit = limits('campaign-write', 300, 600);
  const searchLimit = limits('reply-look', 30, 600);
  const routes = campaignRoutes({
    search: searches,
    campaigns: campaignService({ ...deps, campaigns }),
    conversations: conversationService({ ...deps, campaigns, conversations }),
    checkStartingPlan: async (ownerId) =>
      checkStartingPlan(campaigns, ownerId, await campaigns.findPlan(ownerId)),
    writeLimit,
    searchLimit,
    log,
  });
  return { routes, feeds: feedPages({ ...deps, campaigns }) };
}
