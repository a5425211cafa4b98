import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type Conversation, setConversationStatus } from '#shared/contracts/conversations.ts';
import { type MessageCode, message } from '#shared/messages/catalogue.ts';
import { call } from '#web/api/call.ts';
import { readRefusal } from '#web/api/failure-message.ts';
import { showToast } from '#web/ui/toast.ts';
import { nextWords } from './status-words.ts';
import type { Wish } from './touched.ts';
import { useAftermath } from './use-aftermath.ts';
import type { TouchedHere } from './use-touched.ts';

type Verdict = 'APPROVED' | 'REJECTED' | 'AWAITING_REVIEW';
type Change = { conversation: Conversation; verdict: Verdict; wish: Wish };

/** Approves, rejects and takes back, shown at once; what it was comes back when the server refuses. */
export function useReview(userId: string, conversationId: string, touched: TouchedHere, isPaused: boolean) {
  const { afterChange, afterRefusal } = useAftermath(userId, touched);
  const [problem, setProblem] = useState<string>();
  const { mutate } = useMutation({
    networkMode: 'always',
    // One after the other: what was chosen last must also arrive last.
    scope: { id: `conversation ${conversationId}` },
    mutationFn: ({ conversation: { id }, verdict }: Change) => {
      const known = touched.known(id);
      // An approval that never arrived needs no taking back.
      if (verdict === 'AWAITING_REVIEW' && known?.status === verdict) return Promise.resolve(known);
      return call(setConversationStatus, { params: { id }, body: { status: verdict } });
    },
    onSuccess: (changed, { conversation: { id }, verdict, wish }) => {
      const isNews = touched.known(id) !== changed;
      touched.answer(changed, wish);
      if (isNews) showToast(toldOf(verdict, changed, isPaused));
      return afterChange();
    },
    onError: (error, { conversation: { id }, verdict, wish }) => {
      const failure = readRefusal(error, failures[verdict]);
      touched.dropWish(id, wish);
      setProblem(failure.reason);
      showToast(failure.told);
      return afterRefusal(id, failure);
    },
  });
  return {
    /** Why the last change was not taken. */
    problem,
    change(conversation: Conversation, verdict: Verdict) {
      const wish: Wish = { status: wishedStatus(conversation, verdict) };
      setProblem(undefined);
      touched.wish(conversation, wish);
      mutate({ conversation, verdict, wish });
    },
  };
}

/** What is said of a change that the server took. */
function toldOf(verdict: Verdict, { status }: Conversation, isPaused: boolean) {
  if (verdict === 'APPROVED') return message('conversation_approved', { next: nextWords(status, isPaused) });
  return message(verdict === 'REJECTED' ? 'conversation_rejected' : 'conversation_back');
}

function wishedStatus({ replyWay }: Conversation, verdict: Verdict): Wish['status'] {
  return verdict === 'APPROVED' && replyWay === 'hand' ? 'READY' : verdict;
}

const failures: Record<Verdict, MessageCode> = {
  APPROVED: 'conversation_approve_failed',
  REJECTED: 'conversation_reject_failed',
  AWAITING_REVIEW: 'conversation_change_failed',
};
