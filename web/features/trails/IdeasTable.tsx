import { clsx } from 'clsx';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Plan } from '#shared/contracts/account.ts';
import type { Trail } from '#shared/contracts/trails.ts';
import { ideaName } from '#shared/rules/plans/app-name.ts';
import { requestPath, trailPath } from '#shared/rules/suite-paths.ts';
import { resultsPath } from '#shared/rules/surveys/survey-path.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { NewMark } from '#web/ui/NewMark.tsx';
import { ListFailed, MorePages } from '#web/ui/PagedList.tsx';
import { agoLabel } from '#web/ui/Time.tsx';
import { countingSurvey, isNamed, type TrailSurvey, trailSteps } from './trail.ts';
import { type TrailActions, takeNextStep } from './trail-actions.ts';
import { nextLabels } from './trail-labels.ts';
import type { useTrails } from './use-trails.ts';

type IdeasTableProps = {
  plan: Plan;
  /** The one active last first. */
  trails: Trail[];
  currentId: string;
  list: Pick<ReturnType<typeof useTrails>, keyof Parameters<typeof MorePages>[0]['list']>;
  actionsOf: (trail: Trail) => TrailActions;
  onChoose: (trailId: string) => void;
};

/** Ideas beside each other: how far each is, and its next step. Nothing where there is only one. */
export function IdeasTable({ plan, trails, currentId, list, actionsOf, onChoose }: IdeasTableProps) {
  const [isWhole, setWhole] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);
  if (trails.length < 2) return null;
  const shown = isWhole ? trails : trails.filter(({ id }, place) => place < shownFirst || id === currentId);
  const count = `${trails.length.toLocaleString()}${list.hasNextPage ? '+' : ''} ideas`;
  const now = Date.now();
  return (
    <Card aria-label="Your ideas" className="overflow-hidden p-0! sm:p-0!">
      <h2 ref={title} tabIndex={-1} className="px-4 pt-4 pb-1 text-base tabular-nums outline-none lg:px-6">
        {count}
      </h2>
      <table className="block w-full table-fixed border-collapse tabular-nums lg:table">
        <thead className="max-lg:sr-only">
          <tr className="text-left text-meta text-faint">
            <th className="py-1.5 pl-6 font-normal">Idea</th>
            <th className="w-30 font-normal">Answers</th>
            <th className="w-34 font-normal">Verdict</th>
            <th className="w-38 font-normal">Last activity</th>
            <th className="w-56 pr-3 text-right font-normal">Next step</th>
          </tr>
        </thead>
        <tbody className="max-lg:block">
          {shown.map((trail) => (
            <IdeaRow
              key={trail.id}
              plan={plan}
              trail={trail}
              isCurrent={trail.id === currentId}
              now={now}
              actions={actionsOf(trail)}
              onChoose={() => onChoose(trail.id)}
            />
          ))}
        </tbody>
      </table>
      {shown.length < trails.length ? (
        <div className="border-t border-line p-3 text-center">
          <Button
            variant="quiet"
            onClick={() => {
              setWhole(true);
              title.current?.focus({ preventScroll: true });
            }}
          >
            Show all {count}
          </Button>
        </div>
      ) : (
        <MorePages
          list={list}
          label="Show more ideas"
          onEnd={() => title.current?.focus({ preventScroll: true })}
          className="border-t border-line p-3"
        />
      )}
      {list.isFetchNextPageError ? (
        <ListFailed list={list} names={{ all: 'Your ideas', more: 'More ideas' }} className="p-4">
          Everything that you made is safe on the server.
        </ListFailed>
      ) : null}
    </Card>
  );
}

const shownFirst = 10;

type IdeaRowProps = {
  plan: Plan;
  trail: Trail;
  isCurrent: boolean;
  now: number;
  actions: TrailActions;
  onChoose: () => void;
};

