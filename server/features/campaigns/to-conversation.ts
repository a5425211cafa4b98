import type { Conversation } from '#shared/contracts/conversations.ts';
import { nameOfPost } from '#shared/rules/name-of-post.ts';
import type { SeenConversation } from './conversation-repository.ts';

/** A conversation as the contract says it. */
export function toConversation(
  { row, product, link }: SeenConversation,
  found: Pick<Conversation, 'replyWay' | 'replyFindable' | 'replyUrl' | 'trackedLink'>,
): Conversation {
  const { id, campaignId, originalPost, source, host, community, status, suggestedReply } = row;
  const { suggestionKind, reply, confidence, why, keywords, heldBecause, standing, outcome } = row;
  return {
    ...{ id, campaignId, originalPost, source, host, community, status, suggestedReply },
    ...{ suggestionKind, reply, confidence, why, keywords, heldBecause, standing },
    ...found,
    product: { name: product.name },
    postTitle: nameOfPost(row.title, originalPost, row.url),
    postUrl: row.url,
    postedAt: row.postedAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    replyPostedUrl: row.replyUrl,
    clicks: link?.visits ?? 0,
    problem: outcome && { outcome, text: row.outcomeText ?? '' },
    standingCheckedAt: row.standingCheckedAt?.toISOString() ?? null,
  };
}
