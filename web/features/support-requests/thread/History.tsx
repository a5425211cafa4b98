import type { HistoryEntry } from '#shared/contracts/support-requests.ts';
import { Time } from '#web/ui/Time.tsx';
import { historyWords } from './history-words.ts';

type HistoryProps = { history: HistoryEntry[]; reader: 'customer' | 'agent' };

/** Every change of a request, folded up until somebody wants to know. */
export function History({ history, reader }: HistoryProps) {
  return (
    <details className="group rounded-m bg-card px-4 py-3 shadow-card sm:px-5">
      <summary className="w-fit cursor-pointer rounded-s py-1 font-medium pointer-coarse:py-3">
        History <span className="font-normal text-faint tabular-nums">({history.length})</span>
      </summary>
      <ol className="mt-2 mb-1 grid grid-cols-1 gap-1.5">
        {history.map((entry) => (
          <li key={entry.id} className="flex flex-wrap gap-x-2 text-meta">
            <Time at={entry.created_at} className="text-faint" />
            <span className="min-w-0 wrap-anywhere">{historyWords(entry, reader)}</span>
          </li>
        ))}
      </ol>
    </details>
  );
}
