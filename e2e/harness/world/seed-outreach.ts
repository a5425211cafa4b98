import { randomUUID } from 'node:crypto';
import type { Account } from '#e2e/harness/api.ts';
import { runSql } from '#e2e/harness/database.ts';
import type { Product } from '#e2e/harness/product.ts';
import type { PauseReason } from '#shared/contracts/campaigns.ts';
import type { SourceName, SourceReport } from '#shared/contracts/conversation-sources.ts';
import type { PostingOutcome, PostStatus } from '#shared/contracts/conversations.ts';
import type { ConversationStatus, ReplyWay, SuggestionKind } from '#shared/contracts/opportunities.ts';

/** Written past the API where no source is asked: what a search and the days after it leave behind. */
export type CampaignGiven = {
  name?: string;
  url?: string;
  description?: string;
  keywords?: string[];
  pausedBecause?: PauseReason;
  autoPost?: boolean;
  confidenceThreshold?: number;
  sources?: SourceReport[];
  /** Minutes until it listens; a year when absent. */
  listensInMinutes?: number;
};

export type ConversationGiven = {
  source?: SourceName;
  host?: string;
  community?: string | null;
  externalId?: string;
  url?: string;
  title?: string;
  originalPost?: string;
  confidence?: number;
  suggestedReply?: string;
  suggestionKind?: SuggestionKind;
  replyWay?: ReplyWay;
  status?: ConversationStatus;
  reply?: string;
  heldBecause?: string;
  outcome?: PostingOutcome;
  outcomeText?: string;
  replyUrl?: string;
  standing?: PostStatus;
  /** What came through its link. */
  visits?: number;
  signUps?: number;
  surveyAnswers?: number;
  qualifiedAnswers?: number;
};

const far = `now() + interval '1 year'`;

export async function seedCampaign(
  product: Pick<Product, 'databaseUrl'>,
  { id: ownerId }: Pick<Account, 'id'>,
  given: CampaignGiven = {},
): Promise<string> {
  const id = randomUUID();
  const {
    name = 'Invoice Chaser',
    url = 'https://invoice-chaser.example',
    description = 'Sends friendly payment reminders for freelancers whose invoices are paid late.',
    keywords = ['late invoices', 'payment reminders', 'freelance'],
    pausedBecause = null,
    autoPost = false,
    confidenceThreshold = 95,
    sources = [],
    listensInMinutes = 525_600,
  } = given;
  await runSql(
    await product.databaseUrl(),
    `insert into campaigns (id, owner_id, idempotency_key, name, url, description, keywords, active, paused_because,
       auto_post, confidence_threshold, sources, last_listened_at, next_listen_at)
     values ($1, $2, $1, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, now() + make_interval(mins => $13))`,
    [
      ...[id, ownerId, name, url, description, JSON.stringify(keywords), pausedBecause === null],
      ...[pausedBecause, autoPost, confidenceThreshold, JSON.stringify(sources)],
      ...[sources.length > 0 ? new Date() : null, listensInMinutes],
    ],
  );
  return id;
}

