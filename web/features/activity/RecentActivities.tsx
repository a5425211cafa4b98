import { Inbox, SearchX } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import type { SurveyAnalysis } from '#shared/contracts/analyses.ts';
import type { Job } from '#shared/contracts/support-requests.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { useSettled } from '#web/ui/use-settled.ts';
import { ActivityFilters } from './ActivityFilters.tsx';
import { ActivityList } from './ActivityList.tsx';
import { type ActivityFilter, withoutRepeats } from './activity-page.ts';
import type { Activity } from './activity-sources.ts';
import { IdeationRow } from './IdeationRow.tsx';
import { useActivities } from './use-activities.ts';
import { useTotals } from './use-totals.ts';

type RecentActivitiesProps = {
  userId: string;
  renderAnalysis: (analysis: SurveyAnalysis) => ReactNode;
  renderJob: (job: Job) => ReactNode;
  onOpenIdeation: (sessionId: string) => void;
  /** Stands first: what was begun in this browser. */
  begun?: ReactNode;
  /** What a founder without any activity can do. */
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
  const hasNone = isWhole && !activities.isPlaceholderData && first?.entries.length === 0 && !first.missing;
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
        {search === '' ? null : foundWords(activities)}
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

/** What the founder asks for; `search` follows what is typed. */
function useWanted() {
  const [filter, setFilter] = useState<ActivityFilter>('all');
  const [typed, setTyped] = useState('');
  return { filter, setFilter, typed, setTyped, search: useSettled(typed.trim()) };
}

/** For people who don't see how the list changes. */
function foundWords({ data, isPlaceholderData, hasNextPage }: ReturnType<typeof useActivities>) {
  if (!data || isPlaceholderData) return null;
  const found = withoutRepeats(data.pages).flat().length;
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
