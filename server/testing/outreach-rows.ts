import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import {
  campaigns,
  conversations,
  linkedAccounts,
  postingAttempts,
  trackedLinks,
} from '#server/database/tables.ts';

// Writes rows past the API, because no real source is searched: the state after a search and the days that follow it.

const dayMs = 86_400_000;
const inAYear = () => new Date(Date.now() + 365 * dayMs);

export type CampaignChanges = Partial<typeof campaigns.$inferInsert>;

/** Adds a campaign that does not listen by itself for a year. @returns its id. */
export async function addCampaign(
  database: NodePgDatabase,
  ownerId: string,
  changes: CampaignChanges = {},
): Promise<string> {
  const id = changes.id ?? randomUUID();
  await database.insert(campaigns).values({
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
  });
  return id;
}

type ConversationRow = typeof conversations.$inferInsert;

/** A conversation's columns, and its tracked link. */
export type ConversationChanges = Partial<ConversationRow> &
  Partial<
    Pick<
      typeof trackedLinks.$inferInsert,
      'code' | 'visits' | 'automaticVisits' | 'signUps' | 'surveyAnswers' | 'qualifiedAnswers'
    >
  >;

/** Adds a conversation with its tracked link. Its next poll is due in a year. */
export async function addConversation(
  database: NodePgDatabase,
  ownerId: string,
  campaignId: string,
  changes: ConversationChanges = {},
): Promise<{ id: string; code: string }> {
  const { visits, automaticVisits, signUps, surveyAnswers, qualifiedAnswers, ...columns } = changes;
  const { id = randomUUID(), code = randomUUID().replaceAll('-', '').slice(0, 10), ...rest } = columns;
  const { status = 'AWAITING_REVIEW', externalId = String(Math.floor(Math.random() * 1e9)) } = rest;
  const isPosted = status === 'POSTED';
  const isApproved = !['AWAITING_REVIEW', 'REJECTED'].includes(status);
  const twoDaysAgo = new Date(Date.now() - 2 * dayMs);
  await database.insert(conversations).values({
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
    postCheckedAt: isPosted ? new Date() : null,
    ...rest,
  });
  const [campaign] = await database.select().from(campaigns).where(eq(campaigns.id, campaignId));
  await database.insert(trackedLinks).values({
    code,
    conversationId: id,
    campaignId,
    destination: campaign?.url ?? '',
    visits,
    automaticVisits,
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
  quote: 'Is there a tool that sends payment reminders for you, or do you keep a spreadsheet?',
  keywords: ['late invoices', 'payment reminders'],
  day: 1,
  suggestedReply:
    'Notes, not for posting.\n\n1. Answer what they asked, from your own experience.\n2. Only if it fits, one sentence on Invoice Chaser.\n\nWhy this fits:\n- They ask how to send reminders that do not feel rude.',
  suggestionKind: 'briefing',
  replyWay: 'hand',
} satisfies Partial<ConversationRow>;

type AccountRow = typeof linkedAccounts.$inferInsert;

/** Links an account without a session. @returns its id. */
export async function addAccount(
  database: NodePgDatabase,
  ownerId: string,
  account: Partial<AccountRow> & Pick<AccountRow, 'source' | 'host' | 'username'>,
): Promise<string> {
  const id = account.id ?? randomUUID();
  await database.insert(linkedAccounts).values({
    id,
    ownerId,
    way: 'proof',
    karma: 412,
    accountCreatedAt: new Date('2019-03-04'),
    externalId: account.username,
    ...account,
  });
  return id;
}
