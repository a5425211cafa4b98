import type { SourceName } from '#shared/contracts/conversation-sources.ts';
import { replyLimit } from '#shared/contracts/conversations.ts';
import { measureReply } from '#shared/rules/outreach/reply-form.ts';

/** Message for a reply that exceeds every limit; null when it fits. */
export function findExcess(reply: string): string | null {
  if (reply.length <= replyLimit) return null;
  return `The reply has ${reply.length.toLocaleString()} characters; ${replyLimit.toLocaleString()} is the most.`;
}

/** How much of the room is taken, in words, once four fifths of it are; null before. */
export function lengthLabel(reply: string, source: SourceName): string | null {
  const isBeyondAll = reply.length > replyLimit;
  const own = isBeyondAll ? null : measureReply(reply, source);
  const { length, most } = own ?? { length: reply.length, most: replyLimit };
  if (length < most * 0.8) return null;
  return `${length.toLocaleString()} of ${most.toLocaleString()} characters`;
}
