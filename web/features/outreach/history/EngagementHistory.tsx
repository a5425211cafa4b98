import { type ReactNode, type RefCallback, type RefObject, useEffect, useId, useRef, useState } from 'react';
import type { Conversation } from '#shared/contracts/conversations.ts';
import { placeName } from '#shared/rules/outreach/places/place-name.ts';
import { preview } from '#shared/rules/text/preview.ts';
import { nameOfPost } from '#web/features/outreach/name-of-post.ts';
import { OutsideLink } from '#web/features/outreach/OutsideLink.tsx';
import { Sentences } from '#web/features/outreach/Sentences.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { buttonClass } from '#web/ui/controls/button-class.ts';
import { dialogOnDemand } from '#web/ui/overlays/dialog-on-demand.tsx';
import { Fold } from '#web/ui/overlays/Fold.tsx';
import { ListFailed, MorePages } from '#web/ui/PagedList.tsx';
import { Time } from '#web/ui/Time.tsx';
import { useSettled } from '#web/ui/use-settled.ts';
import { HistoryCard } from './conversation/HistoryCard.tsx';
import { NextStep } from './conversation/NextStep.tsx';
import { type Chosen, HistoryFilters } from './HistoryFilters.tsx';
import { HistoryHeader } from './HistoryHeader.tsx';
import { HistorySkeleton, row } from './HistorySkeleton.tsx';
import { NothingListed } from './NothingListed.tsx';
import { statusBadge } from './status-labels.ts';
import type { HistoryFilter, useConversations } from './use-conversations.ts';
import { useHistory } from './use-history.ts';
import type { OptimisticConversations } from './use-optimistic.ts';

const ReplyEditor = dialogOnDemand(() => import('./editor/ReplyEditor.tsx').then((m) => m.ReplyEditor));

type EngagementHistoryProps = {
  userId: string;
  /** Shows what the plan lacks, when it has no campaigns: then everything can be read and nothing changed. */
  onUpgrade: (() => void) | null;
  /** Opens the search for conversations. */
  onFind: () => void;
};

/** The conversations of all campaigns and what became of them (specification 2, Dashboard). */
export function EngagementHistory({ userId, onUpgrade, onFind }: EngagementHistoryProps) {
  const field = useRef<HTMLInputElement>(null);
  const { chosen, choose, clear, filter, isWhole } = useFilter(field);
  const { list, conversations, campaigns, optimistic, rows, watchRow } = useHistory(userId, filter);
  const [edited, setEdited] = useState<Conversation | null>(null);
  const campaignOf = ({ campaignId }: Conversation) => campaigns.find(({ id }) => id === campaignId);
  const isLoaded = conversations.data !== undefined && !conversations.isPlaceholderData;
  const hasNone = isLoaded && isWhole && rows.length === 0;
  return (
    <HistoryCard>
      <HistoryHeader campaigns={campaigns} onUpgrade={onUpgrade} />
      {hasNone ? null : (
        <HistoryFilters field={field} campaigns={campaigns} chosen={chosen} onChoose={choose} />
      )}
      <p role="status" className="sr-only">
        {isLoaded && !isWhole ? foundLabel(rows.length, conversations.hasNextPage) : null}
      </p>
      <ConversationList
        key={list}
        conversations={conversations}
        rows={rows}
        watchRow={watchRow}
        renderRow={(conversation) => (
          <ConversationRow
            userId={userId}
            conversation={conversation}
            optimistic={optimistic}
            isReadOnly={onUpgrade !== null}
            isPaused={campaignOf(conversation)?.active === false}
            onEdit={() => setEdited(conversation)}
          />
        )}
        empty={<NothingListed isWhole={isWhole} onFind={onFind} onClear={clear} />}
      />
      {edited ? (
        <ReplyEditor
          userId={userId}
          conversation={edited}
          campaign={campaignOf(edited)}
          others={rows.filter(({ id }) => id !== edited.id)}
          optimistic={optimistic}
          onClose={() => setEdited(null)}
        />
      ) : null}
    </HistoryCard>
  );
}

function foundLabel(found: number, hasMore: boolean): string {
  if (found === 0) return 'Nothing found';
  return `${hasMore ? 'More than ' : ''}${found.toLocaleString()} found`;
}

type ConversationListProps = {
  conversations: ReturnType<typeof useConversations>;
  rows: Conversation[];
  renderRow: (conversation: Conversation) => ReactNode;
  /** Notes which rows can be seen. */
  watchRow: RefCallback<HTMLLIElement>;
  empty: ReactNode;
};

