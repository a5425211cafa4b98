import type { UseQueryResult } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import type { ReactNode } from 'react';
import type { SurveyAnalysis } from '#shared/contracts/analyses.ts';
import { Card } from '#web/ui/Card.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx';

type RecentActivitiesProps = {
  activities: UseQueryResult<SurveyAnalysis[]>;
  renderAnalysis: (analysis: SurveyAnalysis) => ReactNode;
  /** Stands first: what was begun in this browser. */
  begun?: ReactNode;
  /** What a founder without any activity can do. */
  firstStep: ReactNode;
};

export function RecentActivities({ activities, renderAnalysis, begun, firstStep }: RecentActivitiesProps) {
  const { data, isPending, refetch } = activities;
  return (
    <Card aria-labelledby="recent-activities" className="p-0! sm:p-0!">
      <h2 id="recent-activities" className="px-4 pt-4 pb-3.5 text-base sm:px-5 sm:pt-5">
        Recent Activities
      </h2>
      <div className="max-h-[400px] overflow-y-auto rounded-b-m">
        {begun ? <div className={row}>{begun}</div> : null}
        {data?.map((analysis) => (
          <div key={analysis.surveyId} className={row}>
            {renderAnalysis(analysis)}
          </div>
        ))}
        {isPending ? <ActivitySkeleton /> : null}
        {data?.length === 0 && !begun ? (
          <EmptyState icon={Inbox} title="Nothing has happened yet" action={firstStep} className={inset}>
            Each survey’s verdict appears here as soon as its first answers are counted.
          </EmptyState>
        ) : null}
        {!data && !isPending ? (
          <ErrorState
            title="Your activities could not be loaded."
            onRetry={() => refetch()}
            className={inset}
          >
            Surveys and answers are safe on the server.
          </ErrorState>
        ) : null}
      </div>
    </Card>
  );
}

const inset = 'mx-4 mb-4 sm:mx-5 sm:mb-5';
const row = 'border-t border-line px-4 py-3.5 sm:px-5';

function ActivitySkeleton() {
  return (
    <Loading label="Loading your activities" className={row}>
      <div className="grid grid-cols-1 gap-2.5">
        <div className="flex justify-between gap-6">
          <Skeleton className="h-4 w-64 max-w-full" />
          <Skeleton className="h-4 w-16" />
        </div>
        <Skeleton className="h-3 w-full" />
        <Skeleton className="h-3 w-2/5" />
      </div>
    </Loading>
  );
}
