import { useMutation } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import type { Campaign } from '#shared/contracts/campaigns.ts';
import { type Conversation, type Guidance, setConversationStatus } from '#shared/contracts/conversations.ts';
import { type MessageCode, message } from '#shared/messages/catalogue.ts';
import { findReplyProblem } from '#shared/rules/outreach/reply-checks.ts';
import { call } from '#web/api/call.ts';
import { type Failure, readRefusal } from '#web/api/failure-message.ts';
import { nextLabels } from '#web/features/outreach/history/status-labels.ts';
import { replyKey, useDraftText } from '#web/features/outreach/history/use-draft-text.ts';
import { useInvalidate } from '#web/features/outreach/history/use-invalidate.ts';
import type { OptimisticConversations } from '#web/features/outreach/history/use-optimistic.ts';
import { showToast } from '#web/ui/overlays/toast.ts';
import { findExcess } from './reply-length.ts';

export type ReplyEditorProps = {
  userId: string;
  conversation: Conversation;
  /** Whose product it is; undefined when it is not among the campaigns that are loaded. */
  campaign: Campaign | undefined;
  /** Other conversations in sight: what was said there is not to be said again. */
  others: Conversation[];
  optimistic: OptimisticConversations;
  onClose: () => void;
};

/** Approves a reply in the owner's words. What is typed stays in this browser until the server has taken it. */
export function useReplyForm(props: ReplyEditorProps, guidance: Guidance | undefined) {
  const { userId, conversation } = props;
  const { id, suggestedReply, suggestionKind, reply } = conversation;
  const proposal = reply ?? (suggestionKind === 'draft' ? suggestedReply : '');
  const kept = useDraftText(replyKey(userId, id), proposal);
  const [refusal, setRefusal] = useState<{ error?: string; failure?: string }>({});
  // Comparing with all that was said before takes longer than a key press should.
  const settled = useDeferredValue(kept.text);
  const excess = findExcess(kept.text);
  const isCompared = guidance && settled.trim() !== '' && findExcess(settled) === null;
  const found = isCompared ? findProblem(settled, props, guidance) : null;

  const { mutate, isPending } = useApproval(props, {
    onApproved: kept.clear,
    onRefused: (failure) => {
      const isAboutWords = failure.code !== null && aboutReply.has(failure.code);
      setRefusal(isAboutWords ? { error: failure.reason } : { failure: failure.reason });
      if (!isAboutWords) showToast(failure.notice);
    },
  });

  return {
    text: kept.text,
    isStored: kept.isStored,
    ...refusal,
    /** In words, before anything is sent. */
    liveProblem: excess ?? found?.text ?? null,
    busy: isPending,
    change(next: string) {
      setRefusal({});
      kept.change(next);
    },
    /** Sends it, or tells that there is something to change in the field. */
    submit(): boolean {
      const isComparable = guidance && excess === null;
      const error =
        excess ?? problemToFix(kept.text, isComparable ? findProblem(kept.text, props, guidance) : null);
      setRefusal(error ? { error } : {});
      if (!error) mutate(kept.text);
      return !error;
    },
  };
}

type Reactions = { onApproved: () => void; onRefused: (failure: Failure) => void };

function useApproval(props: ReplyEditorProps, { onApproved, onRefused }: Reactions) {
  const { userId, conversation, campaign, optimistic, onClose } = props;
  const { id, suggestedReply, suggestionKind } = conversation;
  const { afterChange, afterRefusal } = useInvalidate(userId, optimistic);
  return useMutation({
    networkMode: 'always',
    scope: { id: `conversation ${id}` },
    mutationFn: (words: string) => {
      const isDraft = suggestionKind === 'draft' && words === suggestedReply;
      const body = { status: 'APPROVED' as const, ...(isDraft ? {} : { reply: words }) };
      return call(setConversationStatus, { params: { id }, body });
    },
    onSuccess(approved) {
      onApproved();
      optimistic.answer(approved);
      const next = nextLabels(approved.status, campaign?.active === false);
      showToast(message('conversation_approved', { next }));
      onClose();
      return afterChange();
    },
    onError(error) {
      const failure = readRefusal(error, 'conversation_approve_failed');
      onRefused(failure);
      return afterRefusal(id, failure);
    },
  });
}

/** The budget may have changed since it was read: only the server knows. */
function problemToFix(text: string, problem: ReturnType<typeof findProblem>): string | null {
  if (text.trim() === '') return 'Write your reply first.';
  return problem && problem.code !== 'reply_over_budget' ? problem.text : null;
}

/** Refusals that say what to change in the words. */
const aboutReply = new Set<MessageCode>([
  'reply_own_words',
  'reply_too_alike',
  'reply_without_disclosure',
  'reply_promotes_twice',
  'reply_over_budget',
  'reply_not_welcome',
  'reply_form',
  'body_invalid',
]);

/** Problem of a reply, as far as this page knows; the server knows all earlier replies. */
function findProblem(
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
