import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { readPage } from '#server/database/page.ts';
import { streamEvents, wantsEvents } from '#server/http/event-stream.ts';
import { handle, idempotencyKey, type Route } from '#server/http/handle.ts';
import type { Limit } from '#server/http/limits.ts';
import {
  changeCampaign,
  deleteCampaign,
  endCampaign,
  listCampaigns,
  pauseCampaign,
  renewFeed,
  resumeCampaign,
  startCampaign,
} from '#shared/contracts/campaigns.ts';
import {
  confirmPosted,
  listConversations,
  readGuidance,
  setConversationStatus,
  takeOverConversation,
} from '#shared/contracts/conversations.ts';
import { findOpportunities } from '#shared/contracts/opportunities.ts';
import type { ConversationService } from './conversations/service.ts';
import type { SearchService } from './search/search.ts';
import type { CampaignService } from './service.ts';

type CampaignRoutesDeps = {
  search: SearchService;
  campaigns: CampaignService;
  conversations: ConversationService;
  checkStartingPlan: (ownerId: string) => Promise<void>;
  writeLimit: Limit;
  /** Looks for replies, of which each asks a source many things. */
  searchLimit: Limit;
  log: Logger;
};

export function campaignRoutes(deps: CampaignRoutesDeps): Route[] {
  const { search, campaigns, conversations, checkStartingPlan, writeLimit, searchLimit, log } = deps;
  return [
    handle(
      findOpportunities,
      async ({ caller, body, signal, context }) => {
        const run = await search.prepare(caller.subject, body);
        if (!wantsEvents(context)) return run({ signal });
        return streamEvents(
          context,
          (send) =>
            run({
              signal,
              onProgress: (progress) => send('source', progress),
              onRanking: () => send('ranking', {}),
            }),
          { log, heartbeatMs: 15_000 },
        );
      },
      ({ caller }) => search.checkAllowance(caller.subject),
    ),
    handle(
      startCampaign,
      ({ caller, body, context }) => {
        const key = idempotencyKey(context.req.header('idempotency-key')) ?? randomUUID();
        return campaigns.start(caller.subject, body, key);
      },
      async ({ caller }) => {
        await writeLimit.take(caller.subject);
        await checkStartingPlan(caller.subject);
      },
    ),
    handle(listCampaigns, ({ caller, query }) => campaigns.list(caller.subject, readPage(query))),
    handle(pauseCampaign, ({ caller, params }) => campaigns.pause(caller.subject, params.id)),
    handle(
      renewFeed,
      ({ caller, params }) => campaigns.renewFeed(caller.subject, params.id),
      ({ caller }) => writeLimit.take(caller.subject),
    ),
    handle(endCampaign, ({ caller, params }) => campaigns.end(caller.subject, params.id)),
    handle(deleteCampaign, ({ caller, params }) => campaigns.delete(caller.subject, params.id)),
    handle(resumeCampaign, async ({ caller, params }) => {
      await writeLimit.take(caller.subject);
      return campaigns.resume(caller.subject, params.id);
    }),
    handle(
      changeCampaign,
      ({ caller, params, body }) => campaigns.changeSettings(caller.subject, params.id, body),
      ({ caller }) => writeLimit.take(caller.subject),
    ),
    handle(listConversations, ({ caller, query: { status, source, campaign, ids, ...query } }) =>
      conversations.list(caller.subject, {
        ...readPage(query),
        status,
        source,
        campaign,
        ids: ids?.split(','),
      }),
    ),
    handle(
      setConversationStatus,
      ({ caller, params, body }) => conversations.setStatus(caller.subject, params.id, body),
      ({ caller }) => writeLimit.take(caller.subject),
    ),
    handle(
      confirmPosted,
      ({ caller, params, body }) => conversations.confirmPosted(caller.subject, params.id, body.url),
      ({ caller }) => searchLimit.take(caller.subject),
    ),
    handle(takeOverConversation, async ({ caller, params }) => {
      await writeLimit.take(caller.subject);
      return conversations.takeOver(caller.subject, params.id);
    }),
    handle(readGuidance, ({ caller, params }) => conversations.readGuidance(caller.subject, params.id)),
  ];
}
