import { clsx } from 'clsx';
import Search from 'lucide-react/icons/search';
import SearchX from 'lucide-react/icons/search-x';
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import type { Job } from '#shared/contracts/support-requests/support-requests.ts';
import type { SurveyAnalysis } from '#shared/contracts/surveys/analyses.ts';
import { Card } from '#web/ui/Card.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { Field } from '#web/ui/controls/Field.tsx';
import { IconButton } from '#web/ui/controls/IconButton.tsx';
import { TextInput } from '#web/ui/controls/TextInput.tsx';
import { ListFailed, MorePages } from '#web/ui/PagedList.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { Loading, Skeleton } from '#web/ui/states/Skeleton.tsx';
import { useSettled } from '#web/ui/use-settled.ts';
import { IdeationRow } from './IdeationRow.tsx';
import { type Activity, type ActivityFilter, useActivities } from './use-activities.ts';

type RecentActivitiesProps = {
  userId: string;
  renderAnalysis: (analysis: SurveyAnalysis) => ReactNode;
  renderJob: (job: Job) => ReactNode;
  onOpenIdeation: (sessionId: string) => void;
  /** Come first: work begun in this browser, or null. */
  begun: ReactNode[];
};

/** All that a founder did, newest first, to be searched and filtered (specification 2, Dashboard); nothing without any. */
export function RecentActivities(props: RecentActivitiesProps) {
  const { userId } = props;
  const field = useRef<HTMLInputElement>(null);
  const all = useRef<HTMLButtonElement>(null);
  const { filter, setFilter, typed, setTyped, search } = useWanted();
  const activities = useActivities(userId, { filter, search });
  const isWhole = filter === 'all' && search === '' && typed === '';
  const begun = isWhole ? props.begun.filter((work) => work !== null) : [];
  const [first] = activities.data?.pages ?? [];
  const hasNone =
    isWhole && !activities.isPlaceholderData && first?.entries.length === 0 && first.missing.length === 0;
  if (hasNone && begun.length === 0) return null;
  const clear = () => {
    setFilter('all');
    setTyped('');
    (field.current ?? all.current)?.focus();
  };
  return (
    <Card
      aria-labelledby="recent-activities"
      className={clsx('p-0! sm:p-0!', activities.isPending && begun.length === 0 && 'animate-late')}
    >
      <ActivityFilters
        field={field}
        all={all}
        search={typed}
        onSearch={setTyped}
        filter={filter}
        onFilter={setFilter}
        isOffered={!hasNone}
      />
      <p role="status" className="sr-only">
        {search === '' ? null : foundLabel(activities)}
      </p>
      <ActivityList
        // Another list begins at its top.
        key={`${filter} ${search}`}
        activities={activities}
        renderActivity={(activity) => renderKind(activity, props)}
        begun={begun}
        empty={isWhole ? null : <NothingMatches search={search} onClear={clear} />}
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

type NothingMatchesProps = { search: string; onClear: () => void };

function NothingMatches({ search, onClear }: NothingMatchesProps) {
  return (
    <EmptyState
      icon={SearchX}
      title={search === '' ? 'None of this kind yet' : 'Nothing matches'}
      action={<Button onClick={onClear}>Show all activities</Button>}
    />
  );
}

type ActivityFiltersProps = {
  field: RefObject<HTMLInputElement | null>;
  all: RefObject<HTMLButtonElement | null>;
  search: string;
  onSearch: (search: string) => void;
  filter: ActivityFilter;
  onFilter: (filter: ActivityFilter) => void;
  /** False where there is nothing to search. */
  isOffered: boolean;
};

function ActivityFilters(props: ActivityFiltersProps) {
  const { field, all, search, onSearch, filter, onFilter, isOffered } = props;
  const [isSearching, setSearching] = useState(false);
  const input = useId();
  useEffect(() => {
    if (isSearching) field.current?.focus();
  }, [isSearching, field]);
  return (
    <div className="px-4 pt-3 pb-2.5 sm:px-5">
      <div className="flex flex-wrap items-center gap-x-3">
        <h2 id="recent-activities" className="mr-auto text-base">
          Recent Activities
        </h2>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, these are buttons */}
        <div role="group" aria-label="Show" hidden={!isOffered} className="-mx-2 flex flex-wrap items-center">
          {filters.map(({ name, title }) => (
            <button
              key={name}
              ref={name === 'all' ? all : null}
              type="button"
              aria-pressed={filter === name}
              onClick={() => onFilter(name)}
              className="h-8 rounded-full px-2.75 text-[0.8125rem] text-soft transition-colors duration-100 hover:text-ink aria-pressed:bg-muted aria-pressed:font-medium aria-pressed:text-ink pointer-coarse:h-11"
            >
              {title}
            </button>
          ))}
          <IconButton
            aria-label="Search"
            aria-expanded={isSearching}
            aria-controls={input}
            onClick={() => {
              onSearch('');
              setSearching(!isSearching);
            }}
          >
            <Search size={16} aria-hidden="true" />
          </IconButton>
        </div>
      </div>
      <div id={input} hidden={!isSearching}>
        {isSearching ? (
          <Field label="Search your activities" className="pt-1 pb-1.5">
            <TextInput
              ref={field}
              type="search"
              maxLength={200}
              value={search}
              onChange={(event) => onSearch(event.target.value)}
              className="[&::-webkit-search-cancel-button]:grayscale"
            />
          </Field>
        ) : null}
      </div>
    </div>
  );
}

const filters: { name: ActivityFilter; title: string }[] = [
  { name: 'all', title: 'All' },
  { name: 'ideation', title: 'Ideation' },
  { name: 'analysis', title: 'Surveys' },
  { name: 'job', title: 'Support' },
];

type RenderActivity = (activity: Activity) => ReactNode;

type ActivityListProps = {
  activities: ReturnType<typeof useActivities>;
  renderActivity: RenderActivity;
  /** Come first: work begun in this browser. */
  begun: ReactNode[];
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
        {begun.map((work, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: each kind has its place
          <li key={place} className={row}>
            {work}
          </li>
        ))}
        {data?.pages.map(({ entries }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a page keeps its place
          <PageRows key={place} entries={entries} render={renderActivity} />
        ))}
      </ul>
      {isPending ? <ActivitySkeleton /> : null}
      {isEmpty && begun.length === 0 && !isError && missing.length === 0 ? (
        <div className={inset}>{empty}</div>
      ) : null}
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
const row = 'border-t border-line px-4 py-3 sm:px-5';
// Rows out of sight are neither laid out nor painted, so that thousands scroll like twenty.
const unseen = '[contain-intrinsic-block-size:auto_8rem] [content-visibility:auto]';
