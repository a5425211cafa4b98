import type { Campaign } from '#shared/contracts/campaigns.ts';
import { ReadOnlyNote } from '#web/ui/states/ReadOnlyNote.tsx';

type HistoryHeaderProps = {
  campaigns: Campaign[];
  /** Shows what the plan lacks, when it has no campaigns. */
  onUpgrade: (() => void) | null;
};

export function HistoryHeader({ campaigns, onUpgrade }: HistoryHeaderProps) {
  return (
    <div className="px-4 pt-4 pb-3.5 sm:px-5 sm:pt-5">
      <h2 id="history-title" className="text-base">
        Engagement History
      </h2>
      <p className="text-meta text-faint tabular-nums">{countWords(campaigns)}</p>
      {onUpgrade && campaigns.length > 0 ? (
        <div className="-mb-5 pt-3">
          <ReadOnlyNote title="Your plan no longer includes campaigns." onUpgrade={onUpgrade}>
            Nothing is taken away: all of it can still be read.
          </ReadOnlyNote>
        </div>
      ) : null}
    </div>
  );
}

/** How many conversations there are and how they stand, in one line. */
function countWords(campaigns: Campaign[]): string {
  const total = sum(campaigns.map(({ conversations }) => conversations.total));
  if (total === 0) return 'Conversations that your campaigns found, and what became of them.';
  const awaiting = sum(campaigns.map(({ conversations }) => conversations.awaitingReview));
  const posted = sum(campaigns.map(({ conversations }) => conversations.posted));
  const wait = awaiting === 1 ? 'waits' : 'wait';
  return `${awaiting.toLocaleString()} ${wait} for your review · ${posted.toLocaleString()} posted · ${total.toLocaleString()} in all`;
}

function sum(counts: number[]): number {
  return counts.reduce((all, count) => all + count, 0);
}
