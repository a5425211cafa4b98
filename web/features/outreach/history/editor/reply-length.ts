import type { SourceName } from '#shared/contracts/conversation-sources.ts';
import { replyLimit } from '#shared/contracts/conversations.ts';
import { measureReply } from '#shared/rules/reply-form.ts';

/** That a reply is longer than any can be, in words; null when it is not. */
export function findExcess(reply: string): string | null {
  if (reply.length <= replyLimit) return null;
  return `The reply has ${reply.length.toLocaleString()} characters; ${replyLimit.toLocaleString()} is the most.`;
}

/** How much of the room is taken, in words, once four fifths of it are; null before. */
export function lengthWords(reply: string, source: SourceName): string | null {
  const isBeyondAll = reply.length > replyLimit;
  const own = isBeyondAll ? null : measureReply(reply, source);
  const { length, most } = own ?? { length: reply.length, most: replyLimit };
  if (length < most * 0.8) return null;
  return `${length.toLocaleString()} of ${most.toLocaleString()} characters`;
}