/** With its tracked link. Nothing of the product comes back to it by itself: what it would do is due in a year. */
export async function seedConversation(
  product: Pick<Product, 'databaseUrl'>,
  { id: ownerId }: Pick<Account, 'id'>,
  campaignId: string,
  given: ConversationGiven = {},
): Promise<{ id: string; code: string }> {
  const id = randomUUID();
  const code = randomUUID().replaceAll('-', '').slice(0, 10);
  const { status = 'AWAITING_REVIEW', externalId = String(Math.floor(Math.random() * 1e9)) } = given;
  const isPosted = status === 'POSTED';
  const isApproved = !['AWAITING_REVIEW', 'REJECTED'].includes(status);
  const row = {
    id,
    campaign_id: campaignId,
    owner_id: ownerId,
    status,
    external_id: externalId,
    thread_id: externalId,
    source: given.source ?? 'hacker-news',
    host: given.host ?? 'news.ycombinator.com',
    community: given.community ?? null,
    title: given.title ?? 'Ask HN: How do you chase late invoices without losing the client?',
    url: given.url ?? `https://news.ycombinator.com/item?id=${externalId}`,
    original_post:
      given.originalPost ??
      'I freelance and about a third of my invoices are paid late. Reminders feel rude.\n\nIs there a tool that sends payment reminders for you, or do you keep a spreadsheet?',
    posted_at: new Date(Date.now() - 2 * 86_400_000),
    confidence: given.confidence ?? 96,
    why: JSON.stringify([
      'It speaks of “late invoices” and “payment reminders”.',
      'It asks: “How do you chase late invoices?”',
    ]),
    keywords: JSON.stringify(['late invoices', 'payment reminders']),
    day: 1,
    suggested_reply:
      given.suggestedReply ??
      'For your eyes only, not for posting. Hacker News wants a reply in your own words.\n\nWhy this fits:\n- They ask how to send reminders that do not feel rude.\n\nHelp first. If you name Invoice Chaser at all, name it once and say that you made it.',
    suggestion_kind: given.suggestionKind ?? 'briefing',
    reply_way: given.replyWay ?? 'hand',
    reply: given.reply ?? null,
    approved_at: isApproved ? new Date() : null,
    held_because: given.heldBecause ?? null,
    outcome: given.outcome ?? null,
    outcome_text: given.outcomeText ?? null,
    replied_at: isPosted ? new Date(Date.now() - 2 * 86_400_000) : null,
    reply_external_id: isPosted ? `${externalId}1` : null,
    reply_url: given.replyUrl ?? null,
    standing: given.standing ?? 'unchecked',
    standing_checked_at: isPosted ? new Date() : null,
  };
  const names = Object.keys(row);
  const places = names.map((_, place) => `$${place + 1}`);
  const url = await product.databaseUrl();
  await runSql(
    url,
    `insert into conversations (${names}, updated_at) values (${places}, now())`,
    Object.values(row),
  );
  const { visits = 0, signUps = 0, surveyAnswers = 0, qualifiedAnswers = 0 } = given;
  await runSql(
    url,
    `insert into tracked_links (code, conversation_id, campaign_id, destination, visits, sign_ups, survey_answers,
       qualified_answers) select $1, $2, id, url, $4, $5, $6, $7 from campaigns where id = $3`,
    [code, id, campaignId, visits, signUps, surveyAnswers, qualifiedAnswers],
  );
  if (isApproved && !isPosted) await putOff(url, id, status);
  return { id, code };
}

async function putOff(url: string, id: string, status: ConversationStatus): Promise<void> {
  const state = status === 'APPROVED' || status === 'READY' ? 'waiting' : 'sending';
  await runSql(
    url,
    `insert into posting_attempts (conversation_id, holder, held_until, state, not_before, sent_at)
     values ($1, 'nobody', ${far}, $2, ${far}, now())`,
    [id, state],
  );
}

/** An account whose session nobody has: what it shows is all that it can do. */
export async function seedAccount(
  product: Product,
  { id: ownerId }: Account,
  given: { source: SourceName; host: string; username: string; needsLink?: boolean },
): Promise<string> {
  const id = randomUUID();
  const { source, host, username, needsLink = false } = given;
  await runSql(
    await product.databaseUrl(),
    `insert into linked_accounts (id, owner_id, source, host, username, way, karma, account_created_at, needs_link)
     values ($1, $2, $3, $4, $5, 'proof', 412, '2019-03-04', $6)`,
    [id, ownerId, source, host, username, needsLink],
  );
  return id;
}

/** Has the campaigns whose time has come listen now, and not with the next five minutes. */
export async function listenNow(product: Product, campaignId: string): Promise<void> {
  const url = await product.databaseUrl();
  await runSql(url, 'update campaigns set next_listen_at = now() where id = $1', [campaignId]);
  await runSql(url, `insert into pgboss.job (name, data) values ('find-due-campaigns', '{}')`);
}

/** As if no source had been asked for a long time. */
export async function forgetSources(product: Product): Promise<void> {
  await runSql(
    await product.databaseUrl(),
    "delete from rate_limits where key like 'source%'; delete from source_replies",
  );
}
