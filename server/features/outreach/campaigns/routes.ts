import { randomUUID } from 'node:crypto';
import { readPage } from '#server/database/page.ts';
import { streamEvents, wantsEvents } from '#server/http/event-stream.ts';
import { handle, idempotencyKey, type Route } from '#server/http/handle.ts';
import type { Limits } from '#server/http/limits.ts';
import * as campaignEndpoints from '#shared/contracts/outreach/campaigns.ts';
import * as conversationEndpoints from '#shared/contracts/outreach/conversations.ts';
import { findOpportunities } from '#shared/contracts/outreach/opportunities.ts';
import {
  changeSettings,
  deleteCampaign,
  endCampaign,
  listCampaigns,
  pauseCampaign,
  renewFeed,
  resumeCampaign,
} from './campaigns.ts';
import {
  confirmPosted,
  listConversations,
  readGuidance,
  setConversationStatus,
  takeOverConversation,
} from './conversations/conversations.ts';
import type { CampaignDeps } from './deps.ts';
import { findPlan } from './repository.ts';
import { checkAllowance, prepareSearch } from './search/search.ts';
import { checkStartingPlan, startCampaign } from './start-campaign.ts';

/** Opportunities, the campaigns that take them, and the conversations of these. */
export function campaignRoutes(deps: CampaignDeps, limits: Limits): Route[] {
  const { database, log } = deps;
  const findLimit = limits('find-opportunities', 30, 3600, 'too_many_searches');
  const writeLimit = limits('campaign-write', 300, 600);
  /** Looks for replies, of which each asks a source many things. */
  const lookLimit = limits('reply-look', 30, 600);
  return [
    handle(
      findOpportunities,
      async ({ caller, body, signal, context }) => {
        const run = await prepareSearch(deps, findLimit, caller.subject, body);
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
      ({ caller }) => checkAllowance(deps, findLimit, caller.subject),
    ),
    handle(
      campaignEndpoints.startCampaign,
      ({ caller, body, context }) => {
        const key = idempotencyKey(context.req.header('idempotency-key')) ?? randomUUID();
        return startCampaign(deps, caller.subject, body, key);
      },
      async ({ caller }) => {
        await writeLimit.take(caller.subject);
        await checkStartingPlan(database, caller.subject, await findPlan(database, caller.subject));
      },
    ),
    handle(campaignEndpoints.listCampaigns, ({ caller, query }) =>
      listCampaigns(deps, caller.subject, readPage(query)),
    ),
    handle(campaignEndpoints.pauseCampaign, ({ caller, params }) =>
      pauseCampaign(deps, caller.subject, params.id),
    ),
    handle(
      campaignEndpoints.renewFeed,
      ({ caller, params }) => renewFeed(deps, caller.subject, params.id),
      ({ caller }) => writeLimit.take(caller.subject),
    ),
    handle(campaignEndpoints.endCampaign, ({ caller, params }) =>
      endCampaign(deps, caller.subject, params.id),
    ),
    handle(campaignEndpoints.deleteCampaign, ({ caller, params }) =>
      deleteCampaign(deps, caller.subject, params.id),
    ),
    handle(campaignEndpoints.resumeCampaign, async ({ caller, params }) => {
      await writeLimit.take(caller.subject);
      return resumeCampaign(deps, caller.subject, params.id);
    }),
    handle(
      campaignEndpoints.changeCampaign,
      ({ caller, params, body }) => changeSettings(deps, caller.subject, params.id, body),
      ({ caller }) => writeLimit.take(caller.subject),
    ),
    handle(
      conversationEndpoints.listConversations,
      ({ caller, query: { status, source, campaign, ids, ...query } }) =>
        listConversations(deps, caller.subject, {
          ...readPage(query),
          status,
          source,
          campaign,
          ids: ids?.split(','),
        }),
    ),
    handle(
      conversationEndpoints.setConversationStatus,
      ({ caller, params, body }) => setConversationStatus(deps, caller.subject, params.id, body),
      ({ caller }) => writeLimit.take(caller.subject),
    ),
    handle(
      conversationEndpoints.confirmPosted,
      ({ caller, params, body }) => confirmPosted(deps, caller.subject, params.id, body.url),
      ({ caller }) => lookLimit.take(caller.subject),
    ),
    handle(conversationEndpoints.takeOverConversation, async ({ caller, params }) => {
      await writeLimit.take(caller.subject);
      return takeOverConversation(deps, caller.subject, params.id);
    }),
    handle(conversationEndpoints.readGuidance, ({ caller, params }) =>
      readGuidance(deps, caller.subject, params.id),
    ),
  ];
}
