import { randomUUID } from 'node:crypto';
import type { Transaction } from '#server/database/connect.ts';
import type { CampaignDeps } from '#server/features/outreach/campaigns/deps.ts';
import { addConversations, type NewConversationRow } from '#server/features/outreach/campaigns/repository.ts';
import { isInDistress } from '#server/features/outreach/find/distress/distress.ts';
import { addLinks } from '#server/features/outreach/links/repository.ts';
import { linkAddress, newLinkCode } from '#server/features/outreach/links/tracked-links.ts';
import type { Opportunity, Product } from '#shared/contracts/outreach/opportunities.ts';

export type TakenOpportunity = { opportunity: Opportunity; externalId: string; threadId: string };

/**
 * Adds opportunities to a campaign, each with a tracked link in its suggestion in place of the product's own address
 * (design 7.14). Those that it has already and people in distress are left out. The first comes first in the list.
 * @returns those that were added, with the ids of their conversations.
 */
export async function addNewConversations(
  { siteUrl }: Pick<CampaignDeps, 'siteUrl'>,
  transaction: Transaction,
  campaign: { id: string; ownerId: string; product: Product },
  taken: TakenOpportunity[],
  createdAt: Date,
): Promise<(TakenOpportunity & { id: string })[]> {
  const { id: campaignId, ownerId, product } = campaign;
  const offered = taken.filter(({ opportunity }) => !isInDistress(postOf(opportunity)));
  const named = offered.map((one) => ({ ...one, id: randomUUID(), code: newLinkCode() }));
  const rows = named.map(({ id, code, ...one }, place) => {
    const { suggestedReply, ...row } = asConversation(one);
    return {
      ...row,
      id,
      campaignId,
      ownerId,
      suggestedReply: replaceAddress(suggestedReply, product.url, linkAddress(siteUrl(), code)),
      createdAt: new Date(createdAt.getTime() - place),
      updatedAt: createdAt,
    };
  });
  const added = new Set(await addConversations(transaction, rows));
  const isAdded = named.filter(({ id }) => added.has(id));
  const tracked = isAdded.map(({ id, code }) => ({ conversationId: id, code }));
  await addLinks(transaction, { campaignId, destination: product.url, tracked });
  return isAdded;
}

function postOf({ title, original_post: body, host, community }: Opportunity) {
  return { title, threadTitle: null, body, host, community };
}

/** Replaces `url` by `tracked` when it is a whole address; a page below it is another address. */
function replaceAddress(text: string, url: string, tracked: string): string {
  const address = url.replace(/\/$/, '').replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return text.replace(new RegExp(`${address}/?(?![\\w/?#%&=@-])(?!\\.\\w)`, 'gi'), () => tracked);
}

function asConversation({
  opportunity,
  externalId,
  threadId,
}: TakenOpportunity): Omit<NewConversationRow, 'id' | 'campaignId' | 'ownerId'> {
  const { source, host, community, title, confidence, quote, day } = opportunity;
  return {
    source,
    host,
    externalId,
    threadId,
    community,
    title,
    confidence,
    quote,
    day,
    url: opportunity.link,
    originalPost: opportunity.original_post,
    postedAt: new Date(opportunity.posted_at),
    keywords: opportunity.keywords_used,
    suggestedReply: opportunity.suggested_response,
    suggestionKind: opportunity.suggestion_kind,
    draftCuts: opportunity.draft_cuts,
    replyWay: opportunity.reply_way,
  };
}
