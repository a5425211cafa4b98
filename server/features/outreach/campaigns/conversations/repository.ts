import { and, asc, desc, eq, inArray, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#server/database/connect.ts';
import { isFound, isOnPage, newestFirst, type Page } from '#server/database/page.ts';
import { campaigns, conversations, trackedLinks } from '#server/database/tables.ts';
import { expectedStatuses } from '#server/features/outreach/promotion-history.ts';
import type { SourceName } from '#shared/contracts/outreach/conversation-sources.ts';
import type { ConversationStatus } from '#shared/contracts/outreach/opportunities.ts';

export type ConversationRow = typeof conversations.$inferSelect;
/** A conversation joined with other tables; it has no link until its campaign is committed. */
export type SeenConversation = {
  row: ConversationRow;
  product: { name: string; url: string };
  link: { code: string; visits: number; automaticVisits: number } | null;
};
export type ConversationFilter = {
  status?: ConversationStatus;
  source?: SourceName;
  campaign?: string;
  ids?: string[];
};

type Reader = Pick<Transaction, 'sql'>;

export function listConversationRows(
  database: Database,
  ownerId: string,
  { status, source, campaign, ids, ...page }: Page & ConversationFilter,
): Promise<SeenConversation[]> {
  return select(database)
    .where(
      and(
        eq(conversations.ownerId, ownerId),
        status && eq(conversations.status, status),
        source && eq(conversations.source, source),
        campaign === undefined ? undefined : eq(conversations.campaignId, campaign),
        ids && inArray(conversations.id, ids),
        isOnPage(conversations, page),
        isFound(page, searched),
      ),
    )
    .orderBy(...newestFirst(conversations))
    .limit(page.limit);
}

export async function findConversation(
  database: Database,
  ownerId: string,
  id: string,
): Promise<SeenConversation | null> {
  const [found] = await select(database).where(isOwn(ownerId, id));
  return found ?? null;
}

/** Places of a campaign's suggestions that their owner has neither decided nor edited. */
export function listUntouchedPlaces({ sql: db }: Database, campaignId: string) {
  return db
    .selectDistinct({ source: conversations.source, host: conversations.host })
    .from(conversations)
    .where(isUntouched(campaignId));
}

/** Those suggestions, locked, the surest first. */
export function lockUntouched(
  transaction: Transaction,
  campaignId: string,
  limit: number,
): Promise<SeenConversation[]> {
  return select(transaction)
    .where(isUntouched(campaignId))
    .orderBy(desc(conversations.confidence), asc(conversations.id))
    .limit(limit)
    .for('no key update', { of: conversations });
}

const isOwn = (ownerId: string, id: string) =>
  and(eq(conversations.id, id), eq(conversations.ownerId, ownerId));

const isUntouched = (campaignId: string) =>
  and(
    eq(conversations.campaignId, campaignId),
    eq(conversations.status, 'AWAITING_REVIEW'),
    isNull(conversations.reply),
  );

const searched: SQL = sql`lower(${conversations.title} || ' ' || ${conversations.originalPost} || ' ' ||
  ${conversations.suggestedReply} || ' ' || coalesce(${conversations.reply}, '') || ' ' || ${conversations.host} || ' ' ||
  coalesce(${conversations.community}, ''))`;

function select({ sql: db }: Reader) {
  const { name, url } = campaigns;
  const { code, visits, automaticVisits } = trackedLinks;
  return db
    .select({ row: conversations, product: { name, url }, link: { code, visits, automaticVisits } })
    .from(conversations)
    .innerJoin(campaigns, and(eq(campaigns.id, conversations.campaignId), isNull(campaigns.deletedAt)))
    .leftJoin(trackedLinks, eq(trackedLinks.conversationId, conversations.id));
}

/** Concurrent changes of one conversation's state wait for each other. */
export async function lockConversation(
  transaction: Transaction,
  ownerId: string,
  id: string,
): Promise<SeenConversation | null> {
  const [found] = await select(transaction)
    .where(isOwn(ownerId, id))
    .for('no key update', { of: conversations });
  return found ?? null;
}

export async function saveConversation(
  { sql: tx }: Transaction,
  id: string,
  change: Partial<ConversationRow>,
): Promise<void> {
  await tx.update(conversations).set(change).where(eq(conversations.id, id));
}

const isReplied = or(isNotNull(conversations.repliedAt), inArray(conversations.status, expectedStatuses));

/** True when another reply of the owner is, or will be, in the thread, found by any host. */
export async function isThreadAnswered(
  { sql: db }: Reader,
  { id, ownerId, source, host, threadId, url }: ConversationRow,
): Promise<boolean> {
  const isInThread = and(eq(conversations.host, host), eq(conversations.threadId, threadId));
  const rows = await db
    .select({ id: conversations.id })
    .from(conversations)
    .where(
      and(
        eq(conversations.ownerId, ownerId),
        eq(conversations.source, source),
        ne(conversations.id, id),
        or(isInThread, eq(conversations.url, url)),
        isReplied,
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/** Enough to notice a habit; older replies are not compared. */
const mostTexts = 100;
/** As many as a campaign begins with. */
const mostSuggestions = 200;

/** An owner's texts that a reply is compared with, newest first, each with its conversation. */
export type OwnTexts = Record<'replies' | 'suggestions', { id: string; text: string }[]>;

export async function listOwnTexts({ sql: db }: Reader, owner: string): Promise<OwnTexts> {
  const { id, ownerId, reply, suggestedReply, status, createdAt, updatedAt } = conversations;
  const isOwner = eq(ownerId, owner);
  const isUsed = inArray(status, [...expectedStatuses, 'POSTED', 'FAILED']);
  const replies = await db
    .select({ id, text: sql<string>`${reply}` })
    .from(conversations)
    .where(and(isOwner, isNotNull(reply), isUsed))
    .orderBy(desc(updatedAt))
    .limit(mostTexts);
  const suggestions = await db
    .select({ id, text: suggestedReply })
    .from(conversations)
    .where(isOwner)
    .orderBy(desc(createdAt))
    .limit(mostSuggestions);
  return { replies, suggestions };
}

/** More than one person approves in years. */
const mostApproved = 2_000;

/** The replies that an owner approved in person, with the links in them; `code` is null without a tracked link. */
export async function listApprovedTexts(
  { sql: db }: Reader,
  owner: string,
): Promise<{ text: string; url: string; code: string | null }[]> {
  const { ownerId, reply, approvedAt, autoApproved } = conversations;
  return db
    .select({ text: sql<string>`${reply}`, url: campaigns.url, code: trackedLinks.code })
    .from(conversations)
    .innerJoin(campaigns, eq(campaigns.id, conversations.campaignId))
    .leftJoin(trackedLinks, eq(trackedLinks.conversationId, conversations.id))
    .where(and(eq(ownerId, owner), isNotNull(reply), isNotNull(approvedAt), eq(autoApproved, false)))
    .orderBy(desc(approvedAt))
    .limit(mostApproved);
}
