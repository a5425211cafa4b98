import { AppError } from '#server/app-error.ts';
import { inTransaction, type Transaction } from '#server/database/connect.ts';
import type { Page } from '#server/database/page.ts';
import type { CampaignDeps } from '#server/features/outreach/campaigns/deps.ts';
import { lockOwner } from '#server/features/outreach/campaigns/repository.ts';
import { linkAddress } from '#server/features/outreach/links/tracked-links.ts';
import {
  awaitingReview,
  conversationStatusLabels,
  noProblem,
} from '#server/features/outreach/posting/attempt.ts';
import { findReplyNow, linkReply } from '#server/features/outreach/posting/find-reply.ts';
import { enqueueReply } from '#server/features/outreach/posting/tasks.ts';
import { listOwnReplies } from '#server/features/outreach/promotion-history.ts';
import type { Output } from '#shared/contracts/endpoint.ts';
import type {
  Conversation,
  Guidance,
  setConversationStatus as setConversationStatusEndpoint,
} from '#shared/contracts/outreach/conversations.ts';
import type { ConversationStatus } from '#shared/contracts/outreach/opportunities.ts';
import { upgradeNeeded } from '#shared/rules/billing/plans.ts';
import { disclosureOf } from '#shared/rules/outreach/disclosure.ts';
import { placeRulesOf } from '#shared/rules/outreach/places/rule-cards.ts';
import { preview } from '#shared/rules/text/plain-text.ts';
import {
  type ConversationFilter,
  type ConversationRow,
  findConversation,
  isThreadAnswered,
  listConversationRows,
  listOwnTexts,
  lockConversation,
  type SeenConversation,
  saveConversation,
} from './repository.ts';
import { approved, checkReply, findAccounts, replyWayOf, weighReply } from './weigh-reply.ts';

type Step = {
  from: ConversationStatus[];
  needsPlan?: boolean;
  write(locked: SeenConversation, transaction: Transaction): Promise<Partial<ConversationRow>>;
};

const withdrawable: ConversationStatus[] = ['APPROVED', 'READY', 'REJECTED', 'FAILED'];
const postable: ConversationStatus[] = ['READY', 'UNCONFIRMED'];

// Conversations for their owner; those of others are not found. The steps are those of design 7.15.

export async function listConversations(
  deps: CampaignDeps,
  ownerId: string,
  page: Page & ConversationFilter,
): Promise<Conversation[]> {
  return describeConversations(deps, ownerId, await listConversationRows(deps.database, ownerId, page));
}

/**
 * Approves, rejects or withdraws a reply; the text stays with it.
 * @throws AppError conversation_not_found, campaign_read_only, conversation_moved_on, thread_over,
 *   reply_not_welcome, thread_answered, reply_own_words and the other `reply_…` codes.
 */
export async function setConversationStatus(
  deps: CampaignDeps,
  ownerId: string,
  id: string,
  { status, ...given }: Output<typeof setConversationStatusEndpoint.body>,
): Promise<Conversation> {
  if (status === 'APPROVED') return approveReply(deps, ownerId, id, given);
  const isRejected = status === 'REJECTED';
  return change(deps, ownerId, id, {
    from: isRejected ? ['AWAITING_REVIEW', 'UNCONFIRMED'] : withdrawable,
    async write({ row }) {
      // A moderator's refusal is final; any other unconfirmed reply may be there.
      const isFinal = isRejected ? row.status === 'UNCONFIRMED' && !isModerated(row) : isModerated(row);
      if (isFinal) throw movedOn(row);
      return {
        ...(isRejected ? { status, heldBecause: null } : { ...awaitingReview, ...noProblem }),
        updatedAt: deps.now(),
      };
    },
  });
}

/** Own words, or the draft. One that is sent for its owner is sent once the change is committed. */
async function approveReply(
  deps: CampaignDeps,
  ownerId: string,
  id: string,
  given: { reply?: string; contentWarning?: string },
): Promise<Conversation> {
  const { tasks, accounts, now } = deps;
  const { row } = await getRow(deps, ownerId, id);
  // Before the transaction: it may need a connection of its own.
  const account = await accounts.findAccount(ownerId, row.source, row.host);
  return change(deps, ownerId, id, {
    from: ['AWAITING_REVIEW'],
    needsPlan: true,
    async write(locked, transaction) {
      const replies = await listOwnReplies(transaction, row, { countsApproved: true });
      const weighed = weighReply(deps, replies, locked, account);
      const texts = await listOwnTexts(transaction, ownerId);
      const isAnswered = await isThreadAnswered(transaction, row);
      const checked = checkReply(locked, weighed, given, { ...texts, isThreadAnswered: isAnswered }, now());
      if ('code' in checked) throw new AppError(checked.code, checked.params);
      if (weighed.way === 'account') await enqueueReply(tasks, transaction, id, now());
      const approval = approved(checked, weighed.way, account, now());
      return { ...approval, contentWarning: given.contentWarning ?? null, autoApproved: false };
    },
  });
}

/** Hands a failed or unconfirmed reply to its owner. @throws AppError conversation_not_found, conversation_moved_on. */
export function takeOverConversation(deps: CampaignDeps, ownerId: string, id: string): Promise<Conversation> {
  return change(deps, ownerId, id, {
    from: ['FAILED', 'UNCONFIRMED'],
    async write({ row }) {
      if (isModerated(row)) throw movedOn(row);
      return { ...noProblem, status: 'READY', replyWay: 'hand', updatedAt: deps.now() };
    },
  });
}

