import { type ReactNode, type RefCallback, useRef } from 'react';
import type { Conversation } from '#shared/contracts/conversations.ts';
import { ListFailed, MorePages } from '#web/ui/PagedList.tsx';
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
