import { type ReactNode, type RefCallback, useRef } from 'react';
import type { Conversation } from '#shared/contracts/conversations.ts';
import { Button } from '#web/ui/Button.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { HistorySkeleton, row } from './HistorySkeleton.tsx';
import type { useConversations } from './use-conversations.ts';

type ConversationListProps = {
  conversations: ReturnType<typeof useConversations>;
  rows: Conversation[];
  renderRow: (conversation: Conversation) => ReactNode;
  /** Notes which rows can be seen. */
  watchRow: RefCallback<HTMLLIElement>;
  empty: ReactNode;
};

export function ConversationList({ conversations, rows, renderRow, watchRow, empty }: ConversationListProps) {
  const { data, isPending, isError, isPlaceholderData } = conversations;
  const region = useRef<HTMLElement>(null);
  // What had the focus goes.
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
      <MoreRows conversations={conversations} onEnd={stay} />
      {isError ? <ListFailed conversations={conversations} onRetried={stay} /> : null}
    </section>
  );
}

type MoreRowsProps = Pick<ConversationListProps, 'conversations'> & { onEnd: () => void };

/** The button goes with the last page; whoever pressed it stays in the list. */
function MoreRows({ conversations, onEnd }: MoreRowsProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = conversations;
  if (!hasNextPage || isFetchNextPageError) return null;
  const showMore = async () => {
    const { hasNextPage: goesOn } = await fetchNextPage();
    if (!goesOn) onEnd();
  };
  return (
    <div className={`${row} text-center`}>
      <Button busy={isFetchingNextPage} busyText="Loading..." onClick={() => void showMore()}>
        Show more conversations
      </Button>
    </div>
  );
}

type ListFailedProps = Pick<ConversationListProps, 'conversations'> & { onRetried: () => void };

function ListFailed({ conversations, onRetried }: ListFailedProps) {
  const { data, isFetchNextPageError, fetchNextPage, refetch } = conversations;
  const retry = isFetchNextPageError ? fetchNextPage : refetch;
  const failed = !data
    ? 'Your conversations could not be loaded.'
    : isFetchNextPageError
      ? 'More conversations could not be loaded.'
      : 'Your conversations could not be refreshed.';
  return (
    <ErrorState
      title={failed}
      onRetry={() => {
        onRetried();
        void retry();
      }}
      className={inset}
    >
      {data ? 'What was listed before stays. ' : null}They are safe on the server, and campaigns go on.
    </ErrorState>
  );
}

// Under a finger the page goes on where the list ends.
const scrolling =
  'max-h-[min(640px,70dvh)] overflow-y-auto pointer-fine:overscroll-contain rounded-b-m outline-offset-[-2px]';
const inset = 'mx-4 mt-0.5 mb-4 sm:mx-5 sm:mb-5';
// Rows out of sight are neither laid out nor painted, so that thousands scroll like twenty.
const unseen = '[contain-intrinsic-block-size:auto_12rem] [content-visibility:auto]';
