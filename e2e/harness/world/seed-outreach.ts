import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Account } from '#e2e/harness/api.ts';
import { runSql } from '#e2e/harness/database.ts';
import type { Product } from '#e2e/harness/product.ts';
import * as rows from '#server/testing/outreach-rows.ts';
import { startTask } from './seed.ts';

type Site = Pick<Product, 'databaseUrl'>;
type Owner = Pick<Account, 'id'>;

async function withDatabase<Value>(
  { databaseUrl }: Site,
  work: (database: NodePgDatabase) => Promise<Value>,
): Promise<Value> {
  const client = new pg.Client({ connectionString: await databaseUrl() });
  await client.connect();
  return work(drizzle({ client })).finally(() => client.end());
}

export const seedCampaign = (site: Site, { id }: Owner, changes?: rows.CampaignChanges) =>
  withDatabase(site, (database) => rows.addCampaign(database, id, changes));

export const seedConversation = (
  site: Site,
  { id }: Owner,
  campaignId: string,
  changes?: rows.ConversationChanges,
) => withDatabase(site, (database) => rows.addConversation(database, id, campaignId, changes));

export const seedAccount = (site: Site, { id }: Owner, account: Parameters<typeof rows.addAccount>[2]) =>
  withDatabase(site, (database) => rows.addAccount(database, id, account));

/** Lets a campaign listen now, and not with the next five minutes. */
export async function listenNow(site: Site, campaignId: string): Promise<void> {
  const statement = 'update campaigns set next_listen_at = now() where id = $1';
  await runSql(await site.databaseUrl(), statement, [campaignId]);
  await startTask(site, 'find-due-campaigns');
}

/** As if no source had been asked for a long time. */
export async function forgetSources({ databaseUrl }: Site): Promise<void> {
  const statement = "delete from rate_limits where key like 'source%'; delete from source_replies";
  await runSql(await databaseUrl(), statement);
}
