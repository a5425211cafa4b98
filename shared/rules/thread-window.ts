import type { SourceName } from '#shared/contracts/conversation-sources.ts';

/** "Threads close after two weeks" (outreach reference 2.6). */
const openMs = 14 * 86_400_000;

/**
 * Whether nobody can reply to a post any more because its thread is too old. Of a comment the thread is older than the
 * comment, and may have closed before.
 */
export function isThreadOver(
  { source, postedAt }: { source: SourceName; postedAt: Date },
  now: Date,
): boolean {
  return source === 'hacker-news' && now.getTime() - postedAt.getTime() > openMs;
}
