import { type ReactNode, useEffect, useId, useRef } from 'react';
import { type Conversation, setConversationStatus } from '#shared/contracts/outreach/conversations.ts';
import type { ConversationStatus } from '#shared/contracts/outreach/opportunities.ts';
import { type MessageCode, message } from '#shared/messages/catalogue.ts';
import { placeName } from '#shared/rules/outreach/places/place-name.ts';
import { preview, withoutMarks } from '#shared/rules/text/plain-text.ts';
import { call } from '#web/api/call.ts';
import { DraftCuts } from '#web/features/outreach/DraftCuts.tsx';
import { nameOfPost } from '#web/features/outreach/labels.ts';
import { OutsideLink } from '#web/features/outreach/OutsideLink.tsx';
import { nextLabel, statusBadge } from '#web/features/outreach/status-labels.ts';
import { readReplyDraft } from '#web/features/outreach/use-draft-text.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { buttonClass } from '#web/ui/controls/button-class.ts';
import { Fold } from '#web/ui/overlays/Fold.tsx';
import { showToast } from '#web/ui/overlays/toast.ts';
import { NotSent } from '#web/ui/states/NotSent.tsx';
import { Time } from '#web/ui/Time.tsx';
import { type Decision, NextStep } from './NextStep.tsx';
import { useConversationChange } from './use-conversations.ts';

type ConversationRowProps = {
  userId: string;
  conversation: Conversation;
  /** The plan has no campaigns any more: nothing can be approved. */
  isReadOnly: boolean;
  /** Its campaign is paused: nothing is sent. */
  isPaused: boolean;
  onEdit: () => void;
};

/** One conversation and its next step. All texts in it come from strangers and stay plain text. */
export function ConversationRow({ userId, conversation: saved, isPaused, ...rest }: ConversationRowProps) {
  const { conversation, isPending, error, failure, decide } = useDecision(userId, saved, isPaused);
  const { product, postUrl, postTitle, originalPost, createdAt } = conversation;
  const { label, tone, icon } = statusBadge(conversation);
  const heading = useId();
  return (
    <FocusKeeper labelledBy={heading}>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <h3 id={heading} dir="auto" className="line-clamp-3 min-w-0 flex-[1_1_14rem] wrap-anywhere">
          {nameOfPost(postTitle, originalPost, postUrl)}
        </h3>
        <Badge tone={tone} icon={icon}>
          {label}
        </Badge>
      </div>
      <p className="flex flex-wrap gap-x-3 text-meta text-faint">
        <bdi className="min-w-0 text-soft wrap-anywhere">{product.name}</bdi>
        <bdi className="min-w-0 wrap-anywhere">{placeName(conversation)}</bdi>
        <Time at={createdAt} />
        <span className="tabular-nums">{clicksLabel(conversation)}</span>
        {readReplyDraft(userId, conversation.id) === null ? null : <span>Unsent text</span>}
      </p>
      <p dir="auto" className="text-soft wrap-anywhere">
        <span className="font-medium text-ink">
          {conversation.reply === null ? 'Suggested:' : 'Your reply:'}
        </span>{' '}
        {preview(withoutMarks(conversation.reply ?? conversation.suggestedReply), previewLength)}
      </p>
      <NextStep
        {...rest}
        userId={userId}
        conversation={conversation}
        isPaused={isPaused}
        isSaved={!isPending}
        onDecide={decide}
        viewPost={
          <OutsideLink address={postUrl} className={buttonClass({ variant: 'quiet' })}>
            View Post
          </OutsideLink>
        }
      />
      {failure ? <NotSent what="Not changed." reason={failure} /> : null}
      {error ? (
        <div role="alert">
          <p className="pb-1.5">{error}</p>
          <Button onClick={rest.onEdit}>Edit your reply</Button>
        </div>
      ) : null}
      <Details
        conversation={conversation}
        isPaused={isPaused}
        onEdit={rest.isReadOnly ? null : rest.onEdit}
      />
    </FocusKeeper>
  );
}

/** "6 clicks", or "6 clicks, 20 more look automatic". */
function clicksLabel({ clicks, automaticClicks: others }: Conversation): string {
  const counted = `${clicks.toLocaleString()} ${clicks === 1 ? 'click' : 'clicks'}`;
  if (others === 0) return counted;
  return `${counted}, ${others.toLocaleString()} more ${others === 1 ? 'looks' : 'look'} automatic`;
}

/** Specification 2, Dashboard. */
const previewLength = 150;

