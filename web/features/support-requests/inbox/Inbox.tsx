import InboxIcon from 'lucide-react/icons/inbox';
import Search from 'lucide-react/icons/search';
import { type FormEvent, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { type InboxEntry, type InboxQueue, inboxQueue } from '#shared/contracts/support-inbox.ts';
import { planNames } from '#shared/rules/billing/plans.ts';
import { useConfig } from '#web/api/config.ts';
import { SlaNote } from '#web/features/support-requests/SlaNote.tsx';
import { StatusBadges } from '#web/features/support-requests/thread/RequestHeader.tsx';
import { StaleNote } from '#web/features/support-requests/thread/ThreadStates.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { TextInput } from '#web/ui/controls/TextInput.tsx';
import { MorePages } from '#web/ui/PagedList.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { Loading, Skeleton } from '#web/ui/states/Skeleton.tsx';
import { Time } from '#web/ui/Time.tsx';
import { useInbox, withoutRepeats } from './use-inbox.ts';

/** All support requests, for those who work on them. Queue and search are in the address, so that Back works. */
export function Inbox({ userId }: { userId: string }) {
  const [params, setParams] = useSearchParams();
  const queue: InboxQueue = inboxQueue.safeParse(params.get('queue')).data ?? 'open';
  const search = params.get('search')?.trim() ?? '';
  const inbox = useInbox(userId, { queue, search });
  const searchFor = (text: string) => setParams(text ? { queue, search: text } : { queue });
  return (
    <>
      <div className="mt-5 flex flex-wrap items-center justify-between gap-3">
        <QueueTabs queue={queue} search={search} counts={inbox.data?.pages[0]?.counts} />
        <InboxSearch search={search} onSearch={searchFor} />
      </div>
      <InboxList inbox={inbox} queue={queue} search={search} onShowAll={() => searchFor('')} />
    </>
  );
}

type InboxSearchProps = { search: string; onSearch: (text: string) => void };

/** Searches when asked to; an emptied field shows everything again. */
function InboxSearch({ search, onSearch }: InboxSearchProps) {
  const [typed, setTyped] = useState(search);
  const [followed, setFollowed] = useState(search);
  // Back, and “Show all”, search for something else than was typed last.
  if (followed !== search) {
    setFollowed(search);
    setTyped(search);
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    onSearch(typed.trim());
  }
  function change(text: string) {
    setTyped(text);
    if (text === '' && search !== '') onSearch('');
  }
  return (
    <form onSubmit={submit} className="flex min-w-0 grow gap-2 sm:max-w-80">
      <TextInput
        type="search"
        aria-label="Search the inbox"
        placeholder="App, title, customer"
        maxLength={200}
        value={typed}
        onChange={(event) => change(event.target.value)}
        dir="auto"
      />
      <Button type="submit" icon={<Search size={16} aria-hidden="true" />}>
        Search
      </Button>
    </form>
  );
}

type QueueTabsProps = {
  queue: InboxQueue;
  search: string;
  /** Unknown until the first page is there. */
  counts: Record<InboxQueue, number> | undefined;
};

function QueueTabs({ queue, search, counts }: QueueTabsProps) {
  return (
    <nav aria-label="Queues" className="min-w-0 rounded-[10px] bg-muted p-1">
      <ul className="flex flex-wrap gap-1">
        {queueTexts.map(({ name, title }) => (
          <li key={name}>
            <Link
              to={{
                search: new URLSearchParams(search ? { queue: name, search } : { queue: name }).toString(),
              }}
              aria-current={name === queue ? 'page' : undefined}
              className="flex h-7 items-center gap-1.5 rounded-[7px] px-3 font-medium whitespace-nowrap text-soft transition-colors duration-100 hover:text-ink aria-[current=page]:bg-lifted aria-[current=page]:text-ink aria-[current=page]:shadow-card pointer-coarse:h-11"
            >
              {title}
              {counts ? (
                <span className="text-meta font-normal text-faint tabular-nums">
                  {counts[name].toLocaleString()}
                </span>
              ) : null}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

type InboxListProps = {
  inbox: ReturnType<typeof useInbox>;
  queue: InboxQueue;
  search: string;
  onShowAll: () => void;
};

function InboxList({ inbox, queue, search, onShowAll }: InboxListProps) {
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
        icon={InboxIcon}
        title="Nothing was found"
        action={<Button onClick={onShowAll}>Show all</Button>}
      >
        No request in this queue holds “{search}”. It may stand in another one.
      </EmptyState>
    );
  return (
    <EmptyState icon={InboxIcon} title={texts?.empty}>
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

type QueueText = { name: InboxQueue; title: string; empty: string; meaning: string };

/** The queues in their order, and what each says while nothing is in it. */
const queueTexts: QueueText[] = [
  {
    name: 'open',
    title: 'Open',
    empty: 'Nothing is open',
    meaning: 'New requests appear here. What is due next stands first.',
  },
  {
    name: 'mine',
    title: 'Mine',
    empty: 'You have claimed nothing',
    meaning: 'Requests that you claim stand here until they are resolved.',
  },
  {
    name: 'waiting',
    title: 'Waiting for customer',
    empty: 'No customer is asked just now',
    meaning: 'After a question a request waits here until its customer answers.',
  },
  {
    name: 'resolved',
    title: 'Resolved',
    empty: 'Nothing is resolved yet',
    meaning: 'Resolved requests stand here, the newest first. Each can be opened again.',
  },
];
