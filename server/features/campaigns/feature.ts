import type { Logger } from 'pino';
import type { Transaction } from '#server/database/connect.ts';
import type { Route } from '#server/http/handle.ts';
import type { Limits } from '#server/http/limits.ts';
import type { Tasks } from '#server/tasks/tasks.ts';
import { conversationRepository } from './conversation-repository.ts';
import { conversationService } from './conversation-service.ts';
import { foundRepository } from './found-repository.ts';
import { listening } from './listening.ts';
import { campaignRepository } from './repository.ts';
import { campaignRoutes, conversationRoutes } from './routes.ts';
import { searchService } from './search.ts';
import { ownerSearch } from './search-for-owner.ts';
import { campaignService } from './service.ts';
import { checkStartingPlan } from './start-campaign.ts';
import type { Surroundings } from './surroundings.ts';
import { listenToCampaigns, workCampaignTasks } from './tasks.ts';

type Settings = Surroundings & { tasks: Tasks; limits: Limits; log: Logger };

/** Opportunities, the campaigns that take them, and the conversations of these. */
export async function campaignFeature({ tasks, limits, log, ...surroundings }: Settings): Promise<Route[]> {
  const { database, randomId, now } = surroundings;
  const campaigns = campaignRepository(database);
  const conversations = conversationRepository(database);
  const found = foundRepository(database);
  const search = ownerSearch(surroundings, found);
  const searches = searchService({ campaigns, found, search, limits, now });
  const enqueue = (transaction: Transaction, campaignId: string) =>
    tasks.enqueue(transaction, listenToCampaigns, { campaignId }, campaignId);
  const listener = listening({ ...surroundings, campaigns, conversations, search, enqueue, log });
  await workCampaignTasks(tasks, listener, searches);
  const writeLimit = limits('campaign-write', 300, 600);
  const lookLimit = limits('reply-look', 30, 600);
  const service = campaignService({ ...surroundings, campaigns });
  const seen = conversationService({ ...surroundings, campaigns, conversations });
  return [
    ...campaignRoutes({
      search: searches,
      campaigns: service,
      writeLimit,
      randomId,
      log,
      checkStartingPlan: async (ownerId) =>
        checkStartingPlan(campaigns, ownerId, await campaigns.findPlan(ownerId)),
    }),
    ...conversationRoutes({ conversations: seen, writeLimit, lookLimit }),
  ];
}
