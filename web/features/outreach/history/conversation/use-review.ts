import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type Conversation, setConversationStatus } from '#shared/contracts/conversations.ts';
import { type MessageCode, message } from '#shared/messages/catalogue.ts';
import { call } from '#web/api/call.ts';
import { readRefusal } from '#web/api/failure-message.ts';
import type { ExpectedChange } from '#web/features/outreach/history/optimistic.ts';
import { nextLabels } from '#web/features/outreach/history/status-labels.ts';
import { useInvalidate } from '#web/features/outreach/history/use-invalidate.ts';
import type { OptimisticConversations } from '#web/features/outreach/history/use-optimistic.ts';
import { showToast } from '#web/ui/overlays/toast.ts';

type Verdict = 'APPROVED' | 'REJECTED' | 'AWAITING_REVIEW';
export type NextStepProps = {
  userId: string;
  conversation: Conversation;
  optimistic: OptimisticConversations;
  /** The plan has no campaigns any more: nothing can be approved. */
  isReadOnly: boolean;
  /** Its campaign is paused: nothing is sent. */
  isPaused: boolean;
  onEdit: () => void;
  /** A button was pressed that may go now. */
  onActed: () => void;
};

export type Review = (verdict: Verdict) => void;

type Change = { conversation: Conversation; verdict: Verdict; expected: ExpectedChange };

/** Approves, rejects and takes back, shown at once; what it was comes back when the server refuses. */
export function useReview(
  userId: string,
  conversationId: string,
  optimistic: OptimisticConversations,
  isPaused: boolean,
) {
  const { afterChange, afterRefusal } = useInvalidate(userId, optimistic);
  const [problem, setProblem] = useState<string>();
  const { mutate } = useMutation({
    networkMode: 'always',
    // One after the other: what was chosen last must also arrive last.
    scope: { id: `conversation ${conversationId}` },
    mutationFn: ({ conversation: { id }, verdict }: Change) => {
      const known = optimistic.known(id);
      // An approval that never arrived needs no taking back.
      if (verdict === 'AWAITING_REVIEW' && known?.status === verdict) return Promise.resolve(known);
      return call(setConversationStatus, { params: { id }, body: { status: verdict } });
    },
    onSuccess: (changed, { conversation: { id }, verdict, expected }) => {
      const isNews = optimistic.known(id) !== changed;
      optimistic.answer(changed, expected);
      if (isNews) showToast(noticeOf(verdict, changed, isPaused));
      return afterChange();
    },
    onError: (error, { conversation: { id }, verdict, expected }) => {
      const failure = readRefusal(error, failures[verdict]);
      optimistic.revert(id, expected);
      setProblem(failure.reason);
      showToast(failure.notice);
      return afterRefusal(id, failure);
    },
  });
  return {
    /** Why the last change was not taken. */
    problem,
    change(conversation: Conversation, verdict: Verdict) {
      const expected: ExpectedChange = { status: expectedStatus(conversation, verdict) };
      setProblem(undefined);
      optimistic.expect(conversation, expected);
      mutate({ conversation, verdict, expected });
    },
  };
}

/** Notice of a change that the server accepted. */
function noticeOf(verdict: Verdict, { status }: Conversation, isPaused: boolean) {
  if (verdict === 'APPROVED') return message('conversation_approved', { next: nextLabels(status, isPaused) });
  return message(verdict === 'REJECTED' ? 'conversation_rejected' : 'conversation_back');
}

function expectedStatus({ replyWay }: Conversation, verdict: Verdict): ExpectedChange['status'] {
  return verdict === 'APPROVED' && replyWay === 'hand' ? 'READY' : verdict;
}

const failures: Record<Verdict, MessageCode> = {
  APPROVED: 'conversation_approve_failed',
  REJECTED: 'conversation_reject_failed',
  AWAITING_REVIEW: 'conversation_change_failed',
};
