import { useMutation } from '@tanstack/react-query';
import { Link } from 'react-router';
import { type PostingOutcome, takeOverConversation } from '#shared/contracts/conversations.ts';
import { call } from '#web/api/call.ts';
import { readRefusal } from '#web/api/failure-message.ts';
import { useInvalidate } from '#web/features/outreach/history/use-invalidate.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { showToast } from '#web/ui/overlays/toast.ts';
import { PostedForm } from './PostedForm.tsx';
import type { NextStepProps, Review } from './use-review.ts';

/** Sending failed, or no one knows whether it arrived: its owner says what is there, or goes on by hand. */
export function Unsent({ onReview, ...props }: NextStepProps & { onReview: Review }) {
  const { problem, status } = props.conversation;
  const isLost = status === 'UNCONFIRMED';
  return (
    <div className="grid grid-cols-1 gap-3">
      <p className="text-soft wrap-anywhere">
        {problem?.text} {isLost ? null : 'Your words are kept.'}
      </p>
      {problem && needsLink.has(problem.outcome) ? (
        <p>
          <Link to="/settings" className="font-medium text-spark-ink underline underline-offset-2">
            Link the account again
          </Link>
        </p>
      ) : null}
      {isLost ? <PostedForm {...props} action="It is there" /> : null}
      <div className="flex flex-wrap items-center gap-2">
        <TakeOver {...props} words={isLost ? 'It is not there: post it by hand' : 'Post it by hand'} />
        {isLost || props.isReadOnly ? null : (
          <Button variant="quiet" onClick={() => onReview('AWAITING_REVIEW')}>
            Review it again
          </Button>
        )}
      </div>
    </div>
  );
}

const needsLink = new Set<PostingOutcome>(['captcha', 'logged-out']);

function TakeOver({ userId, conversation, optimistic, onActed, words }: NextStepProps & { words: string }) {
  const { id } = conversation;
  const { afterChange, afterRefusal } = useInvalidate(userId, optimistic);
  const { mutate, isPending } = useMutation({
    networkMode: 'always',
    scope: { id: `conversation ${id}` },
    mutationFn: () => call(takeOverConversation, { params: { id } }),
    onSuccess(taken) {
      onActed();
      optimistic.answer(taken);
      return afterChange();
    },
    onError(error) {
      const failure = readRefusal(error, 'conversation_change_failed');
      showToast(failure.notice);
      return afterRefusal(id, failure);
    },
  });
  return (
    <Button
      busy={isPending}
      busyText="Handing over..."
      onClick={() => mutate()}
      className="max-w-full whitespace-normal!"
    >
      {words}
    </Button>
  );
}
