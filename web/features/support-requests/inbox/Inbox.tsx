import { useSearchParams } from 'react-router';
import { type InboxQueue, inboxQueue } from '#shared/contracts/support-inbox.ts';
import { InboxList } from './InboxList.tsx';
import { InboxSearch } from './InboxSearch.tsx';
import { QueueTabs } from './QueueTabs.tsx';
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
