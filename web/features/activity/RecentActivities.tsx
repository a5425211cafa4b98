import { Inbox, SearchX } from 'lucide-react';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import type { SurveyAnalysis } from '#shared/contracts/analyses.ts';
import type { Output } from '#shared/contracts/endpoint.ts';
import type { Job } from '#shared/contracts/support-requests.ts';
import type { readTotals } from '#shared/contracts/trails.ts';
import { Card } from '#web/ui/Card.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { buttonClass } from '#web/ui/controls/button-class.ts';
import { Field } from '#web/ui/controls/Field.tsx';
import { TextInput } from '#web/ui/controls/TextInput.tsx';
import { ListFailed, MorePages } from '#web/ui/PagedList.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { Loading, Skeleton } from '#web/ui/states/Skeleton.tsx';
import { useSettled } from '#web/ui/use-settled.ts';
import { IdeationRow } from './IdeationRow.tsx';
import { type Activity, type ActivityFilter, useActivities, useTotals } from './use-activities.ts';

type RecentActivitiesProps = {
  userId: string;
  renderAnalysis: (analysis: SurveyAnalysis) => ReactNode;
  renderJob: (job: Job) => ReactNode;
  onOpenIdeation: (sessionId: string) => void;
  /** Comes first: work begun in this browser. */
  begun?: ReactNode;
  /** First steps of a founder without any activity. */
  firstStep: ReactNode;
};

/** All that a founder did, newest first, to be searched and filtered (specification 2, Dashboard). */
export function RecentActivities(props: RecentActivitiesProps) {
  const { userId, begun, firstStep } = props;
  const field = useRef<HTMLInputElement>(null);
  const { filter, setFilter, typed, setTyped, search } = useWanted();
  const totals = useTotals(userId);
  const activities = useActivities(userId, { filter, search });
  const isWhole = filter === 'all' && search === '' && typed === '';
  const [first] = activities.data?.pages ?? [];
  const hasNone =
    isWhole && !activities.isPlaceholderData && first?.entries.length === 0 && first.missing.length === 0;
  const clear = () => {
    setFilter('all');
    setTyped('');
    field.current?.focus();
  };
  return (
    <Card aria-labelledby="recent-activities" className="p-0! sm:p-0!">
      <h2 id="recent-activities" className="px-4 pt-4 pb-3.5 text-base sm:px-5 sm:pt-5">
        Recent Activities
      </h2>
      {hasNone ? null : (
        <ActivityFilters
          field={field}
          search={typed}
          onSearch={setTyped}
          filter={filter}
          onFilter={setFilter}
          totals={typed.trim() === '' ? totals : undefined}
        />
      )}
      <p role="status" className="sr-only">
        {search === '' ? null : foundLabel(activities)}
      </p>
      <ActivityList
        // Another list begins at its top.
        key={`${filter} ${search}`}
        activities={activities}
        renderActivity={(activity) => renderKind(activity, props)}
        begun={isWhole ? begun : null}
        empty={
          isWhole ? (
            <NothingYet firstStep={firstStep} />
          ) : (
            <NothingMatches search={search} filter={filter} onClear={clear} />
          )
        }
      />
    </Card>
  );
}

function renderKind(activity: Activity, props: RecentActivitiesProps): ReactNode {
  switch (activity.kind) {
    case 'analysis':
      return props.renderAnalysis(activity.analysis);
    case 'job':
      return props.renderJob(activity.job);
    case 'ideation':
      return <IdeationRow ideation={activity.ideation} onOpen={() => props.onOpenIdeation(activity.id)} />;
  }
}

/** Filter and search of the list; `search` follows the typing. */
function useWanted() {
  const [filter, setFilter] = useState<ActivityFilter>('all');
  const [typed, setTyped] = useState('');
  return { filter, setFilter, typed, setTyped, search: useSettled(typed.trim()) };
}

/** For people who don't see how the list changes. */
function foundLabel({ data, isPlaceholderData, hasNextPage }: ReturnType<typeof useActivities>) {
  if (!data || isPlaceholderData) return null;
  const found = data.pages.flatMap(({ entries }) => entries).length;
  if (found === 0) return 'Nothing found';
  return `${hasNextPage ? 'More than ' : ''}${found.toLocaleString()} found`;
}