/**
 * Links the reply at `url`, or searches for it now; a missing one changes nothing.
 * @throws AppError conversation_not_found, conversation_moved_on, `reply_url_…`, and reply_address_needed
 *   without `url` where no account is known.
 */
export async function confirmPosted(
  deps: CampaignDeps,
  ownerId: string,
  id: string,
  url: string | undefined,
): Promise<Conversation> {
  const { row } = await getRow(deps, ownerId, id);
  if (row.status === 'POSTED') return getConversation(deps, ownerId, id);
  if (!postable.includes(row.status)) throw movedOn(row);
  if (url !== undefined) await linkReply(deps, id, url);
  else if ((await getConversation(deps, ownerId, id)).replyFindable) await findReplyNow(deps, id);
  else throw new AppError('reply_address_needed');
  return getConversation(deps, ownerId, id);
}

/** The editor waits no longer for the warning of a post. */
const warningMs = 4_000;

/** @throws AppError conversation_not_found. */
export async function readGuidance(deps: CampaignDeps, ownerId: string, id: string): Promise<Guidance> {
  const seen = await getRow(deps, ownerId, id);
  const account = await deps.accounts.findAccount(ownerId, seen.row.source, seen.row.host);
  const replies = await listOwnReplies(deps.database, seen.row, { countsApproved: true });
  const { card, budget, product, way, limits } = weighReply(deps, replies, seen, account);
  const { username = '', host = '' } = account ?? {};
  const poster = deps.posters.posterFor(seen.row.source);
  const signal = AbortSignal.timeout(warningMs);
  const warning = way === 'account' && account && poster?.findWarning?.(account, seen.row, signal);
  return {
    rules: placeRulesOf(card),
    budget,
    disclosure: disclosureOf(product),
    account: way === 'account' ? { username, host } : null,
    limits,
    contentWarning: warning ? await warning : null,
  };
}

async function getRow({ database }: CampaignDeps, ownerId: string, id: string): Promise<SeenConversation> {
  const seen = await findConversation(database, ownerId, id);
  if (!seen) throw new AppError('conversation_not_found');
  return seen;
}

async function getConversation(deps: CampaignDeps, ownerId: string, id: string): Promise<Conversation> {
  const seen = await getRow(deps, ownerId, id);
  const [conversation] = await describeConversations(deps, ownerId, [seen]);
  if (!conversation) throw new AppError('conversation_not_found');
  return conversation;
}

/** Lock the owner before the conversation, as everywhere. */
async function change(
  deps: CampaignDeps,
  ownerId: string,
  id: string,
  { from, needsPlan = false, write }: Step,
): Promise<Conversation> {
  await inTransaction(deps.database, async (transaction) => {
    const owner = await lockOwner(transaction, ownerId);
    const locked = await lockConversation(transaction, ownerId, id);
    if (!owner || !locked) throw new AppError('conversation_not_found');
    if (needsPlan && upgradeNeeded(owner.plan, 'launch')) throw new AppError('campaign_read_only');
    if (!from.includes(locked.row.status)) throw movedOn(locked.row);
    await saveConversation(transaction, id, await write(locked, transaction));
  });
  return getConversation(deps, ownerId, id);
}

/** True for a reply that waited, or still waits, for a moderator of its place. */
function isModerated({ outcome }: ConversationRow): boolean {
  return outcome === 'moderation';
}

function movedOn({ status }: ConversationRow): AppError {
  return new AppError('conversation_moved_on', { status: conversationStatusLabels[status] });
}

/** Conversations with the way and the place of a reply as they are now; a decided one keeps its way. */
async function describeConversations(
  { posters, cardOf, siteUrl, accounts, now }: CampaignDeps,
  ownerId: string,
  seen: SeenConversation[],
): Promise<Conversation[]> {
  const undone = seen.flatMap(({ row }) => (row.status === 'POSTED' ? [] : [row]));
  const accountAt = await findAccounts(accounts, ownerId, undone);
  return seen.map(({ row, product, link }): Conversation => {
    const account = accountAt(row);
    const isUndecided = row.status === 'AWAITING_REVIEW' || row.status === 'REJECTED';
    return {
      ...row,
      product: { name: product.name },
      // Mastodon and Bluesky know no titles: there a post is called what it begins with.
      postTitle: row.title || preview(row.originalPost.trim().split('\n', 1)[0] ?? '', 80),
      postUrl: row.url,
      postedAt: row.postedAt.toISOString(),
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
      postCheckedAt: row.postCheckedAt?.toISOString() ?? null,
      replyWay: isUndecided ? replyWayOf({ posters, now }, row, cardOf(row), account) : row.replyWay,
      replyFindable: account !== null,
      replyUrl: posters.posterFor(row.source)?.replyUrl(row) ?? row.url,
      replyPostedUrl: row.replyUrl,
      trackedLink: link ? linkAddress(siteUrl(), link.code) : '',
      clicks: link?.visits ?? 0,
      automaticClicks: link?.automaticVisits ?? 0,
    };
  });
}
