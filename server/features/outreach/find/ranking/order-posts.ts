import type { FoundPost } from '#server/integrations/sources/port.ts';
import { intentOf } from './cues.ts';

const dayMs = 86_400_000;
// Within so many points it matters more who asks and when.
const bandWidth = 5;

/** The surest first; among nearly as sure ones who asks, then the newer and the less answered. */
export function orderPosts<Ranked extends { post: FoundPost; confidence: number }>(
  ranked: Ranked[],
  now: Date,
): Ranked[] {
  return ranked
    .map((one) => ({ one, band: Math.floor(one.confidence / bandWidth), urgency: urgencyOf(one.post, now) }))
    .toSorted((a, b) => b.band - a.band || b.urgency - a.urgency || b.one.confidence - a.one.confidence)
    .map(({ one }) => one);
}

// A question outweighs two days of age, and ten replies as much as one.
function urgencyOf(post: FoundPost, now: Date): number {
  const intent = intentOf(post);
  const asked = intent === 'seeks' ? 4 : intent === 'asks' ? 2 : 0;
  const days = Math.max(0, now.getTime() - post.createdAt.getTime()) / dayMs;
  return asked - days - Math.min(1, (post.replies ?? 0) / 10);
}
