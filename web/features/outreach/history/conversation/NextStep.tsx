import CircleCheck from 'lucide-react/icons/circle-check';
import CircleHelp from 'lucide-react/icons/circle-question-mark';
import CircleX from 'lucide-react/icons/circle-x';
import Undo2 from 'lucide-react/icons/undo-2';
import { type ReactNode, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Conversation, PostStatus } from '#shared/contracts/conversations.ts';
import { type MessageCode, message } from '#shared/messages/catalogue.ts';
import { placeName } from '#shared/rules/outreach/places/place-name.ts';
import { isThreadOver } from '#shared/rules/outreach/places/thread-window.ts';
import { waitingLabel } from '#web/features/outreach/history/status-labels.ts';
import { readDraftText, replyKey } from '#web/features/outreach/history/use-draft-text.ts';
import { OutsideLink } from '#web/features/outreach/OutsideLink.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { CopyButton } from '#web/ui/controls/CopyButton.tsx';
import { copyText } from '#web/ui/controls/copy-text.ts';
import { Time } from '#web/ui/Time.tsx';
import { readWebAddress } from '#web/ui/web-address.ts';
import { LocalLinkNote } from './LocalLinkNote.tsx';
import { PostedForm } from './PostedForm.tsx';
import { Unsent } from './Unsent.tsx';
import { type NextStepProps, type Review, useReview } from './use-review.ts';

