import { Link } from 'react-router';
import type { InboxQueue } from '#shared/contracts/support-inbox.ts';
import { queueTexts } from './queues.data.ts';

type QueueTabsProps = {
  queue: InboxQueue;
  search: string;
  /** Unknown until the first page is there. */
  counts: Record<InboxQueue, number> | undefined;
};

export function QueueTabs({ queue, search, counts }: QueueTabsProps) {
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
