import type { ConversationSource, FoundPost } from '#server/integrations/conversations/port.ts';
import type { LeftOutReason } from '#shared/contracts/conversation-sources.ts';
import { inTime } from './ask-sources.ts';

/** How many of a host's posts are looked at again, the surest: each may cost a request. */
export const checkedPerHost = 10;
const checkMs = 3_000;

/**
 * The first posts that nobody can reply to now, and why. What can't be told in time counts as open; a host that lists only
 * what stands is not asked again, which spares its limits and a way there and back.
 */
export async function findClosed(
  source: ConversationSource,
  posts: FoundPost[],
  signal: AbortSignal,
): Promise<Map<FoundPost, LeftOutReason>> {
  const closed = new Map<FoundPost, LeftOutReason>();
  if (source.listsStanding) return closed;
  const checks = posts.slice(0, checkedPerHost).map(async (post) => {
    const standing = await inTime(checkMs, signal, (ending) => source.checkOpen(post, ending)).catch(
      () => 'unknown',
    );
    if (standing === 'gone') closed.set(post, 'dead');
    if (standing === 'closed') closed.set(post, 'locked');
  });
  await Promise.all(checks);
  return closed;
}
