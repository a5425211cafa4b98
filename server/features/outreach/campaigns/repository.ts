import { and, asc, desc, eq, inArray, isNull, lt, lte, ne, notExists, type SQL, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#server/database/connect.ts';
import { isFound, isOnPage, newestFirst, type Page } from '#server/database/page.ts';
import {
  campaigns,
  conversations,
  leftOutPosts,
  postingAttempts,
  trackedLinks,
  users,
} from '#server/database/tables.ts';
import type { Plan } from '#shared/contracts/account.ts';
import type { Campaign } from '#shared/contracts/outreach/campaigns.ts';

export type CampaignRow = typeof campaigns.$inferSelect;
export type NewCampaignRow = typeof campaigns.$inferInsert;
export type NewConversationRow = typeof conversations.$inferInsert;
export type CountedCampaign = { row: CampaignRow; counts: Campaign['conversations'] };
type Reader = Pick<Transaction, 'sql'>;

export async function findPlan({ sql: db }: Database, ownerId: string): Promise<Plan | null> {
  const [owner] = await db.select({ plan: users.plan }).from(users).where(eq(users.id, ownerId));
  return owner?.plan ?? null;
}

export async function hasCampaigns({ sql: db }: Reader, ownerId: string): Promise<boolean> {
  const isThat = eq(campaigns.ownerId, ownerId);
  return (await db.select({ id: campaigns.id }).from(campaigns).where(isThat).limit(1)).length > 0;
}

export function listCounted({ sql: db }: Database, ownerId: string, page: Page): Promise<CountedCampaign[]> {
  const isShown = and(eq(campaigns.ownerId, ownerId), isNull(campaigns.deletedAt));
  return db
    .select({ row: campaigns, counts })
    .from(campaigns)
    .where(and(isShown, isOnPage(campaigns, page), isFound(page, searched)))
    .orderBy(...newestFirst(campaigns))
    .limit(page.limit);
}

export async function findCounted(
  { sql: db }: Database,
  ownerId: string,
  id: string,
): Promise<CountedCampaign | null> {
  const [found] = await db.select({ row: campaigns, counts }).from(campaigns).where(isOwn(ownerId, id));
  return found ?? null;
}

export async function findCampaign({ sql: db }: Reader, id: string): Promise<CampaignRow | null> {
  const [row] = await db.select().from(campaigns).where(eq(campaigns.id, id));
  return row ?? null;
}

/** Posts that a model left out of a campaign, as `postKey` names them. */
export async function listLeftOut({ sql: db }: Database, campaignId: string): Promise<string[]> {
  const { post } = leftOutPosts;
  const rows = await db.select({ post }).from(leftOutPosts).where(eq(leftOutPosts.campaignId, campaignId));
  return rows.map((row) => row.post);
}

/**
 * Campaigns of all owners whose time to listen has come: one of each owner first, the one that waits longest before the
 * others.
 */
export async function listDue({ sql: db }: Database, now: Date, limit: number): Promise<string[]> {
  const { id, ownerId, nextListenAt } = campaigns;
  const turn = sql`row_number() over (partition by ${ownerId} order by ${nextListenAt})`;
  const rows = await db
    .select({ id })
    .from(campaigns)
    .where(and(eq(campaigns.active, true), lte(nextListenAt, now)))
    .orderBy(turn, asc(nextListenAt))
    .limit(limit);
  return rows.map((row) => row.id);
}

const mostEntries = 50;

/** A campaign's finds, as its feed shows them. */
export type Feed = Pick<CampaignRow, 'id' | 'name' | 'createdAt'> & {
  entries: Pick<
    typeof conversations.$inferSelect,
    'id' | 'title' | 'url' | 'originalPost' | 'source' | 'host' | 'community' | 'postedAt' | 'createdAt'
  >[];
};

/** The newest conversations, whatever became of them; null for a deleted campaign, or when its owner is leaving. */
export async function findFeed({ sql: db }: Database, feedKey: string): Promise<Feed | null> {
  const { id, name, createdAt } = campaigns;
  const isShown = and(eq(campaigns.feedKey, feedKey), isNull(campaigns.deletedAt), isNull(users.deletesAt));
  const [campaign] = await db
    .select({ id, name, createdAt })
    .from(campaigns)
    .innerJoin(users, eq(users.id, campaigns.ownerId))
    .where(isShown);
  if (!campaign) return null;
  const { title, url, originalPost, source, host, community, postedAt } = conversations;
  const shown = { id: conversations.id, title, url, originalPost, source, host, community, postedAt };
  const entries = await db
    .select({ ...shown, createdAt: conversations.createdAt })
    .from(conversations)
    .where(and(eq(conversations.campaignId, campaign.id), ne(conversations.replyWay, 'none')))
    .orderBy(desc(conversations.createdAt), asc(conversations.id))
    .limit(mostEntries);
  return { ...campaign, entries };
}

const isOwn = (ownerId: string, id: string) =>
  and(eq(campaigns.id, id), eq(campaigns.ownerId, ownerId), isNull(campaigns.deletedAt));

// Tables are named by hand: the builder omits their names in a query of one table. Reads take no lock.
const counts = sql<Campaign['conversations']>`(select json_build_object(
    'total', count(*)::int,
    'awaitingReview', (count(*) filter (where entry.status = 'AWAITING_REVIEW' and entry.reply_way <> 'none'))::int,
    'posted', (count(*) filter (where entry.status = 'POSTED'))::int
  ) from conversations as entry where entry.campaign_id = campaigns.id)`;

const searched: SQL = sql`lower(name || ' ' || url || ' ' || description || ' ' || keywords::text)`;

/** One change to an owner's campaigns at a time, so that each sees what those before it used up; null without a sync. */
export async function lockOwner({ sql: tx }: Transaction, ownerId: string): Promise<{ plan: Plan } | null> {
  const isThat = eq(users.id, ownerId);
  const [owner] = await tx.select({ plan: users.plan }).from(users).where(isThat).for('no key update');
  return owner ?? null;
}

/** Longer than a search looks back. */
const leftOutForMs = 30 * 86_400_000;

/** Adds posts that a model left out, and drops those that no search finds any more. */
export async function saveLeftOut(
  { sql: tx }: Transaction,
  campaignId: string,
  posts: string[],
  leftOutAt: Date,
): Promise<void> {
  const isOld = lt(leftOutPosts.leftOutAt, new Date(leftOutAt.getTime() - leftOutForMs));
  await tx.delete(leftOutPosts).where(and(eq(leftOutPosts.campaignId, campaignId), isOld));
  if (posts.length === 0) return;
  const rows = posts.map((post) => ({ campaignId, post, leftOutAt }));
  await tx.insert(leftOutPosts).values(rows).onConflictDoNothing();
}

export async function findOnce(
  { sql: tx }: Transaction,
  ownerId: string,
  key: string,
): Promise<string | null> {
  const isThat = and(eq(campaigns.ownerId, ownerId), eq(campaigns.idempotencyKey, key));
  const [row] = await tx.select({ id: campaigns.id }).from(campaigns).where(isThat);
  return row?.id ?? null;
}

export async function countActive({ sql: tx }: Transaction, ownerId: string): Promise<number> {
  return tx.$count(campaigns, and(eq(campaigns.ownerId, ownerId), eq(campaigns.active, true)));
}

export async function addCampaign({ sql: tx }: Transaction, values: NewCampaignRow): Promise<void> {
  await tx.insert(campaigns).values(values);
}

export async function lockCampaign(
  { sql: tx }: Transaction,
  ownerId: string,
  id: string,
): Promise<CampaignRow | null> {
  const [row] = await tx.select().from(campaigns).where(isOwn(ownerId, id)).for('no key update');
  return row ?? null;
}

export async function saveCampaign(
  { sql: tx }: Transaction,
  id: string,
  change: Partial<CampaignRow>,
): Promise<void> {
  await tx.update(campaigns).set(change).where(eq(campaigns.id, id));
}

/** Gives the ids of those that the campaign did not have. */
export async function addConversations(
  { sql: tx }: Transaction,
  rows: NewConversationRow[],
): Promise<string[]> {
  if (rows.length === 0) return [];
  const { id } = conversations;
  const added = await tx.insert(conversations).values(rows).onConflictDoNothing().returning({ id });
  return added.map((row) => row.id);
}

/**
 * Deletes conversations that were never approved, with their links, and withdraws approvals that were not sent. The
 * rest is what the promotion budget counts.
 */
export async function deleteUnposted({ sql: tx }: Transaction, campaignId: string): Promise<void> {
  const isIn = eq(conversations.campaignId, campaignId);
  const hasAttempt = tx
    .select({ id: postingAttempts.conversationId })
    .from(postingAttempts)
    .where(eq(postingAttempts.conversationId, conversations.id));
  const unposted = tx
    .select({ id: conversations.id })
    .from(conversations)
    .where(
      and(
        isIn,
        inArray(conversations.status, ['AWAITING_REVIEW', 'REJECTED']),
        isNull(conversations.repliedAt),
        notExists(hasAttempt),
      ),
    );
  await tx.delete(trackedLinks).where(inArray(trackedLinks.conversationId, unposted));
  await tx.delete(conversations).where(inArray(conversations.id, unposted));
  await tx
    .update(conversations)
    .set({ status: 'REJECTED' })
    .where(and(isIn, eq(conversations.status, 'APPROVED')));
}
