import Inbox from 'lucide-react/icons/inbox';
import { useRef } from 'react';
import { Link } from 'react-router';
import type { InboxEntry, InboxQueue } from '#shared/contracts/support-inbox.ts';
import { planNames } from '#shared/rules/billing/prices.ts';
import { useConfig } from '#web/api/config.ts';
import { SlaNote } from '#web/features/support-requests/SlaNote.tsx';
import { StaleNote } from '#web/features/support-requests/thread/StaleNote.tsx';
import { StatusBadges } from '#web/features/support-requests/thread/StatusBadges.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { MorePages } from '#web/ui/PagedList.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { Loading, Skeleton } from '#web/ui/states/Skeleton.tsx';
import { Time } from '#web/ui/Time.tsx';
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
  // The focused element goes.
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

/** One request of a queue; all of it leads to its page. */
function InboxRow({ entry }: { entry: InboxEntry }) {
  const { id, appName, requestTitle, customer, promise, customerWaitsSince, created_at } = entry;
  const { data: config } = useConfig();
  return (
    <article className="relative grid grid-cols-1 gap-1.5 px-4 py-3.5 hover:bg-muted sm:px-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <h2 className="min-w-0 flex-[1_1_14rem] text-sm wrap-anywhere">
          <Link to={inboxPath(id)} dir="auto" className="after:absolute after:inset-0">
            {requestTitle}
          </Link>
        </h2>
        <StatusBadges job={entry} reader="agent" />
      </div>
      <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-soft">
        <bdi className="min-w-0 wrap-anywhere">{appName}</bdi>
        <span aria-hidden="true">·</span>
        <bdi className="min-w-0 wrap-anywhere">{customer.name || customer.email}</bdi>
        <Badge tone={customer.plan === 'developer' ? 'spark' : 'neutral'} icon={null}>
          {planNames[customer.plan]}
        </Badge>
      </p>
      <div className="flex flex-wrap justify-between gap-x-4 gap-y-1 text-meta">
        {entry.resolvedAt ? (
          <span className="text-soft">
            Resolved <Time at={entry.resolvedAt} />
          </span>
        ) : (
          <SlaNote promise={promise} hours={config?.supportHours} reader="agent" />
        )}
        <span className="min-w-0 wrap-anywhere text-faint">
          <Claim agent={entry.agent} /> · sent <Time at={created_at} />
          {customerWaitsSince && promise.state !== 'running' ? (
            <>
              {' '}
              · customer waits since <Time at={customerWaitsSince} />
            </>
          ) : null}
        </span>
      </div>
    </article>
  );
}

function Claim({ agent }: Pick<InboxEntry, 'agent'>) {
  if (!agent) return 'Not claimed';
  return agent.isMe ? 'Claimed by you' : <bdi>Claimed by {agent.name}</bdi>;
}

function inboxPath(requestId: string): string {
  return `/startup-spark-suite/inbox/${encodeURIComponent(requestId)}`;
}
