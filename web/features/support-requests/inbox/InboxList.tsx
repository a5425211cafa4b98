import Inbox from 'lucide-react/icons/inbox';
import { useRef } from 'react';
import type { InboxQueue } from '#shared/contracts/support-inbox.ts';
import { StaleNote } from '#web/features/support-requests/thread/StaleNote.tsx';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { MorePages } from '#web/ui/PagedList.tsx';
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx';
import { InboxRow } from './InboxRow.tsx';
import { queueTexts } from './queues.data.ts';
import { type useInbox, withoutRepeats } from './use-inbox.ts';

type InboxListProps = {
  inbox: ReturnType<typeof useInbox>;
  queue: InboxQueue;
  search: string;
  onShowAll: () => void;
};

export function InboxList({ inbox, queue, search, onShowAll }: InboxListProps) {
  const { data, isPending, isError, isPlaceholderData, isFetchNextPageError, refetch, fetchNextPage } = inbox;
  const region = useRef<HTMLDivElement>(null);
  // What had the focus goes.
  const stay = () => region.current?.focus({ preventScroll: true });
  const entries = withoutRepeats(data?.pages ?? []);
  if (isPending) return <InboxSkeleton />;
  if (!data)
    return (
      <ErrorState title="The inbox could not be loaded." onRetry={() => void refetch()} className="mt-4">
        All requests are safe on the server.
      </ErrorState>
    );
  return (
    <div ref={region} tabIndex={-1} className="mt-4 grid grid-cols-1 gap-3 outline-none">
      <StaleNote isStale={isError && !isFetchNextPageError} />
      {entries.length === 0 ? (
        <NothingHere
          queue={queue}
          search={search}
          onShowAll={() => {
            stay();
            onShowAll();
          }}
        />
      ) : (
        <ul
          aria-label="Support requests"
          aria-busy={isPlaceholderData}
          className={`rounded-m bg-card shadow-card ${isPlaceholderData ? 'opacity-60' : ''}`}
        >
          {entries.map((entry) => (
            <li key={entry.id} className="border-t border-line first:border-t-0">
              <InboxRow entry={entry} />
            </li>
          ))}
        </ul>
      )}
      <MorePages list={inbox} label="Load more" onEnd={stay} className="" />
      {isFetchNextPageError ? (
        <ErrorState title="More could not be loaded." onRetry={() => void fetchNextPage()}>
          What is listed stays.
        </ErrorState>
      ) : null}
    </div>
  );
}

function NothingHere({ queue, search, onShowAll }: Omit<InboxListProps, 'inbox'>) {
  const texts = queueTexts.find(({ name }) => name === queue);
  if (search)
    return (
      <EmptyState
        icon={Inbox}
        title="Nothing was found"
        action={<Button onClick={onShowAll}>Show all</Button>}
      >
        No request in this queue holds “{search}”. It may stand in another one.
      </EmptyState>
    );
  return (
    <EmptyState icon={Inbox} title={texts?.empty}>
      {texts?.meaning}
    </EmptyState>
  );
}

function InboxSkeleton() {
  return (
    <Loading label="Loading the inbox" className="mt-4">
      <div className="grid gap-3">
        {['first', 'second', 'third'].map((name) => (
          <Skeleton key={name} className="h-24 w-full rounded-m" />
        ))}
      </div>
    </Loading>
  );
}
