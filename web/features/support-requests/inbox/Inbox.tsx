import Search from 'lucide-react/icons/search';
import { type FormEvent, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { type InboxQueue, inboxQueue } from '#shared/contracts/support-inbox.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { TextInput } from '#web/ui/controls/TextInput.tsx';
import { InboxList } from './InboxList.tsx';
import { queueTexts } from './queues.data.ts';
import { useInbox } from './use-inbox.ts';

/** All support requests, for those who work on them. Queue and search stand in the address, so that Back works. */
export function Inbox({ userId }: { userId: string }) {
  const [params, setParams] = useSearchParams();
  const queue: InboxQueue = inboxQueue.safeParse(params.get('queue')).data ?? 'open';
  const search = params.get('search')?.trim() ?? '';
  const inbox = useInbox(userId, { queue, search });
  const searchFor = (words: string) => setParams(words ? { queue, search: words } : { queue });
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

type InboxSearchProps = { search: string; onSearch: (words: string) => void };

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
  function change(words: string) {
    setTyped(words);
    if (words === '' && search !== '') onSearch('');
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