function ConversationList({ conversations, rows, renderRow, watchRow, empty }: ConversationListProps) {
  const { data, isPending, isError, isPlaceholderData } = conversations;
  const region = useRef<HTMLElement>(null);
  // The focused element goes.
  const stay = () => region.current?.focus({ preventScroll: true });
  const isEmpty = data !== undefined && !isPlaceholderData && rows.length === 0 && !isError;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it a keyboard could not scroll to what has no buttons
    <section ref={region} aria-label="Conversations" tabIndex={0} className={scrolling}>
      <ul aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-60' : undefined}>
        {rows.map((conversation) => (
          <li key={conversation.id} ref={watchRow} data-row={conversation.id} className={`${row} ${unseen}`}>
            {renderRow(conversation)}
          </li>
        ))}
      </ul>
      {isPending ? <HistorySkeleton /> : null}
      {isEmpty ? <div className={inset}>{empty}</div> : null}
      <MorePages list={conversations} label="Show more conversations" onEnd={stay} className={row} />
      {isError ? (
        <ListFailed list={conversations} names={names} className={inset}>
          They are safe on the server, and campaigns go on.
        </ListFailed>
      ) : null}
    </section>
  );
}

const names = { all: 'Your conversations', more: 'More conversations' };
// Under a finger the page goes on where the list ends.
const scrolling =
  'max-h-[min(640px,70dvh)] overflow-y-auto pointer-fine:overscroll-contain rounded-b-m outline-offset-[-2px]';
const inset = 'mx-4 mt-0.5 mb-4 sm:mx-5 sm:mb-5';
// Rows out of sight are neither laid out nor painted, so that thousands scroll like twenty.
const unseen = '[contain-intrinsic-block-size:auto_12rem] [content-visibility:auto]';

type ConversationRowProps = {
  userId: string;
  conversation: Conversation;
  optimistic: OptimisticConversations;
  isReadOnly: boolean;
  isPaused: boolean;
  onEdit: () => void;
};

/** One conversation with what can be done about it now. All texts in it come from strangers and stay plain text. */
function ConversationRow(props: ConversationRowProps) {
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

/** The whole texts, and why it was found. */
function ConversationDetails({ conversation }: { conversation: Conversation }) {
  const { originalPost, postedAt, suggestedReply, suggestionKind, reply, why, keywords, confidence } =
    conversation;
  return (
    <Fold title="Post, reasons and whole text" className="flex-[1_1_14rem] pt-1.5">
      <Part title="The post">
        <Written text={originalPost} />
        <p className="text-meta text-faint">
          Written <Time at={postedAt} />
        </p>
      </Part>
      <Part title={`Why it was found (confidence ${confidence} of 100)`}>
        <Sentences sentences={why} />
        {keywords.length > 0 ? (
          <p className="text-meta text-faint wrap-anywhere">Keywords: {keywords.join(', ')}</p>
        ) : null}
      </Part>
      <Part title={suggestionKind === 'draft' ? 'Suggested reply' : 'Briefing'}>
        <Written text={suggestedReply} />
      </Part>
      {reply === null || reply === suggestedReply ? null : (
        <Part title="Your reply">
          <Written text={reply} />
        </Part>
      )}
    </Fold>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid min-w-0 grid-cols-1 gap-1">
      <h4 className="text-meta font-medium">{title}</h4>
      {children}
    </div>
  );
}

function Written({ text }: { text: string }) {
  return (
    <p dir="auto" className="whitespace-pre-wrap text-soft wrap-anywhere">
      {text}
    </p>
  );
}

/** In human words, beside the specification's word. */
function StatusBadge({ status, replyWay }: Pick<Conversation, 'status' | 'replyWay'>) {
  const { words, tone, icon } = statusBadge({ status, replyWay });
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-0.5">
      <Badge tone={tone} icon={icon}>
        {words}
      </Badge>
      <span className="text-[0.6875rem] text-faint">{status}</span>
    </span>
  );
}

const everything: Chosen = { campaign: '', status: '', source: '', search: '' };

/** Filter of the list; the search follows the typing in `field`. */
function useFilter(field: RefObject<HTMLInputElement | null>) {
  const [chosen, setChosen] = useState(everything);
  const search = useSettled(chosen.search.trim());
  const filter: HistoryFilter = {
    ...(chosen.campaign === '' ? {} : { campaign: chosen.campaign }),
    ...(chosen.status === '' ? {} : { status: chosen.status }),
    ...(chosen.source === '' ? {} : { source: chosen.source }),
    ...(search === '' ? {} : { search }),
  };
  return {
    chosen,
    choose: (change: Partial<Chosen>) => setChosen((now) => ({ ...now, ...change })),
    clear() {
      setChosen(everything);
      field.current?.focus();
    },
    filter,
    isWhole: Object.keys(filter).length === 0 && chosen.search === '',
  };
}
