import type { PostPlace } from '#server/conversation-search.ts';
import type { FoundPost } from '#server/integrations/conversations/port.ts';
import type { LeftOutReason } from '#shared/contracts/conversation-sources.ts';
import type { Product } from '#shared/contracts/opportunities.ts';
import { isInDistress } from '#shared/rules/distress.ts';
import { linkMark, markMentions } from '#shared/rules/product-mentions.ts';
import { forbidsSelfPromotion, isHiring, isPromotional } from './cues.ts';

/** What makes a post nobody's opportunity, whatever it is about. */
export type Exclusions = {
  product: Product;
  since: Date;
  ownNames: string[];
  isKnown: (post: PostPlace) => boolean;
};

/** Why a post is left out before it is read; null when it is to be ranked. */
export function reasonBefore(
  post: FoundPost,
  { since, isKnown, ownNames }: Exclusions,
): LeftOutReason | null {
  if (!(post.createdAt.getTime() >= since.getTime())) return 'too-old';
  if (isKnown(post)) return 'known';
  if (isOneOf(ownNames, post.author)) return 'own';
  return post.locked ? 'locked' : null;
}

/** Why a post that fits is left out for what it says; null when it may be shown. */
export function reasonWithin(post: FoundPost, { product }: Exclusions): LeftOutReason | null {
  if (isInDistress(post)) return 'crisis';
  if (markMentions(`${post.title}\n${post.body}`, product).includes(linkMark)) return 'own';
  if (isHiring(post)) return 'hiring';
  if (isPromotional(post)) return 'promotional';
  return forbidsSelfPromotion(post) ? 'no-self-promotion' : null;
}

function isOneOf(names: string[], author: string | null): boolean {
  const plain = (name: string) => name.trim().replace(/^@/, '').toLowerCase();
  return author !== null && names.some((name) => plain(name) !== '' && plain(name) === plain(author));
}
