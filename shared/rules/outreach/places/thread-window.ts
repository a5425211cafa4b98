import type { SourceName } from '#shared/contracts/conversation-sources.ts';

/** "Threads close after two weeks" (outreach reference 2.6). */
const openMs = 14 * 86_400_000;

/**
 * True when a post's thread is too old for replies. A comment's thread is older than the comment, and may have closed
 * before.
 */
export function isThreadOver(
  { source, postedAt }: { source: SourceName; postedAt: Date },
  now: Date,
): boolean {
  return source === 'hacker-news' && now.getTime() - postedAt.getTime() > openMs;
}
