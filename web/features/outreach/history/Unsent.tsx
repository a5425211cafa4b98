import { useMutation } from '@tanstack/react-query';
import { takeOverConversation } from '#shared/contracts/conversations.ts';
import { call } from '#web/api/call.ts';
import { readRefusal } from '#web/features/outreach/read-refusal.ts';
import { Button } from '#web/ui/Button.tsx';
import { showToast } from '#web/ui/toast.ts';
import type { NextStepProps } from './NextStep.tsx';
import { PostedForm } from './PostedForm.tsx';
import { useAftermath } from './use-aftermath.ts';

/** Sending failed, or nobody knows whether it arrived: its owner says what is there, or goes on by hand. */
export function Unsent(props: NextStepProps) {
  const { problem, status } = props.conversation;
  const isLost = status === 'UNCONFIRMED';
  return (
    <div className="grid grid-cols-1 gap-3">
      <p className="text-soft wrap-anywhere">
        {problem?.text} {isLost ? null : 'Your words are kept.'}
      </p>
      {isLost ? <PostedForm {...props} action="It is there" /> : null}
      <div>
        <TakeOver {...props} words={isLost ? 'It is not there: post it by hand' : 'Post it by hand'} />
      </div>
    </div>
  );
}

function TakeOver({ userId, conversation, touched, onActed, words }: NextStepProps & { words: string }) {
  const { id } = conversation;
  const { afterChange, afterRefusal } = useAftermath(userId, touched);
  const { mutate, isPending } = useMutation({
    networkMode: 'always',
    scope: { id: `conversation ${id}` },
    mutationFn: () => call(takeOverConversation, { params: { id } }),
    onSuccess(taken) {
      onActed();
      touched.answer(taken);
      return afterChange();
    },
    onError(error) {
      const failure = readRefusal(error, 'conversation_change_failed');
      showToast(failure.told);
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