/** Takes the focus when the focused button goes: with a new status, or with the address of a reply. */
function FocusKeeper({ labelledBy, children }: { labelledBy: string; children: ReactNode }) {
  const article = useRef<HTMLElement>(null);
  const hasFocus = useRef(false);
  useEffect(() => {
    if (hasFocus.current && document.activeElement === document.body)
      article.current?.focus({ preventScroll: true });
  });
  return (
    <article
      ref={article}
      onFocus={() => {
        hasFocus.current = true;
      }}
      onBlur={() => {
        hasFocus.current = false;
      }}
      aria-labelledby={labelledBy}
      tabIndex={-1}
      className="grid min-w-0 grid-cols-1 gap-1.5 outline-none"
    >
      {children}
    </article>
  );
}

/** Approves, rejects and takes back. The row shows a decision at once, and the saved status again when it is refused. */
function useDecision(userId: string, saved: Conversation, isPaused: boolean) {
  const { id, replyWay } = saved;
  const { mutate, isPending, variables, error, failure } = useConversationChange<Decision>(userId, id, {
    request: (status) => call(setConversationStatus, { params: { id }, body: { status } }),
    otherwise: (status) => failures[status],
    fieldErrors: toBeEdited,
    onChanged({ status }, decision) {
      const next = nextLabel(status, isPaused);
      if (decision === 'APPROVED') showToast(message('conversation_approved', { next }));
      else showToast(message(decision === 'REJECTED' ? 'conversation_rejected' : 'conversation_back'));
    },
  });
  const expected: ConversationStatus | undefined =
    variables === 'APPROVED' && replyWay === 'hand' ? 'READY' : variables;
  const isExpected = isPending && expected !== undefined;
  return {
    conversation: isExpected ? { ...saved, status: expected, heldBecause: null } : saved,
    isPending,
    error,
    failure,
    decide: (decision: Decision) => mutate(decision),
  };
}

/** Refusals that another wording ends. */
const toBeEdited = new Set<MessageCode>(['reply_too_alike']);

const failures = {
  APPROVED: 'conversation_approve_failed',
  REJECTED: 'conversation_reject_failed',
  AWAITING_REVIEW: 'conversation_change_failed',
} as const;

type DetailsProps = { conversation: Conversation; isPaused: boolean; onEdit: (() => void) | null };

/** The whole texts, why it was found, and the effect of Approve. */
function Details({ conversation, isPaused, onEdit }: DetailsProps) {
  const {
    originalPost,
    postedAt,
    suggestedReply,
    reply,
    postedText,
    quote,
    draftCuts,
    keywords,
    confidence,
  } = conversation;
  const effect = approvalLabel(conversation, isPaused);
  const isEditable = onEdit && effect !== null && conversation.suggestionKind === 'draft';
  return (
    <Fold title="Details">
      <Part title="The post">
        <PlainText text={originalPost} />
        <p className="text-meta text-faint">
          Written <Time at={postedAt} />
        </p>
      </Part>
      <Part title={`Why it was found (confidence ${confidence} of 100)`}>
        {quote === null ? null : <PlainText text={`“${quote}”`} />}
        {keywords.length > 0 ? (
          <p className="text-meta text-faint wrap-anywhere">Keywords: {keywords.join(', ')}</p>
        ) : null}
      </Part>
      <Part title="Suggested">
        <PlainText text={suggestedReply} />
        <DraftCuts cuts={draftCuts} />
      </Part>
      {reply === null || reply === suggestedReply ? null : (
        <Part title="Your reply">
          <PlainText text={reply} />
        </Part>
      )}
      {postedText === null ? null : (
        <Part title="As it stands there">
          <PlainText text={postedText} />
        </Part>
      )}
      {effect === null ? null : <p className="text-meta text-faint">{effect}</p>}
      {isEditable ? (
        <div>
          <Button onClick={onEdit}>Edit before approving</Button>
        </div>
      ) : null}
    </Fold>
  );
}

/** Effect of Approve; null where there is none. */
function approvalLabel({ status, replyWay, suggestionKind }: Conversation, isPaused: boolean): string | null {
  if (status !== 'AWAITING_REVIEW' || replyWay === 'none') return null;
  if (suggestionKind === 'briefing') return 'Approve opens the place for your own words.';
  if (replyWay === 'hand') return 'Once approved, you post it yourself.';
  return isPaused
    ? 'Once approved, it waits until the campaign runs again.'
    : 'Once approved, it is sent from your linked account.';
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid min-w-0 grid-cols-1 gap-1">
      <h4 className="text-meta font-medium">{title}</h4>
      {children}
    </div>
  );
}

function PlainText({ text }: { text: string }) {
  return (
    <p dir="auto" className="whitespace-pre-wrap text-soft wrap-anywhere">
      {text}
    </p>
  );
}