function NothingYet({ firstStep }: Pick<RecentActivitiesProps, 'firstStep'>) {
  return (
    <EmptyState icon={Inbox} title="No sessions, verdicts or requests yet" action={firstStep}>
      Ideation sessions appear here as you work on them, each survey’s verdict as soon as its first answers
      are counted, and support requests as you submit them.
    </EmptyState>
  );
}

type NothingMatchesProps = { search: string; filter: ActivityFilter; onClear: () => void };

function NothingMatches({ search, filter, onClear }: NothingMatchesProps) {
  if (search === '')
    return (
      <EmptyState
        icon={Inbox}
        title="None of this kind yet"
        action={<Button onClick={onClear}>Show all activities</Button>}
      >
        What you did with the other tools stands under All.
      </EmptyState>
    );
  return (
    <EmptyState
      icon={SearchX}
      title="Nothing matches"
      action={<Button onClick={onClear}>Clear search and filter</Button>}
    >
      {searched[filter]}
    </EmptyState>
  );
}

/** Says no more than was searched: a session and a request by all their words, a survey by its idea. */
const searched: Record<ActivityFilter, string> = {
  all: 'No session’s text, no survey’s idea and no request holds these words.',
  ideation: 'No session’s text holds these words.',
  analysis: 'No survey’s idea holds these words.',
  job: 'No request’s title, app or description holds these words.',
};

type ActivityFiltersProps = {
  field: RefObject<HTMLInputElement | null>;
  search: string;
  onSearch: (search: string) => void;
  filter: ActivityFilter;
  onFilter: (filter: ActivityFilter) => void;
  /** Undefined while no one knows how many there are, and while a search would make them untrue. */
  totals: Output<typeof readTotals.response> | undefined;
};

function ActivityFilters(props: ActivityFiltersProps) {
  const { field, search, onSearch, filter, onFilter, totals } = props;
  const counts: Record<ActivityFilter, number | undefined> = {
    all: totals && totals.ideations + totals.analyses + totals.jobs,
    ideation: totals?.ideations,
    analysis: totals?.analyses,
    job: totals?.jobs,
  };
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-2.5 px-4 pb-3.5 sm:px-5">
      <Field label="Search your activities" className="min-w-0 flex-[1_1_12rem]">
        <TextInput
          ref={field}
          type="search"
          maxLength={200}
          value={search}
          onChange={(event) => onSearch(event.target.value)}
          className="[&::-webkit-search-cancel-button]:grayscale"
        />
      </Field>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, these are buttons */}
      <div role="group" aria-label="Show" className="flex flex-wrap gap-1">
        {filters.map(({ name, title }) => (
          <button
            key={name}
            type="button"
            aria-pressed={filter === name}
            onClick={() => onFilter(name)}
            className={buttonClass(
              { variant: 'quiet' },
              'px-2.5! aria-pressed:bg-muted aria-pressed:text-ink',
            )}
          >
            {title}
            {counts[name] === undefined ? null : (
              <span className="text-meta text-faint tabular-nums">{counts[name].toLocaleString()}</span>
            )}
          </button>
        ))}
      </div>
    </div>
  );
}

const filters: { name: ActivityFilter; title: string }[] = [
  { name: 'all', title: 'All' },
  { name: 'ideation', title: 'Ideation' },
  { name: 'analysis', title: 'Survey results' },
  { name: 'job', title: 'Support requests' },
];

type RenderActivity = (activity: Activity) => ReactNode;

type ActivityListProps = {
  activities: ReturnType<typeof useActivities>;
  renderActivity: RenderActivity;
  /** Comes first: work begun in this browser. */
  begun: ReactNode;
  /** Shown when the list is empty. */
  empty: ReactNode;
};

/** The scrolling list (specification 9: 400 px at most), a page at a time. */
function ActivityList({ activities, renderActivity, begun, empty }: ActivityListProps) {
  const { data, isPending, isError, isPlaceholderData, missing } = activities;
  const region = useRef<HTMLElement>(null);
  // The focused element goes.
  const stay = () => region.current?.focus({ preventScroll: true });
  const isEmpty = !isPlaceholderData && data?.pages.every(({ entries }) => entries.length === 0);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it a keyboard could not scroll what has no buttons
    <section ref={region} aria-label="Activities" tabIndex={0} className={scrolling}>
      <ul aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-60' : undefined}>
        {begun ? <li className={row}>{begun}</li> : null}
        {data?.pages.map(({ entries }, place) => (
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
    <li key={`${activity.kind} ${activity.id}`} className={`${row} ${unseen}`}>
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
