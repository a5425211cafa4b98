import type { Campaign } from '#shared/contracts/campaigns.ts';
import { CardOnDemand } from '#web/features/outreach/CardOnDemand.tsx';
import { useCampaigns } from '#web/features/outreach/campaigns/use-campaigns.ts';
import { Card } from '#web/ui/Card.tsx';
import { ReadOnlyNote } from '#web/ui/states/ReadOnlyNote.tsx';
import { Loading, Skeleton } from '#web/ui/states/Skeleton.tsx';
import { inset, NoConversations, RowSkeleton } from './HistoryStates.tsx';

type HistoryCardProps = {
  userId: string;
  /** Shows what the plan lacks, when it has no campaigns: then everything can be read and nothing approved. */
  onUpgrade: (() => void) | null;
  /** Opens the search for conversations. */
  onFind: () => void;
};

/** Engagement History (specification 2, Dashboard). Takes the focus once a campaign was started. */
export function HistoryCard({ userId, onUpgrade, onFind }: HistoryCardProps) {
  const { campaigns = [] } = useCampaigns(userId);
  return (
    <Card
      id="engagement-history"
      aria-labelledby="history-title"
      tabIndex={-1}
      className="scroll-mt-4 p-0! outline-none sm:p-0!"
    >
      <div className="px-4 pt-4 pb-3.5 sm:px-5 sm:pt-5">
        <h2 id="history-title" className="text-base">
          Engagement History
        </h2>
        <p className="text-meta text-faint tabular-nums">{countLabel(campaigns)}</p>
        {onUpgrade && campaigns.length > 0 ? (
          <div className="-mb-5 pt-3">
            <ReadOnlyNote title="Your plan no longer includes campaigns." onUpgrade={onUpgrade}>
              Nothing is taken away: all of it can still be read.
            </ReadOnlyNote>
          </div>
        ) : null}
      </div>
      <CardOnDemand
        userId={userId}
        hasPlan={onUpgrade === null}
        code={code}
        empty={<NoConversations onFind={onFind} />}
        skeleton={<HistorySkeleton />}
        loadingLabel="Loading your conversations"
        className={inset}
      >
        {({ EngagementHistory }) => (
          <EngagementHistory userId={userId} isReadOnly={onUpgrade !== null} onFind={onFind} />
        )}
      </CardOnDemand>
    </Card>
  );
}

const code = { name: 'engagement-history', load: () => import('./EngagementHistory.tsx') };

/** Counts of all conversations, and of those that wait or are posted. */
function countLabel(campaigns: Campaign[]): string {
  const sum = (name: keyof Campaign['conversations']) =>
    campaigns.reduce((all, { conversations }) => all + conversations[name], 0);
  const total = sum('total');
  if (total === 0) return 'Conversations that your campaigns found, and what became of them.';
  const awaiting = sum('awaitingReview');
  const wait = awaiting === 1 ? 'waits' : 'wait';
  return `${awaiting.toLocaleString()} ${wait} for your review · ${sum('posted').toLocaleString()} posted · ${total.toLocaleString()} in all`;
}

function HistorySkeleton() {
  return (
    <>
      <Loading label="Loading the search" className="px-4 pb-3.5 sm:px-5">
        <div className="grid grid-cols-2 gap-x-3 gap-y-2.5 md:grid-cols-4">
          {['search', 'campaign', 'status', 'source'].map((field) => (
            <div
              key={field}
              className={field === 'search' || field === 'campaign' ? 'col-span-2 md:col-span-1' : undefined}
            >
              <Skeleton className="mb-1.5 h-5 w-20" />
              <Skeleton className="h-control w-full" />
            </div>
          ))}
        </div>
      </Loading>
      <RowSkeleton />
    </>
  );
}
