import { clsx } from 'clsx';
import InboxIcon from 'lucide-react/icons/inbox';
import Search from 'lucide-react/icons/search';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import {
  type InboxEntry,
  type InboxQueue,
  inboxQueue,
} from '#shared/contracts/support-requests/support-inbox.ts';
import { planNames } from '#shared/rules/billing/plans.ts';
import { inboxPath } from '#shared/rules/suite-paths.ts';
import { useConfig } from '#web/api/config.ts';
import { StaleNote } from '#web/features/support-requests/thread/ThreadStates.tsx';
import { shortDuration, useNow } from '#web/features/support-requests/time.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { TextInput } from '#web/ui/controls/TextInput.tsx';
import { MorePages } from '#web/ui/PagedList.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { Loading, Skeleton } from '#web/ui/states/Skeleton.tsx';
import { Time } from '#web/ui/Time.tsx';
import { InboxKeys } from './InboxKeys.tsx';
import { useInbox, withoutRepeats } from './use-inbox.ts';

/** All support requests, for those who work on them. Queue and search are in the address, so that Back works. */
export function Inbox({ userId }: { userId: string }) {
  const [params, setParams] = useSearchParams();
  const queue: InboxQueue = inboxQueue.safeParse(params.get('queue')).data ?? 'open';
  const search = params.get('search')?.trim() ?? '';
  const inbox = useInbox(userId, { queue, search });
  const { data: config } = useConfig();
  const searchFor = (text: string) => setParams(text ? { queue, search: text } : { queue });
  return (
    <>
      <div className="flex items-center justify-between gap-3">
        <h1 className="text-title">Inbox</h1>
        <InboxKeys keys={{ j: () => moveFocus(1), k: () => moveFocus(-1) }} />
      </div>
      <div className="mt-5 flex flex-wrap items-center justify-between gap-3">
        <QueueTabs queue={search ? null : queue} counts={inbox.data?.pages[0]?.counts ?? null} />
        <InboxSearch search={search} onSearch={searchFor} />
      </div>
      {config?.supportHours ? (
        <p className="mt-2 text-meta text-faint">Only working hours count: {config.supportHours}.</p>
      ) : null}
      <InboxList inbox={inbox} queue={queue} search={search} onShowAll={() => searchFor('')} />
    </>
  );
}

/** From one request of the list to the next; at its ends the focus stays. */
function moveFocus(step: 1 | -1): void {
  const links = Array.from(document.querySelectorAll('[data-request]'));
  const at = links.indexOf(document.activeElement ?? document.body);
  const next = at < 0 ? links[0] : links[at + step];
  if (next instanceof HTMLElement) next.focus();
  next?.closest('li')?.scrollIntoView({ block: 'nearest' });
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
        placeholder="Name, address or words"
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
  /** Null in a search, which looks in all of them. */
  queue: InboxQueue | null;
  /** Unknown until the first page is there, and in a search. */
  counts: Record<InboxQueue, number> | null;
};

