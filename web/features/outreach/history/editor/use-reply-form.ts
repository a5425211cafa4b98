import { useMutation } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { type Guidance, setConversationStatus } from '#shared/contracts/conversations.ts';
import { type MessageCode, message } from '#shared/messages/catalogue.ts';
import { call } from '#web/api/call.ts';
import type { Failure } from '#web/api/failure-message.ts';
import { readRefusal } from '#web/api/failure-message.ts';
import { replyKey } from '#web/features/outreach/history/kept-keys.ts';
import { nextWords } from '#web/features/outreach/history/status-words.ts';
import { useAftermath } from '#web/features/outreach/history/use-aftermath.ts';
import { useKeptText } from '#web/features/outreach/history/use-kept-text.ts';
import { showToast } from '#web/ui/toast.ts';
import { findProblem } from './find-problem.ts';
import type { ReplyEditorProps } from './ReplyEditor.tsx';
import { findExcess } from './reply-length.ts';

/** Approves a reply in the owner's words. What is typed stays in this browser until the server has taken it. */
export function useReplyForm(props: ReplyEditorProps, guidance: Guidance | undefined) {
  const { userId, conversation } = props;
  const { id, suggestedReply, suggestionKind, reply } = conversation;
  const proposal = reply ?? (suggestionKind === 'draft' ? suggestedReply : '');
  const kept = useKeptText(replyKey(userId, id), proposal);
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
      if (!isAboutWords) showToast(failure.told);
    },
  });

  return {
    text: kept.text,
    isUnkept: kept.isUnkept,
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
  const { userId, conversation, campaign, touched, onClose } = props;
  const { id, suggestedReply, suggestionKind } = conversation;
  const { afterChange, afterRefusal } = useAftermath(userId, touched);
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
      touched.answer(approved);
      const next = nextWords(approved.status, campaign?.active === false);
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