/** Foot of a conversation: its owner's actions, or its automatic next step. */
export function NextStep(props: NextStepProps) {
  const { userId, conversation, optimistic, isPaused, onActed } = props;
  const { problem, change } = useReview(userId, conversation.id, optimistic, isPaused);
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

function Step({ onReview, ...props }: NextStepProps & { onReview: Review }) {
  const { conversation, isPaused, isReadOnly } = props;
  const back = <TakeBack onTakeBack={() => onReview('AWAITING_REVIEW')} />;
  // Without the plan it could not be approved again.
  const takeBack = isReadOnly ? null : back;
  switch (conversation.status) {
    case 'AWAITING_REVIEW':
      return <AwaitingReview {...props} onReview={onReview} />;
    case 'APPROVED':
      return <Note action={takeBack}>{waitingLabel(isPaused)}</Note>;
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

type AwaitingReviewProps = NextStepProps & { onReview: Review };

/** Without a plan that has campaigns it can be turned down, and what was typed can be taken along. */
function AwaitingReview(props: AwaitingReviewProps) {
  const { isReadOnly, onReview } = props;
  if (!isReadOnly) return <Approval {...props} />;
  return (
    <div className="grid grid-cols-1 justify-items-start gap-3">
      <UnsentReply {...props} />
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
    // A text that differs from the suggestion is shown to its owner before it is sent.
    const { id, reply, suggestedReply } = conversation;
    const isKept = readDraftText(replyKey(userId, id)) !== null;
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

/** Effect of Approve, shown before it is pressed. */
function approvalNote({ conversation, isPaused }: NextStepProps): string {
  const { replyWay, suggestionKind } = conversation;
  if (replyWay === 'none') return message(noReplyCode(conversation), { place: placeName(conversation) }).text;
  if (suggestionKind === 'briefing') return 'Approve opens the place for your own words.';
  if (replyWay === 'hand') return 'Once approved, you post it yourself: nothing is sent for you.';
  if (isPaused) return 'Once approved, it waits until you resume the campaign.';
  return 'Once approved, it is sent from your linked account.';
}

/** The owner posts the approved reply: it is copied and the place opened, and then found there. */
function ByHand(props: NextStepProps & { takeBack: ReactNode }) {
  const { conversation, optimistic, takeBack } = props;
  // A reply that the server may still refuse must not be posted.
  const isTaken = !optimistic.all[conversation.id]?.expected;
  const { replyUrl, reply, suggestedReply, trackedLink } = conversation;
  const text = reply ?? suggestedReply;
  const words = useRef<HTMLParagraphElement>(null);
  const [copied, setCopied] = useState<boolean | null>(null);
  const target = readWebAddress(replyUrl);

  async function copyAndOpen() {
    const isCopied = await copyText(text, words.current);
    setCopied(isCopied);
    // Opened only once the text is at hand: a new tab takes the focus that copying needs.
    if (isCopied && target) window.open(target.href, '_blank', 'noopener,noreferrer');
  }

  return (
    <div className="grid min-w-0 grid-cols-1 gap-3 rounded-s bg-muted px-3 py-3">
      <p
        ref={words}
        tabIndex={-1}
        dir="auto"
        className="whitespace-pre-wrap text-soft outline-none wrap-anywhere"
      >
        {text}
      </p>
      {text.includes(trackedLink) ? <LocalLinkNote address={trackedLink} /> : null}
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="primary" disabled={!isTaken} onClick={() => void copyAndOpen()}>
          Copy and open
        </Button>
        {isTaken ? <OutsideLink address={replyUrl}>Open without copying</OutsideLink> : null}
        {takeBack}
      </div>
      <p role="status" className="text-meta text-soft empty:absolute">
        {copied === true ? copiedLabel : null}
        {copied === false ? 'The text is selected: copy it with Ctrl+C or ⌘C, then open the post.' : null}
      </p>
      {isTaken ? <PostedForm {...props} action="I posted it" /> : null}
    </div>
  );
}

// A browser that holds back the tab does not say so.
const copiedLabel =
  'Copied. Paste it in the tab that has opened, and post it there. If no tab opened, use the link.';

/** Text that its owner typed and can't approve any more, to be copied. */
function UnsentReply({ userId, conversation }: Pick<NextStepProps, 'userId' | 'conversation'>) {
  const [text] = useState(() => readDraftText(replyKey(userId, conversation.id)));
  const source = useRef<HTMLParagraphElement>(null);
  if (text === null) return null;
  return (
    <div className="grid min-w-0 grid-cols-1 justify-items-start gap-2 rounded-s bg-muted px-3 py-3">
      <p className="text-meta text-faint">Your unsent reply, kept in this browser</p>
      <p
        ref={source}
        tabIndex={-1}
        dir="auto"
        className="whitespace-pre-wrap text-soft outline-none wrap-anywhere"
      >
        {text}
      </p>
      <CopyButton text={text} source={source}>
        Copy your reply
      </CopyButton>
    </div>
  );
}

/** Address of the reply, and its last check. A missing address can be given. */
function PostedReply(props: NextStepProps) {
  const { replyPostedUrl, standing, standingCheckedAt } = props.conversation;
  const { words, tone, icon } = postStatuses[standing];
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        {replyPostedUrl ? <OutsideLink address={replyPostedUrl}>View your reply</OutsideLink> : null}
        <Badge tone={tone} icon={icon}>
          {words}
        </Badge>
        {standingCheckedAt ? (
          <span className="text-meta text-faint">
            Checked <Time at={standingCheckedAt} />
          </span>
        ) : null}
      </div>
      {replyPostedUrl ? null : <PostedForm {...props} action="Add its address" />}
    </>
  );
}

const postStatuses = {
  unchecked: { words: 'Not checked yet', tone: 'neutral', icon: CircleHelp },
  standing: { words: 'Still there', tone: 'good', icon: CircleCheck },
  removed: { words: 'Removed there', tone: 'bad', icon: CircleX },
  unknown: { words: 'Could not be checked', tone: 'warn', icon: CircleHelp },
} as const satisfies Record<PostStatus, object>;

function TakeBack({ onTakeBack }: { onTakeBack: () => void }) {
  return (
    <Button variant="quiet" icon={<Undo2 size={16} aria-hidden="true" />} onClick={onTakeBack}>
      Take back
    </Button>
  );
}
