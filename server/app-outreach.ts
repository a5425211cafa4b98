import { randomBytes, randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Config } from '#server/config.ts';
import type { Database, Transaction } from '#server/database/connect.ts';
import { campaignFeature } from '#server/features/outreach/campaigns/feature.ts';
import { campaignQueues } from '#server/features/outreach/campaigns/tasks.ts';
import { opportunityService } from '#server/features/outreach/find/service.ts';
import { suggestReply } from '#server/features/outreach/find/suggest/suggest-reply.ts';
import { forgetVisitors, trackedLinkFeature } from '#server/features/outreach/links/feature.ts';
import { linkedAccountFeature } from '#server/features/outreach/posting/accounts/feature.ts';
import { type PostingFeature, postingFeature } from '#server/features/outreach/posting/feature.ts';
import { postingQueues } from '#server/features/outreach/posting/tasks.ts';
import type { Limits } from '#server/http/limits.ts';
import type { Ai } from '#server/integrations/ai/port.ts';
import type { ConversationSources, Posters } from '#server/integrations/sources/port.ts';
import { publicAddressFetch } from '#server/integrations/sources/public-address.ts';
import { deleteIdleHosts, hostBuckets } from '#server/integrations/sources/rate-limits.ts';
import { deleteExpiredReplies } from '#server/integrations/sources/reply-cache.ts';
import { selectPosters, selectSources } from '#server/integrations/sources/select.ts';
import type { Queue, Tasks } from '#server/tasks/tasks.ts';
import type { Plan } from '#shared/contracts/account.ts';
import { upgradeNeeded } from '#shared/rules/billing/plans.ts';
import { ruleCardOf } from '#shared/rules/outreach/rule-cards.ts';

type OutreachFeaturesDeps = {
  config: Config;
  secretKey: string;
  overrides: { ai?: Ai; sources?: ConversationSources; posters?: Posters };
  database: Database;
  tasks: Tasks;
  limits: Limits;
  ai: Ai;
  siteUrl: () => string;
  now: () => number;
  log: Logger;
  readUser: (id: string) => Promise<{ plan: Plan }>;
  findTrail: (
    transaction: Transaction,
    ownerId: string,
    named: { trailId?: string; idea: string },
  ) => Promise<string>;
};

/** Deletes old source responses, unused hosts and expired account proofs. */
const forgetReplies: Queue<Record<string, never>> = { name: 'forget-source-replies', onePerKey: true };

export const outreachQueues = [...campaignQueues, ...postingQueues, forgetVisitors, forgetReplies];

/** The part of the application that finds conversations, helps to reply and counts results. */
export async function createOutreachFeatures(deps: OutreachFeaturesDeps) {
  const { config, overrides, database, tasks, limits, siteUrl, log, readUser, findTrail } = deps;
  const now = () => new Date(deps.now());
  const sources = overrides.sources ?? selectSources(config.sources, { database, now: deps.now, log });
  const posters =
    overrides.posters ??
    selectPosters(config.sources, {
      fetchPublic: publicAddressFetch(),
      buckets: hostBuckets(database, deps.now),
      now: deps.now,
    });
  const links = await trackedLinkFeature({
    database,
    tasks,
    siteUrl,
    log,
    now: deps.now,
    randomCode: () => randomBytes(8).toString('hex'),
    randomSalt: () => randomBytes(32).toString('base64url'),
  });
  const accounts = linkedAccountFeature({
    database,
    posters,
    limits,
    siteUrl,
    log,
    now,
    addresses: config.sources,
    secretKey: deps.secretKey,
    randomId: randomUUID,
    onSignedIn: (transaction, account) => posting.enqueueSignedIn(transaction, account),
    randomHex: (bytes) => randomBytes(bytes).toString('hex'),
  });
  await workForgetReplies(deps, accounts.deleteProofs);
  const posting: PostingFeature = await postingFeature({
    database,
    tasks,
    posters,
    sources,
    accounts,
    now,
    log,
    mayPost: async (ownerId) => upgradeNeeded((await readUser(ownerId)).plan, 'launch') === null,
    cardOf: ruleCardOf,
  });
  const opportunities = opportunityService({ sources, ai: modelOf(deps), now, randomId: randomUUID });
  const campaigns = await campaignFeature({
    database,
    tasks,
    limits,
    log,
    posters,
    posting,
    links,
    findTrail,
    suggestReply,
    now,
    searchPosts: opportunities.search,
    findAccount: accounts.findAccount,
    replaceSession: accounts.replaceSession,
    markNeedsLink: accounts.markNeedsLink,
    blueskyHost: new URL(config.sources.bluesky).host,
    randomId: randomUUID,
  });
  return {
    routes: [...campaigns, ...accounts.routes, ...links.routes],
    pages: links.pages,
    settle: links.settle,
  };
}

async function workForgetReplies(
  { tasks, database, now }: OutreachFeaturesDeps,
  deleteProofs: (endedBefore: Date) => Promise<void>,
): Promise<void> {
  await tasks.work(forgetReplies, async () => {
    const dayAgo = new Date(now() - 86_400_000);
    await deleteExpiredReplies(database, new Date(now()));
    await deleteIdleHosts(database, dayAgo, new Date(now()));
    await deleteProofs(dayAgo);
  });
  await tasks.schedule(forgetReplies, '23 * * * *');
}

/** The embedded AI reads no posts. */
function modelOf({ config, overrides, ai }: OutreachFeaturesDeps): Ai | null {
  return config.ai.kind === 'embedded' && !overrides.ai ? null : ai;
}