/** A row of the table; on narrow screens its cells flow into a card. */
function IdeaRow({ plan, trail, isCurrent, now, actions, onChoose }: IdeaRowProps) {
  const name = ideaName(trail);
  const survey = countingSurvey(trail);
  const activity = lastActivity(trail);
  const { next } = trailSteps(trail, { plan });
  const { button } = nextLabels(next.reason, trail);
  return (
    <tr
      aria-current={isCurrent ? 'true' : undefined}
      className={clsx(
        'border-t border-line max-lg:flex max-lg:flex-wrap max-lg:items-center max-lg:gap-x-2 max-lg:px-4 max-lg:py-3 lg:h-14',
        isCurrent && 'bg-muted',
      )}
    >
      <td className="max-lg:contents lg:py-1 lg:pr-4 lg:pl-6">
        {/* As wide as its words: a long name gets a line of its own. */}
        <p className="truncate max-lg:order-1 max-lg:max-w-full max-lg:flex-auto">
          {isCurrent ? (
            <span dir="auto" className="font-medium" title={name}>
              {name}
            </span>
          ) : (
            <button
              type="button"
              dir="auto"
              title={name}
              onClick={onChoose}
              className="max-w-full truncate rounded-s text-left align-bottom font-medium hover:underline pointer-coarse:py-2"
            >
              {name}
            </button>
          )}
        </p>
        {isNamed(trail) ? (
          <p
            dir="auto"
            className="truncate text-meta text-faint max-lg:order-4 max-lg:w-full"
            title={trail.idea}
          >
            {trail.idea}
          </p>
        ) : null}
      </td>
      <td className="max-lg:contents">
        <Answers survey={survey} />
        {survey ? (
          <span className="max-lg:order-2">
            <NewMark count={survey.newAnswers} of="answer" to={resultsPath(survey.surveyId)} />
          </span>
        ) : null}
      </td>
      <td className="max-lg:order-3">
        <Verdict survey={survey} />
      </td>
      <td className="max-lg:order-6 max-lg:grow max-lg:text-meta max-lg:text-soft lg:pr-3">
        <p>
          <span aria-hidden="true" className="lg:hidden">
            ·{' '}
          </span>
          <time dateTime={activity.at} title={new Date(activity.at).toLocaleString()}>
            {agoLabel(activity.at, now)}
          </time>
        </p>
        <p className="truncate text-meta text-faint max-lg:hidden">
          <Link to={activity.to} className="rounded-s hover:text-ink hover:underline">
            {activity.label}
          </Link>
        </p>
      </td>
      <td className="max-lg:order-7 lg:py-1 lg:pr-3 lg:text-right">
        {isCurrent ? (
          <span className="text-soft max-lg:hidden">{button}</span>
        ) : (
          <Button
            aria-label={`${button}: ${name}`}
            onClick={() => takeNextStep(next.action, trail, actions)}
            className="max-lg:h-auto! max-lg:bg-transparent! max-lg:px-0! max-lg:inset-ring-0! lg:h-auto! lg:min-h-control lg:max-w-full lg:py-1 lg:whitespace-normal! pointer-coarse:min-h-11"
          >
            {button}
            <ChevronRight size={15} aria-hidden="true" className="lg:hidden" />
          </Button>
        )}
      </td>
    </tr>
  );
}

/** Answers so far; of how many, until there are enough for a verdict. */
function Answers({ survey }: { survey: TrailSurvey | null }) {
  const answers = survey?.submissions ?? 0;
  const needed = survey && survey.missingAnswers > 0 && answers > 0 ? survey.minimumAnswers : null;
  return (
    <span className="mr-1.5 max-lg:order-5 max-lg:mr-0 max-lg:text-meta max-lg:text-soft">
      {answers === 0 ? (
        <>
          <span className="lg:hidden">No answers yet</span>
          <span className="text-base font-medium max-lg:hidden">0</span>
        </>
      ) : (
        <>
          <span className="lg:text-base lg:font-medium">{answers.toLocaleString()}</span>
          {needed === null ? null : <span className="text-soft">{` of ${needed.toLocaleString()}`}</span>}
          <span className="lg:sr-only">{answers === 1 && needed === null ? ' answer' : ' answers'}</span>
        </>
      )}
    </span>
  );
}

function Verdict({ survey }: { survey: TrailSurvey | null }) {
  const decision = survey?.verdict?.goNoGoDecision;
  const missing = survey?.missingAnswers ?? 0;
  if (!survey || survey.submissions === 0)
    return <span className="text-faint max-lg:hidden">{survey ? 'No answers yet' : 'Nobody asked yet'}</span>;
  if (missing > 0)
    return <span className="text-faint max-lg:hidden">After {missing.toLocaleString()} more</span>;
  if (decision === undefined) return <span className="text-faint max-lg:text-meta">Counting</span>;
  const tone = decision === 'Go' ? 'good' : decision === 'No-Go' ? 'bad' : 'warn';
  return (
    <Badge tone={tone} icon={null}>
      {decision}
    </Badge>
  );
}

type TrailActivity = { at: string; label: string; to: string };

/** Newest thing that happened to an idea, and the page that shows it. */
export function lastActivity(trail: Trail): TrailActivity {
  const to = trailPath(trail.id);
  const { ideations, surveys, buildPrompts, supportRequests, campaigns } = trail;
  const activities: TrailActivity[] = [
    ...ideations.map(({ updatedAt }) => ({ at: updatedAt, label: 'Coached session', to })),
    ...surveys.map(({ created_at }) => ({ at: created_at, label: 'Made the plan', to })),
    ...surveys.map(({ answeredAt, surveyId }) => ({
      at: answeredAt ?? '',
      label: 'New answer',
      to: resultsPath(surveyId),
    })),
    ...buildPrompts.map(({ updatedAt }) => ({ at: updatedAt, label: 'Build prompt', to })),
    ...supportRequests.map(({ id, updatedAt }) => ({
      at: updatedAt,
      label: 'Support request',
      to: requestPath(id),
    })),
    ...campaigns.map(({ updatedAt }) => ({ at: updatedAt, label: 'Conversations', to })),
  ];
  const begun = { at: trail.created_at, label: 'Began the idea', to };
  return activities.sort((one, other) => (one.at < other.at ? 1 : -1))[0] ?? begun;
}
