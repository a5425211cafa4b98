import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Account } from '#e2e/harness/api.ts';
import { runSql } from '#e2e/harness/database.ts';
import type { Product } from '#e2e/harness/product.ts';
import {
  accountProofs,
  campaigns,
  conversations,
  linkedAccounts,
  postingAttempts,
  trackedLinks,
} from '#server/database/tables.ts';
import { startTask } from './seed.ts';

// Writes rows past the API, because no real source is searched: the state after a search and the days that follow it.

type Site = Pick<Product, 'databaseUrl'>;
type Owner = Pick<Account, 'id'>;

const dayMs = 86_400_000;
const inAYear = () => new Date(Date.now() + 365 * dayMs);

async function withDatabase<Value>(
  { databaseUrl }: Site,
  work: (database: NodePgDatabase) => Promise<Value>,
): Promise<Value> {
  const client = new pg.Client({ connectionString: await databaseUrl() });
  await client.connect();
  return work(drizzle({ client })).finally(() => client.end());
}

/** Adds a campaign that does not listen by itself for a year. */
export async function seedCampaign(
  site: Site,
  { id: ownerId }: Owner,
  changes: Partial<typeof campaigns.$inferInsert> = {},
): Promise<string> {
  const id = randomUUID();
  const campaign = {
    id,
    ownerId,
    idempotencyKey: id,
    name: 'Invoice Chaser',
    url: 'https://invoice-chaser.example',
    description: 'Sends friendly payment reminders for freelancers whose invoices are paid late.',
    keywords: ['late invoices', 'payment reminders', 'freelance'],
    active: !changes.pausedBecause,
    lastListenedAt: changes.sources ? new Date() : null,
    nextListenAt: inAYear(),
    ...changes,
  };
  await withDatabase(site, (database) => database.insert(campaigns).values(campaign));
  return id;
}

type ConversationRow = typeof conversations.$inferInsert;

/** A conversation's columns, and the counts of its tracked link. */
export type ConversationChanges = Partial<ConversationRow> &
  Partial<
    Pick<typeof trackedLinks.$inferInsert, 'visits' | 'signUps' | 'surveyAnswers' | 'qualifiedAnswers'>
  >;

/** Adds a conversation with its tracked link. Its next poll is due in a year. */
export async function seedConversation(
  site: Site,
  { id: ownerId }: Owner,
  campaignId: string,
  changes: ConversationChanges = {},
): Promise<{ id: string; code: string }> {
  const id = randomUUID();
  const code = randomUUID().replaceAll('-', '').slice(0, 10);
  const { visits, signUps, surveyAnswers, qualifiedAnswers, ...columns } = changes;
  const { status = 'AWAITING_REVIEW', externalId = String(Math.floor(Math.random() * 1e9)) } = columns;
  const isPosted = status === 'POSTED';
  const isApproved = !['AWAITING_REVIEW', 'REJECTED'].includes(status);
  const twoDaysAgo = new Date(Date.now() - 2 * dayMs);
  const conversation: ConversationRow = {
    id,
    campaignId,
    ownerId,
    externalId,
    threadId: externalId,
    ...latePost,
    url: `https://news.ycombinator.com/item?id=${externalId}`,
    postedAt: twoDaysAgo,
    approvedAt: isApproved ? new Date() : null,
    repliedAt: isPosted ? twoDaysAgo : null,
    replyExternalId: isPosted ? `${externalId}1` : null,
    standingCheckedAt: isPosted ? new Date() : null,
    ...columns,
  };
  await withDatabase(site, async (database) => {
    await database.insert(conversations).values(conversation);
    const [campaign] = await database.select().from(campaigns).where(eq(campaigns.id, campaignId));
    await database.insert(trackedLinks).values({
      code,
      conversationId: id,
      campaignId,
      destination: campaign?.url ?? '',
      visits,
      signUps,
      surveyAnswers,
      qualifiedAnswers,
    });
    if (isApproved && !isPosted)
      await database.insert(postingAttempts).values({
        conversationId: id,
        holder: 'nobody',
        heldUntil: inAYear(),
        state: status === 'APPROVED' || status === 'READY' ? 'waiting' : 'sending',
        notBefore: inAYear(),
        sentAt: new Date(),
      });
  });
  return { id, code };
}

/** A post on Hacker News that the product answers. */
export const latePost = {
  source: 'hacker-news',
  host: 'news.ycombinator.com',
  title: 'Ask HN: How do you chase late invoices without losing the client?',
  originalPost:
    'I freelance and about a third of my invoices are paid late. Reminders feel rude.\n\nIs there a tool that sends payment reminders for you, or do you keep a spreadsheet?',
  confidence: 96,
  why: [
    'It speaks of “late invoices” and “payment reminders”.',
    'It asks: “How do you chase late invoices?”',
  ],
  keywords: ['late invoices', 'payment reminders'],
  day: 1,
  suggestedReply:
    'For your eyes only, not for posting. Hacker News wants a reply in your own words.\n\nWhy this fits:\n- They ask how to send reminders that do not feel rude.\n\nHelp first. If you name Invoice Chaser at all, name it once and say that you made it.',
  suggestionKind: 'briefing',
  replyWay: 'hand',
} satisfies Partial<ConversationRow>;

/** Links an account without a session. */
export async function seedAccount(
  site: Site,
  { id: ownerId }: Owner,
  account: Pick<typeof linkedAccounts.$inferInsert, 'source' | 'host' | 'username' | 'needsLink'>,
): Promise<string> {
  const id = randomUUID();
  const row = {
    ...account,
    id,
    ownerId,
    way: 'proof' as const,
    karma: 412,
    accountCreatedAt: new Date('2019-03-04'),
  };
  await withDatabase(site, (database) => database.insert(linkedAccounts).values(row));
  return id;
}

/** Changes the page that links an account: as if it had been used, or were too old. */
export async function changeProof(
  site: Site,
  path: string,
  changes: Partial<Pick<typeof accountProofs.$inferInsert, 'linkedAccountId' | 'expiresAt'>>,
): Promise<void> {
  const nonce = path.split('/').at(-1) ?? '';
  await withDatabase(site, (database) =>
    database.update(accountProofs).set(changes).where(eq(accountProofs.nonce, nonce)),
  );
}

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
