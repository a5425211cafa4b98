import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Database, inTransaction, type Transaction } from '#server/database/connect.ts';
import type { Limits } from '#server/http/limits.ts';
import type { Ai } from '#server/integrations/ai/port.ts';
import type { Mail } from '#server/integrations/mail/port.ts';
import type { ConversationSources, Posters } from '#server/integrations/sources/port.ts';
import type { SourceAddresses } from '#server/source-addresses.ts';
import type { Queue, Tasks } from '#server/tasks/tasks.ts';
import type { Plan } from '#shared/contracts/account.ts';
import { upgradeNeeded } from '#shared/rules/billing/plans.ts';
import { ruleCardOf } from '#shared/rules/outreach/places/rule-cards.ts';
import { campaignFeature } from './campaigns/feature.ts';
import { campaignQueues } from './campaigns/tasks.ts';
import { dailyMailFeature, dailyMailQueues } from './daily-mail/feature.ts';
import { opportunityService } from './find/service.ts';
import { deleteVisitors, trackedLinkFeature } from './links/feature.ts';
import { linkedAccountFeature } from './posting/accounts/feature.ts';
import type { ServerPlace } from './posting/accounts/repository.ts';
import { enqueueSignedIn, postingQueues, workPostingTasks } from './posting/tasks.ts';

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

/** Deletes old responses of sources and expired account proofs. */
const deleteSourceReplies: Queue<Record<string, never>> = { name: 'delete-source-replies', onePerKey: true };

/** Asks the servers of linked accounts for their rules and limits, once a day. */
const readServers: Queue<Record<string, never>> = { name: 'read-servers', onePerKey: true };
/** One of them, so that a server that is away costs no other its turn. */
const readServer: Queue<ServerPlace> = { name: 'read-server', onePerKey: true };

export const outreachQueues = [
  ...campaignQueues,
  ...postingQueues,
  ...dailyMailQueues,
  deleteVisitors,
  deleteSourceReplies,
  readServers,
  readServer,
];

/** Outreach: finds conversations, helps to reply, posts, and counts results. */
export async function outreachFeature(deps: OutreachFeatureDeps) {
  const { database, tasks, limits, siteUrl, log, readUser, findTrail, addresses, sources, posters, model } =
    deps;
  const now = () => new Date(deps.now());
  const links = await trackedLinkFeature({ database, tasks, siteUrl, log, now: deps.now });
  const linking = linkedAccountFeature({
    database,
    posters,
    limits,
    siteUrl,
    log,
    now,
    addresses,
    secretKey: deps.secretKey,
    onSignedIn: (transaction, account) => enqueueSignedIn(tasks, transaction, account, now()),
  });
  await workDeleteSourceReplies(deps, linking.deleteProofs);
  await tasks.work(readServer, linking.readServer, { atOnce: 4 });
  await tasks.work(readServers, async () => {
    const servers = await linking.listServers();
    await inTransaction(database, async (transaction) => {
      for (const place of servers)
        await tasks.enqueue(transaction, readServer, place, `${place.source} ${place.host}`);
    });
  });
  await tasks.schedule(readServers, '41 3 * * *');
  const posting = {
    database,
    posters,
    sources,
    accounts: linking.sessions,
    now,
    log,
    pause: (ms: number) => sleep(ms),
    mayPost: async (ownerId: string) => upgradeNeeded((await readUser(ownerId)).plan, 'launch') === null,
    cardOf: ruleCardOf,
  };
  await workPostingTasks(tasks, posting);
  const dailyMail = await dailyMailFeature({ ...deps, now });
  const campaigns = await campaignFeature({
    ...posting,
    tasks,
    limits,
    links,
    findTrail,
    mailFirst: dailyMail.mailFirst,
    siteUrl,
    opportunities: opportunityService({ sources, ai: model, now, randomId: randomUUID }),
    blueskyHost: new URL(addresses.bluesky).host,
  });
  return {
    routes: [...campaigns.routes, ...linking.routes, ...links.routes, ...dailyMail.routes],
    pages: links.pages.route('/', campaigns.feeds),
    oneClick: dailyMail.oneClick,
    settle: links.settle,
  };
}

async function workDeleteSourceReplies(
  { tasks, cleanSources, now }: OutreachFeatureDeps,
  deleteProofs: (endedBefore: Date) => Promise<void>,
): Promise<void> {
  await tasks.work(deleteSourceReplies, async () => {
    await cleanSources(new Date(now()));
    await deleteProofs(new Date(now() - 86_400_000));
  });
  await tasks.schedule(deleteSourceReplies, '23 * * * *');
}
