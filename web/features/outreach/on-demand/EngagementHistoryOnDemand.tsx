import type { ReactNode } from 'react';
import { HistoryCard } from '#web/features/outreach/history/conversation/HistoryCard.tsx';
import { HistoryHeader } from '#web/features/outreach/history/HistoryHeader.tsx';
import { HistorySkeleton } from '#web/features/outreach/history/HistorySkeleton.tsx';
import { NothingListed } from '#web/features/outreach/history/NothingListed.tsx';
import { Loading, Skeleton } from '#web/ui/states/Skeleton.tsx';
import { CardFailed } from './CardFailed.tsx';
import { EmptySkeleton } from './EmptySkeleton.tsx';
import { useCardCode } from './use-card-code.ts';

type EngagementHistoryOnDemandProps = {
  userId: string;
  /** Shows what the plan lacks, when it has no campaigns. */
  onUpgrade: (() => void) | null;
  /** Opens the search for conversations. */
  onFind: () => void;
};

/** Engagement History, whose code is fetched for those who have campaigns. */
export function EngagementHistoryOnDemand(props: EngagementHistoryOnDemandProps) {
  const { userId, onUpgrade, onFind } = props;
  const hasPlan = onUpgrade === null;
  const { campaigns, hasNone, code, hasFailed, retry } = useCardCode(userId, hasPlan, history);
  if (code && !hasNone) return <code.EngagementHistory {...props} />;
  const isLoading = !hasNone && !hasFailed;
  const hasList = hasPlan || campaigns.length > 0;
  return (
    <HistoryCard>
      <HistoryHeader campaigns={campaigns} onUpgrade={onUpgrade} />
      {hasNone ? (
        <Inset>
          <NothingListed isWhole onFind={onFind} onClear={onFind} />
        </Inset>
      ) : null}
      {hasFailed ? (
        <Inset>
          <CardFailed onRetry={retry} className="" />
        </Inset>
      ) : null}
      {isLoading && hasList ? <ListSkeleton /> : null}
      {isLoading && !hasList ? (
        <Inset>
          <EmptySkeleton label="Loading your conversations" className="" />
        </Inset>
      ) : null}
    </HistoryCard>
  );
}

const history = {
  name: 'engagement-history',
  load: () => import('#web/features/outreach/history/EngagementHistory.tsx'),
};

function Inset({ children }: { children: ReactNode }) {
  return <div className="mx-4 mt-0.5 mb-4 sm:mx-5 sm:mb-5">{children}</div>;
}

function ListSkeleton() {
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
      <HistorySkeleton />
    </>
  );
}
