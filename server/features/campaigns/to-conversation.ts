import type { Conversation } from '#shared/contracts/conversations.ts';
import { preview } from '#shared/rules/preview.ts';
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
    postTitle: row.title || beginningOf(originalPost),
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

/** Mastodon and Bluesky know no titles: there a post is called what it begins with. */
function beginningOf(post: string): string {
  return preview(post.trim().split('\n', 1)[0] ?? '', 80);
}
