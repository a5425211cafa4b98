import { type ReactNode, useRef } from 'react';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { ListFailed, MorePages } from '#web/ui/PagedList.tsx';
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx';
import { keyOf, withoutRepeats } from './activity-page.ts';
import type { Activity } from './activity-sources.ts';
import type { useActivities } from './use-activities.ts';

type RenderActivity = (activity: Activity) => ReactNode;

type ActivityListProps = {
  activities: ReturnType<typeof useActivities>;
  renderActivity: RenderActivity;
  /** Stands first: what was begun in this browser. */
  begun: ReactNode;
  /** What stands here when nothing is listed. */
  empty: ReactNode;
};

/** The scrolling list (specification 9: 400 px at most), a page at a time. */
export function ActivityList({ activities, renderActivity, begun, empty }: ActivityListProps) {
  const { data, isPending, isError, isPlaceholderData, missing } = activities;
  const region = useRef<HTMLElement>(null);
  // What had the focus goes.
  const stay = () => region.current?.focus({ preventScroll: true });
  const pages = withoutRepeats(data?.pages ?? []);
  const isEmpty = data !== undefined && !isPlaceholderData && pages.every((entries) => entries.length === 0);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it a keyboard could not scroll what has no buttons
    <section ref={region} aria-label="Activities" tabIndex={0} className={scrolling}>
      <ul aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-60' : undefined}>
        {begun ? <li className={row}>{begun}</li> : null}
        {pages.map((entries, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a page keeps its place
          <PageRows key={place} entries={entries} render={renderActivity} />
        ))}
      </ul>
      {isPending ? <ActivitySkeleton /> : null}
      {isEmpty && !begun && !isError && missing.length === 0 ? <div className={inset}>{empty}</div> : null}
      <MorePages list={activities} label="Show more" onEnd={stay} className={row} />
      {isError ? (
        <ListFailed list={activities} names={names} className={inset}>
          {safe}
        </ListFailed>
      ) : null}
      {missing.length > 0 && !isError ? (
        <ErrorState
          title={`Your ${missing.map((kind) => kindNames[kind]).join(' and ')} could not be loaded.`}
          onRetry={() => void activities.refetch()}
          className={inset}
        >
          {safe}
        </ErrorState>
      ) : null}
    </section>
  );
}

function PageRows({ entries, render }: { entries: Activity[]; render: RenderActivity }) {
  return entries.map((activity) => (
    <li key={keyOf(activity)} className={`${row} ${unseen}`}>
      {render(activity)}
    </li>
  ));
}

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

const kindNames = { ideation: 'sessions', analysis: 'survey results', job: 'support requests' };
const safe = 'Sessions, surveys, answers and requests are safe on the server.';
const names = { all: 'Your activities', more: 'More' };
const scrolling = 'max-h-[400px] overflow-y-auto overscroll-contain rounded-b-m outline-offset-[-2px]';
const inset = 'mx-4 mt-0.5 mb-4 sm:mx-5 sm:mb-5';
const row = 'border-t border-line px-4 py-3.5 sm:px-5';
// Rows out of sight are neither laid out nor painted, so that thousands scroll like twenty.
const unseen = '[contain-intrinsic-block-size:auto_8rem] [content-visibility:auto]';
