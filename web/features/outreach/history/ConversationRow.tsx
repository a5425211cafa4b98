import { useEffect, useId, useRef } from 'react';
import type { Conversation } from '#shared/contracts/conversations.ts';
import { placeName } from '#shared/rules/place-name.ts';
import { preview } from '#shared/rules/preview.ts';
import { nameOfPost } from '#web/features/outreach/name-of-post.ts';
import { OutsideLink } from '#web/features/outreach/OutsideLink.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { Time } from '#web/ui/Time.tsx';
import { ConversationDetails } from './ConversationDetails.tsx';
import { NextStep } from './NextStep.tsx';
import { StatusBadge } from './StatusBadge.tsx';
import type { TouchedHere } from './use-touched.ts';

type ConversationRowProps = {
  userId: string;
  conversation: Conversation;
  touched: TouchedHere;
  isReadOnly: boolean;
  isPaused: boolean;
  onEdit: () => void;
};

/** One conversation with what can be done about it now. All texts in it come from strangers and stay plain text. */
export function ConversationRow(props: ConversationRowProps) {
  const { conversation } = props;
  const { product, postUrl, createdAt, clicks } = conversation;
  const heading = useId();
  const article = useRef<HTMLElement>(null);
  const hasFocus = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new status takes the focused button away
  useEffect(() => {
    if (hasFocus.current && document.activeElement === document.body)
      article.current?.focus({ preventScroll: true });
  }, [conversation.status]);
  return (
    <article
      ref={article}
      onFocus={() => {
        hasFocus.current = true;
      }}
      onBlur={() => {
        hasFocus.current = false;
      }}
      aria-labelledby={heading}
      tabIndex={-1}
      className="grid min-w-0 grid-cols-1 gap-1.5 outline-none"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <h3 id={heading} dir="auto" className="line-clamp-3 min-w-0 flex-[1_1_14rem] wrap-anywhere">
          {nameOfPost(conversation.postTitle, conversation.originalPost, postUrl)}
        </h3>
        <StatusBadge {...conversation} />
      </div>
      <p className="flex flex-wrap gap-x-3 text-meta text-faint">
        <bdi className="min-w-0 text-soft wrap-anywhere">{product.name}</bdi>
        <bdi className="min-w-0 wrap-anywhere">{placeName(conversation)}</bdi>
        <Time at={createdAt} />
        <span className="tabular-nums">
          {clicks.toLocaleString()} {clicks === 1 ? 'click' : 'clicks'}
        </span>
      </p>
      <p dir="auto" className="text-soft wrap-anywhere">
        <span className="font-medium text-ink">{wordsTitle(conversation)}</span>{' '}
        {preview(conversation.reply ?? conversation.suggestedReply, previewLength)}
      </p>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <ConversationDetails conversation={conversation} />
        <OutsideLink address={postUrl} className={buttonClass({ variant: 'quiet' })}>
          View Post
        </OutsideLink>
      </div>
      {/* A button that was pressed may go: the focus stays in the row. */}
      <NextStep {...props} onActed={() => article.current?.focus({ preventScroll: true })} />
    </article>
  );
}

function wordsTitle({ reply, suggestionKind }: Conversation): string {
  if (reply !== null) return 'Your reply:';
  return suggestionKind === 'draft' ? 'Suggested:' : 'Briefing, for your eyes:';
}

/** Specification 2, Dashboard. */
const previewLength = 150;
