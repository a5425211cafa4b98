import CircleCheck from 'lucide-react/icons/circle-check';
import CircleHelp from 'lucide-react/icons/circle-question-mark';
import CircleX from 'lucide-react/icons/circle-x';
import Undo2 from 'lucide-react/icons/undo-2';
import { type ReactNode, useRef, useState } from 'react';
import { Link } from 'react-router';
import {
  type Conversation,
  type PostStatus,
  takeOverConversation,
} from '#shared/contracts/outreach/conversations.ts';
import { message } from '#shared/messages/catalogue.ts';
import { placeName } from '#shared/rules/outreach/places/place-name.ts';
import { isThreadOver } from '#shared/rules/outreach/places/rule-cards.ts';
import { preview } from '#shared/rules/text/plain-text.ts';
import { call } from '#web/api/call.ts';
import { holdLabel } from '#web/features/outreach/hold-labels.ts';
import { LocalLinkNote, OutsideLink } from '#web/features/outreach/OutsideLink.tsx';
import { isInModeration, waitingLabel } from '#web/features/outreach/status-labels.ts';
import { readReplyDraft } from '#web/features/outreach/use-draft-text.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { CopyButton } from '#web/ui/controls/CopyButton.tsx';
import { copyText } from '#web/ui/controls/copy-text.ts';
import { Time } from '#web/ui/Time.tsx';
import { readWebAddress } from '#web/ui/web-address.ts';
import { PostedForm } from './PostedForm.tsx';
import { useConversationChange } from './use-conversations.ts';

export type Decision = 'APPROVED' | 'REJECTED' | 'AWAITING_REVIEW';

type NextStepProps = {
  userId: string;
  conversation: Conversation;
  /** False while the server has not confirmed the status. */
  isSaved: boolean;
  /** The plan has no campaigns any more: nothing can be approved. */
  isReadOnly: boolean;
  /** Its campaign is paused: nothing is sent. */
  isPaused: boolean;
  onEdit: () => void;
  onDecide: (decision: Decision) => void;
  viewPost: ReactNode;
};

/** Foot of a conversation: its owner's actions, or its automatic next step. */
export function NextStep(props: NextStepProps) {
  const { status } = props.conversation;
  return (
    <>
      <WaitingNote conversation={props.conversation} />
      <Step {...props} />
      {status === 'AWAITING_REVIEW' ? null : <p className="-ml-3.5">{props.viewPost}</p>}
    </>
  );
}

function Step(props: NextStepProps) {
  const { conversation, isPaused, isReadOnly, onDecide } = props;
  const takeBack = (
    <Button
      variant="quiet"
      icon={<Undo2 size={16} aria-hidden="true" />}
      onClick={() => onDecide('AWAITING_REVIEW')}
    >
      Take back
    </Button>
  );
  // Without the plan an approval that was taken back could not be given again.
  const undoApproval = isReadOnly ? null : takeBack;
  switch (conversation.status) {
    case 'AWAITING_REVIEW':
      return isReadOnly ? <Rejection {...props} /> : <Approval {...props} />;
    case 'APPROVED':
      return <Note action={undoApproval}>{waitingLabel(isPaused)}</Note>;
    case 'READY':
      return <ByHand {...props} takeBack={undoApproval} />;
    case 'REJECTED':
      return (
        <Note action={conversation.outcome === 'moderation' ? null : takeBack}>Nothing is posted there.</Note>
      );
    case 'POSTING':
      return <Note>It is being sent now.</Note>;
    case 'POSTED':
      return <PostedReply {...props} />;
    case 'FAILED':
    case 'UNCONFIRMED':
      return <NotPosted {...props} />;
  }
}

function Note({ children, action }: { children: string; action?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="min-w-0 flex-[1_1_12rem] text-soft">{children}</p>
      {action}
    </div>
  );
}

