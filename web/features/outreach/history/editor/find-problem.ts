import type { Guidance } from '#shared/contracts/conversations.ts';
import { type MessageCode, message } from '#shared/messages/catalogue.ts';
import { findReplyProblem } from '#shared/rules/reply-checks.ts';
import type { ReplyEditorProps } from './ReplyEditor.tsx';

/** What speaks against a reply, as far as this page knows; the server knows all earlier replies. */
export function findProblem(
  reply: string,
  { conversation, campaign, others }: ReplyEditorProps,
  { rules, budget }: Guidance,
): { code: MessageCode; text: string } | null {
  const { product, source, trackedLink, replyWay, suggestionKind, suggestedReply } = conversation;
  const found = findReplyProblem({
    reply,
    source,
    product: { name: product.name, url: campaign?.product.url ?? trackedLink, trackedLink },
    // How many replies a day the place takes is in the budget already.
    card: { ...rules, replyWay, repliesPerDay: budget.repliesLeftToday },
    suggestion: { kind: suggestionKind, text: suggestedReply },
    otherSuggestions: others.map((other) => other.suggestedReply),
    earlierReplies: others.flatMap((other) => (other.reply === null ? [] : [other.reply])),
    budget,
  });
  return found && { code: found.code, text: message(found.code, found.params).text };
}
