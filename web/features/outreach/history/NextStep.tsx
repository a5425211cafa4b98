import { Link } from 'react-router';
import type { Conversation } from '#shared/contracts/conversations.ts';
import { AwaitingReview } from './AwaitingReview.tsx';
import { ByHand } from './ByHand.tsx';
import { PostedReply } from './PostedReply.tsx';
import { waitingWords } from './status-words.ts';
import { TakeBack } from './TakeBack.tsx';
import { Unsent } from './Unsent.tsx';
import { useReview } from './use-review.ts';
import type { TouchedHere } from './use-touched.ts';

export type NextStepProps = {
  userId: string;
  conversation: Conversation;
  touched: TouchedHere;
  /** The plan has no campaigns any more: nothing can be approved. */
  isReadOnly: boolean;
  /** Its campaign is paused: nothing is sent. */
  isPaused: boolean;
  onEdit: () => void;
  /** A button was pressed that may go now. */
  onActed: () => void;
};

/** What stands at the foot of a conversation: what its owner can do, or what becomes of it by itself. */
export function NextStep(props: NextStepProps) {
  const { userId, conversation, touched, isPaused, onActed } = props;
  const { problem, change } = useReview(userId, conversation.id, touched, isPaused);
  const review = (verdict: 'APPROVED' | 'REJECTED' | 'AWAITING_REVIEW') => {
    onActed();
    change(conversation, verdict);
  };
  return (
    <>
      <Held conversation={conversation} />
      <Step {...props} onReview={review} />
      {problem ? <Failed reason={problem} /> : null}
    </>
  );
}

export type Review = (verdict: 'APPROVED' | 'REJECTED' | 'AWAITING_REVIEW') => void;

function Step({ onReview, ...props }: NextStepProps & { onReview: Review }) {
  const { conversation, isPaused, isReadOnly } = props;
  const back = <TakeBack onTakeBack={() => onReview('AWAITING_REVIEW')} />;
  // Without the plan it could not be approved again.
  const takeBack = isReadOnly ? null : back;
  switch (conversation.status) {
    case 'AWAITING_REVIEW':
      return <AwaitingReview {...props} onReview={onReview} />;
    case 'APPROVED':
      return <Note action={takeBack}>{waitingWords(isPaused)}</Note>;
    case 'READY':
      return <ByHand {...props} takeBack={takeBack} />;
    case 'REJECTED':
      return <Note action={back}>Nothing is posted there.</Note>;
    case 'POSTING':
      return <Note>It is being sent now and can no longer be taken back.</Note>;
    case 'POSTED':
      return <PostedReply {...props} />;
    case 'FAILED':
    case 'UNCONFIRMED':
      return <Unsent {...props} onReview={onReview} />;
  }
}

function Note({ children, action }: { children: string; action?: React.ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="min-w-0 flex-[1_1_12rem] text-soft">{children}</p>
      {action}
    </div>
  );
}

/** Why it is not sent: it waits for something, or is left to its owner. */
function Held({ conversation: { status, heldBecause, problem } }: Pick<NextStepProps, 'conversation'>) {
  const isWaiting = status === 'APPROVED';
  const because = isWaiting ? (problem?.text ?? heldBecause) : heldBecause;
  if (because === null) return null;
  return (
    <p className="rounded-s bg-muted px-3 py-2 text-meta text-soft wrap-anywhere">
      <span className="font-medium text-ink">{isWaiting ? 'Not sent yet:' : 'Left for you:'}</span> {because}
      {isWaiting && problem?.outcome === 'logged-out' ? (
        <>
          {' '}
          <Link to="/settings" className="font-medium text-spark-ink underline underline-offset-2">
            Sign in again
          </Link>
        </>
      ) : null}
    </p>
  );
}

/** Stays after the toast is gone; no alert, because the toast has been read out already. */
function Failed({ reason }: { reason: string }) {
  return (
    <p className="rounded-s bg-bad-wash px-3 py-2 text-soft wrap-anywhere">
      <strong className="text-bad">Not changed.</strong> {reason}
    </p>
  );
}