/** Why an approved reply waits, or automated posting left it to its owner. */
function WaitingNote({
  conversation: { status, heldBecause, outcome },
}: Pick<NextStepProps, 'conversation'>) {
  const isWaiting = status === 'APPROVED';
  if (heldBecause === null || status === 'FAILED' || status === 'UNCONFIRMED') return null;
  return (
    <p className="rounded-s bg-muted px-3 py-2 text-meta text-soft wrap-anywhere">
      <span className="font-medium text-ink">{isWaiting ? 'Not sent yet:' : 'Left for you:'}</span>{' '}
      {holdLabel(heldBecause)}
      {isWaiting && outcome === 'logged-out' ? (
        <>
          {' '}
          <Link to="/settings" className={settingsLink}>
            Sign in again
          </Link>
        </>
      ) : null}
    </p>
  );
}

const settingsLink = 'font-medium text-spark-ink underline underline-offset-2';

/**
 * A draft is approved with one click. Where the owner's own words are needed, or the text differs from the suggestion,
 * Approve opens the editor first (design 7.12).
 */
function Approval(props: NextStepProps) {
  const { userId, conversation, onEdit, onDecide, viewPost } = props;
  const { id, reply, suggestedReply } = conversation;
  const closed = closedLabel(conversation);
  const isDraft = conversation.suggestionKind === 'draft';
  function approve() {
    const isChanged = readReplyDraft(userId, id) !== null || (reply !== null && reply !== suggestedReply);
    if (isDraft && !isChanged) onDecide('APPROVED');
    else onEdit();
  }
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <div className="flex flex-wrap gap-2">
        {closed === null ? <Button onClick={approve}>Approve</Button> : null}
        <Button onClick={() => onDecide('REJECTED')}>Reject</Button>
        {viewPost}
      </div>
      {closed === null ? null : <p className="text-meta text-faint wrap-anywhere">{closed}</p>}
    </div>
  );
}

/** Why a conversation can't be approved; null where it can. */
function closedLabel(conversation: Conversation): string | null {
  const { replyWay, source, postedAt } = conversation;
  if (replyWay !== 'none') return null;
  const isOver = isThreadOver({ source, postedAt: new Date(postedAt) }, new Date());
  return message(isOver ? 'thread_over' : 'reply_not_welcome', { place: placeName(conversation) }).text;
}

