import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database, Transaction } from '#server/database/connect.ts';
import type { Limits } from '#server/http/limits.ts';
import type { SiteUrl } from '#server/http/site/site-url.ts';
import type { Ai } from '#server/integrations/ai/port.ts';
import type { Mail } from '#server/integrations/mail/port.ts';
import type { ConversationSources, Posters } from '#server/integrations/sources/port.ts';
import { secretBox } from '#server/secret-box.ts';
import type { SourceAddresses } from '#server/source-addresses.ts';
import type { Queue, Tasks } from '#server/tasks/tasks.ts';
import type { Plan } from '#shared/contracts/account.ts';
import { upgradeNeeded } from '#shared/rules/billing/plans.ts';
import { ruleCardOf } from '#shared/rules/outreach/places/rule-cards.ts';
import { feedPages } from './campaigns/feed.ts';
import { campaignRoutes } from './campaigns/routes.ts';
import { campaignQueues, workCampaignTasks } from './campaigns/tasks.ts';
import { dailyMailFeature, dailyMailQueues } from './daily-mail/daily-mail.ts';
import { deleteVisitors, trackedLinkFeature } from './links/tracked-links.ts';
import { accountQueues, linkedAccountFeature } from './posting/accounts/feature.ts';
import { deleteProofs } from './posting/accounts/repository.ts';
import {
  type AccountSessions,
  findAccount,
  markNeedsLink,
  replaceSession,
} from './posting/accounts/sessions.ts';
import { postingQueues, workPostingTasks } from './posting/tasks.ts';

type OutreachFeatureDeps = {
  secretKey: string;
  addresses: SourceAddresses;
  sources: ConversationSources;
  posters: Posters;
  /** Null without a configured model: the embedded AI reads no posts. */
  model: Ai | null;
  /** Deletes what the sources' adapters stored and no longer need. */
  cleanSources: (now: Date) => Promise<unknown>;
  database: Database;
  tasks: Tasks;
  mail: Mail;
  limits: Limits;
  siteUrl: SiteUrl;
  now: () => number;
  log: Logger;
  readUser: (id: string) => Promise<{ plan: Plan }>;
  findTrail: (
    transaction: Transaction,
    ownerId: string,
    named: { trailId?: string; idea: string },
  ) => Promise<string>;
};

/** Deletes old responses of sources and expired account proofs. */
const deleteSourceReplies: Queue<Record<string, never>> = { name: 'delete-source-replies', onePerKey: true };

export const outreachQueues = [
  ...campaignQueues,
  ...postingQueues,
  ...dailyMailQueues,
  ...accountQueues,
  deleteVisitors,
  deleteSourceReplies,
];

/** Outreach: finds conversations, helps to reply, posts, and counts results. */
export async function outreachFeature(deps: OutreachFeatureDeps) {
  const { database, tasks, limits, posters, addresses, log, readUser } = deps;
  const now = () => new Date(deps.now());
  const sessions = { database, posters, log, box: secretBox(deps.secretKey) };
  const accounts: AccountSessions = {
    findAccount: (ownerId, source, host) => findAccount(sessions, ownerId, source, host),
    markNeedsLink: (used) => markNeedsLink(sessions, used),
    replaceSession: (used, session) => replaceSession(sessions, used, session),
  };
  const campaigns = {
    ...deps,
    accounts,
    now,
    ai: deps.model,
    blueskyHost: new URL(addresses.bluesky).host,
    mayPost: async (ownerId: string) => upgradeNeeded((await readUser(ownerId)).plan, 'launch') === null,
    cardOf: ruleCardOf,
    pause: (ms: number) => sleep(ms),
  };
  await workPostingTasks(tasks, campaigns);
  await workCampaignTasks(campaigns);
  await workDeleteSourceReplies(deps);
  const links = await trackedLinkFeature(deps);
  const dailyMail = await dailyMailFeature({ ...deps, now });
  const accountRoutes = await linkedAccountFeature({
    ...sessions,
    tasks,
    limits,
    now,
    siteUrl: deps.siteUrl,
    blueskyUrl: addresses.bluesky,
    forumUrl: addresses.hackerNews.site,
  });
  return {
    routes: [...campaignRoutes(campaigns, limits), ...accountRoutes, ...links.routes, ...dailyMail.routes],
    pages: links.pages.route('/', feedPages(campaigns)),
    oneClick: dailyMail.oneClick,
    settle: links.settle,
  };
}

async function workDeleteSourceReplies({
  database,
  tasks,
  cleanSources,
  now,
}: OutreachFeatureDeps): Promise<void> {
  await tasks.work(deleteSourceReplies, async () => {
    await cleanSources(new Date(now()));
    await deleteProofs(database, new Date(now() - 86_400_000));
  });
  await tasks.schedule(deleteSourceReplies, '23 * * * *');
}