function QueueTabs({ queue, counts }: QueueTabsProps) {
  return (
    <nav aria-label="Queues" className="min-w-0 rounded-[10px] bg-muted p-1">
      <ul className="flex flex-wrap gap-1">
        {queueTexts.map(({ name, title }) => (
          <li key={name}>
            <Link
              to={{ search: `queue=${name}` }}
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
              <InboxRow entry={entry} isFound={search !== ''} />
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
        No queue holds “{search}”. Try fewer words.
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
function InboxRow({ entry, isFound }: { entry: InboxEntry; isFound: boolean }) {
  const { id, appName, requestTitle, customer } = entry;
  return (
    <article className="relative grid grid-cols-1 gap-1 px-4 py-3.5 hover:bg-muted sm:px-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <h2 className="min-w-0 flex-[1_1_14rem] text-sm wrap-anywhere">
          <Link to={entryPath(id)} dir="auto" data-request="" className="after:absolute after:inset-0">
            {requestTitle}
          </Link>
        </h2>
        <TimeLeft entry={entry} />
      </div>
      <Snippet entry={entry} />
      <p className="flex min-w-0 flex-wrap gap-y-1 overflow-hidden text-meta text-faint">
        {isFound ? (
          <DotBefore>
            <span className="text-soft">{queueTitle(entry)}</span>
          </DotBefore>
        ) : null}
        <DotBefore>
          <bdi>{customer.name || customer.email}</bdi>
        </DotBefore>
        <DotBefore>
          <bdi>{appName}</bdi>
        </DotBefore>
        <DotBefore>{planNames[customer.plan]}</DotBefore>
        <DotBefore>
          <Claim agent={entry.agent} />
        </DotBefore>
      </p>
    </article>
  );
}

/** One of several texts with dots between them. The dot of a line's first text is cut off, however the lines break. */
function DotBefore({ children }: { children: ReactNode }) {
  return (
    <span className="relative -ms-4 me-4 min-w-0 ps-4 wrap-anywhere before:absolute before:start-1.5 before:content-['·'/'']">
      {children}
    </span>
  );
}

/** The beginning of what was written last; of the request, before there is a message. */
function Snippet({ entry: { lastMessage, customer, issueDescriptions } }: { entry: InboxEntry }) {
  const author = lastMessage && lastMessage.kind !== 'customer' ? lastMessage.author : customer.name;
  const text = lastMessage ? lastMessage.text || 'Sent files' : issueDescriptions[0];
  return (
    <p dir="auto" className="line-clamp-1 text-soft wrap-anywhere">
      {author ? <bdi>{author}: </bdi> : null}
      {text}
    </p>
  );
}

/** How long until the first answer is due, or how long the customer has waited since. */
function TimeLeft({ entry }: { entry: InboxEntry }) {
  const now = useNow();
  const { text, isLate } = timeLabel(entry, now);
  return (
    <span className="flex flex-wrap items-center gap-x-2 text-meta tabular-nums">
      {entry.dueSoon && !isLate ? <Badge tone="warn">Due soon</Badge> : null}
      <span className={clsx(isLate ? 'font-medium text-bad' : 'text-soft')}>{text}</span>
    </span>
  );
}

function timeLabel(entry: InboxEntry, now: number): { text: ReactNode; isLate: boolean } {
  const { due, resolvedAt, customerWaitsSince, waitingForCustomer } = entry;
  if (resolvedAt)
    return {
      text: (
        <>
          Resolved <Time at={resolvedAt} />
        </>
      ),
      isLate: false,
    };
  if (due.state === 'paused')
    return { text: `Paused, ${shortDuration(due.remainingMs ?? 0)} left`, isLate: false };
  if (due.answeredAt === null && due.dueAt !== null) {
    const left = Date.parse(due.dueAt) - now;
    if (left <= 0) return { text: `${shortDuration(-left)} late`, isLate: true };
    return { text: `${shortDuration(left)} left`, isLate: false };
  }
  if (waitingForCustomer) return { text: 'Customer’s turn', isLate: false };
  if (!customerWaitsSince) return { text: 'Answered', isLate: false };
  return { text: `Waiting ${shortDuration(now - Date.parse(customerWaitsSince))}`, isLate: false };
}

/** The queue that holds a found request; its agent is named beside it. */
function queueTitle({ resolvedAt, waitingForCustomer }: InboxEntry): string {
  const name: InboxQueue = resolvedAt ? 'resolved' : waitingForCustomer ? 'waiting' : 'open';
  return queueTexts.find((texts) => texts.name === name)?.title ?? '';
}

function Claim({ agent }: Pick<InboxEntry, 'agent'>) {
  if (!agent) return <span>Unclaimed</span>;
  return agent.isMe ? <span className="text-ink">You</span> : <bdi>{agent.name}</bdi>;
}

function entryPath(requestId: string): string {
  return `${inboxPath}/${encodeURIComponent(requestId)}`;
}

type QueueText = { name: InboxQueue; title: string; empty: string; meaning: string };

/** The queues in their order, and what each says while nothing is in it. */
const queueTexts: QueueText[] = [
  {
    name: 'open',
    title: 'Open',
    empty: 'Nothing is open',
    meaning: 'New requests come here, the most urgent first.',
  },
  {
    name: 'mine',
    title: 'Mine',
    empty: 'Nothing is yours',
    meaning: 'What you claim stays here until it is resolved.',
  },
  {
    name: 'waiting',
    title: 'Waiting',
    empty: 'Nobody has to answer you',
    meaning: 'After your question, a request waits here for the answer.',
  },
  {
    name: 'resolved',
    title: 'Resolved',
    empty: 'Nothing is resolved yet',
    meaning: 'Resolved requests come here. You can reopen each.',
  },
];