/** Without the plan a conversation can be rejected, and an unsent reply copied. */
function Rejection({ userId, conversation, onDecide, viewPost }: NextStepProps) {
  const [text] = useState(() => readReplyDraft(userId, conversation.id));
  const source = useRef<HTMLParagraphElement>(null);
  return (
    <div className="grid grid-cols-1 justify-items-start gap-3">
      {text === null ? null : (
        <div className="grid min-w-0 grid-cols-1 justify-items-start gap-2 rounded-s bg-muted px-3 py-3">
          <p className="text-meta text-faint">Your unsent reply</p>
          <p ref={source} tabIndex={-1} dir="auto" className={replyText}>
            {text}
          </p>
          <CopyButton text={text} source={source}>
            Copy your reply
          </CopyButton>
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => onDecide('REJECTED')}>Reject</Button>
        {viewPost}
      </div>
    </div>
  );
}

const replyText = 'whitespace-pre-wrap text-soft outline-none wrap-anywhere';

/** The owner copies the approved reply, posts it there, and says so here. */
function ByHand(props: NextStepProps & { takeBack: ReactNode }) {
  const { conversation, isSaved, takeBack } = props;
  const { replyUrl, reply, suggestedReply, trackedLink } = conversation;
  const text = reply ?? suggestedReply;
  const source = useRef<HTMLParagraphElement>(null);
  const [copied, setCopied] = useState<boolean | null>(null);
  const target = readWebAddress(replyUrl);

  async function copyAndOpen() {
    const isCopied = await copyText(text, source.current);
    setCopied(isCopied);
    // Opened after the copying: a new tab takes the focus that copying needs.
    if (isCopied && target) window.open(target.href, '_blank', 'noopener,noreferrer');
  }

  return (
    <div className="grid min-w-0 grid-cols-1 gap-3 rounded-s bg-muted px-3 py-3">
      <p ref={source} tabIndex={-1} dir="auto" className={replyText}>
        {text}
      </p>
      {text.includes(trackedLink) ? <LocalLinkNote address={trackedLink} /> : null}
      <div className="flex flex-wrap items-center gap-2">
        {/* The server may still refuse the approval: nothing is posted before it is saved. */}
        <Button variant="primary" disabled={!isSaved} onClick={() => void copyAndOpen()}>
          Copy and open
        </Button>
        {isSaved ? <OutsideLink address={replyUrl}>Open without copying</OutsideLink> : null}
        {takeBack}
      </div>
      <p role="status" className="text-meta text-soft empty:absolute">
        {copied === true ? copiedLabel : null}
        <span>{copied === false ? 'The text is selected: copy it, then open the post.' : null}</span>
      </p>
      {isSaved ? <PostedForm {...props} action="I posted it" /> : null}
    </div>
  );
}

// A browser that blocks the new tab does not report it.
const copiedLabel = 'Copied. Post it in the new tab. If none opened, use the link.';

/** Address of the reply, its last check, and that its words were changed there. */
function PostedReply({ conversation }: NextStepProps) {
  const { replyPostedUrl, replyWay, postedText, postStatus, postCheckedAt } = conversation;
  const { label, tone, icon } = postStatuses[postStatus];
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        {replyPostedUrl ? <OutsideLink address={replyPostedUrl}>View your reply</OutsideLink> : null}
        <Badge tone={tone} icon={icon}>
          {label}
        </Badge>
        {postCheckedAt ? (
          <span className="text-meta text-faint">
            Checked <Time at={postCheckedAt} />
          </span>
        ) : null}
      </div>
      {postedText === null || replyWay === 'hand' ? null : (
        <p className="rounded-s bg-muted px-3 py-2 text-meta text-soft wrap-anywhere">
          <span className="font-medium text-ink">Its words were changed there:</span>{' '}
          <bdi>{preview(postedText, changedLength)}</bdi>
        </p>
      )}
    </>
  );
}

/** Longest beginning of changed words that is shown; Details has them whole. */
const changedLength = 300;

const postStatuses = {
  unchecked: { label: 'Not checked yet', tone: 'neutral', icon: CircleHelp },
  present: { label: 'Still there', tone: 'good', icon: CircleCheck },
  removed: { label: 'Removed there', tone: 'bad', icon: CircleX },
  unknown: { label: 'Could not be checked', tone: 'warn', icon: CircleHelp },
} as const satisfies Record<PostStatus, object>;

/** Sending failed, or is not confirmed: the owner says where the reply is, or posts it by hand. */
function NotPosted(props: NextStepProps) {
  const { userId, conversation, isReadOnly, onDecide } = props;
  const { id, heldBecause } = conversation;
  const isUnconfirmed = conversation.status === 'UNCONFIRMED';
  const takeOver = useConversationChange(userId, id, {
    request: () => call(takeOverConversation, { params: { id } }),
    otherwise: () => 'conversation_change_failed',
  });
  return (
    <div className="grid grid-cols-1 gap-3">
      <p className="text-soft wrap-anywhere">
        {`${heldBecause ? holdLabel(heldBecause) : ''} ${isUnconfirmed ? '' : 'Your words are kept.'}`}
      </p>
      {isUnconfirmed ? <PostedForm {...props} action="It is there" /> : null}
      <div className="flex flex-wrap items-center gap-2">
        {isInModeration(conversation) ? (
          <Button onClick={() => onDecide('REJECTED')}>It was refused</Button>
        ) : (
          <Button
            busy={takeOver.isPending}
            busyText="Handing over..."
            onClick={() => takeOver.mutate()}
            className="max-w-full whitespace-normal!"
          >
            {isUnconfirmed ? 'It is not there: post it by hand' : 'Post it by hand'}
          </Button>
        )}
        {isUnconfirmed || isReadOnly ? null : (
          <Button variant="quiet" onClick={() => onDecide('AWAITING_REVIEW')}>
            Review it again
          </Button>
        )}
      </div>
    </div>
  );
}
