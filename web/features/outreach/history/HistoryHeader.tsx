import type { Campaign } from '#shared/contracts/campaigns.ts';
import { ReadOnlyNote } from '#web/ui/ReadOnlyNote.tsx';
import { countWords } from './count-words.ts';

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
