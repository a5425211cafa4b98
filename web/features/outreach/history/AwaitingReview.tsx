import { useId } from 'react';
import type { Conversation } from '#shared/contracts/conversations.ts';
import { type MessageCode, message } from '#shared/messages/catalogue.ts';
import { placeName } from '#shared/rules/place-name.ts';
import { isThreadOver } from '#shared/rules/thread-window.ts';
import { Button } from '#web/ui/Button.tsx';
import { KeptReply } from './KeptReply.tsx';
import { replyKey } from './kept-keys.ts';
import type { NextStepProps, Review } from './NextStep.tsx';
import { readKeptText } from './use-kept-text.ts';

type AwaitingReviewProps = NextStepProps & { onReview: Review };

/** Without a plan that has campaigns it can be turned down, and what was typed can be taken along. */
export function AwaitingReview(props: AwaitingReviewProps) {
  const { isReadOnly, onReview } = props;
  if (!isReadOnly) return <Approval {...props} />;
  return (
    <div className="grid grid-cols-1 justify-items-start gap-3">
      <KeptReply {...props} />
      <Button onClick={() => onReview('REJECTED')}>Reject</Button>
    </div>
  );
}

/**
 * A draft is approved with one click; where the owner's own words are asked for, Approve leads to the place to write
 * them (design 7.12).
 */
function Approval(props: AwaitingReviewProps) {
  const { userId, conversation, onEdit, onReview } = props;
  const note = useId();
  const isClosed = conversation.replyWay === 'none';
  const isDraft = conversation.suggestionKind === 'draft';
  const approve = () => {
    if (isClosed) return;
    // What was changed, now or when it was approved before, is not what was suggested: its owner sees it before it goes.
    const { id, reply, suggestedReply } = conversation;
    const isKept = readKeptText(replyKey(userId, id)) !== null;
    const isChanged = isKept || (reply !== null && reply !== suggestedReply);
    if (isDraft && !isChanged) onReview('APPROVED');
    else onEdit();
  };
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          aria-disabled={isClosed}
          aria-describedby={note}
          onClick={approve}
          className="aria-disabled:cursor-not-allowed aria-disabled:opacity-50"
        >
          Approve
        </Button>
        {isDraft && !isClosed ? <Button onClick={onEdit}>Edit before approving</Button> : null}
        <Button onClick={() => onReview('REJECTED')}>Reject</Button>
      </div>
      <p id={note} className="text-meta text-faint wrap-anywhere">
        {approvalNote(props)}
      </p>
    </div>
  );
}

function noReplyCode({ source, postedAt }: Conversation): MessageCode {
  const isOver = isThreadOver({ source, postedAt: new Date(postedAt) }, new Date());
  return isOver ? 'thread_over' : 'reply_not_welcome';
}

/** What Approve does, before it is pressed. */
function approvalNote({ conversation, isPaused }: NextStepProps): string {
  const { replyWay, suggestionKind } = conversation;
  if (replyWay === 'none') return message(noReplyCode(conversation), { place: placeName(conversation) }).text;
  if (suggestionKind === 'briefing') return 'Approve opens the place for your own words.';
  if (replyWay === 'hand') return 'Once approved, you post it yourself: nothing is sent for you.';
  if (isPaused) return 'Once approved, it waits until you resume the campaign.';
  return 'Once approved, it is sent from your linked account.';
}
