import ChevronDown from 'lucide-react/icons/chevron-down';
import { Link } from 'react-router';
import * as z from 'zod/mini';
import type { Plan } from '#shared/contracts/account.ts';
import type { Trail } from '#shared/contracts/trails.ts';
import { ideaName } from '#shared/rules/plans/app-name.ts';
import { trailPath } from '#shared/rules/suite-paths.ts';
import { draftKey } from '#web/drafts/draft-store.ts';
import { useDraft } from '#web/drafts/use-draft.ts';
import { Card } from '#web/ui/Card.tsx';
import { Loading, Skeleton } from '#web/ui/states/Skeleton.tsx';
import { IdeaSteps } from './IdeaSteps.tsx';
import { NextStep } from './NextStep.tsx';
import { trailSteps } from './trail.ts';
import type { TrailActions } from './trail-actions.ts';
import { useTrail, type useTrails } from './use-trails.ts';

type CurrentIdeaProps = {
  userId: string;
  plan: Plan;
  /** At least one idea. */
  trails: [Trail, ...Trail[]];
  list: Pick<ReturnType<typeof useTrails>, 'hasNextPage' | 'fetchNextPage'>;
  actionsOf: (trail: Trail) => TrailActions;
};

const chosen = z.nullable(z.object({ trailId: z.string() }));

/** The idea that is worked on, its steps and its one next action; others can be chosen. */
export function CurrentIdea({ userId, plan, trails, list, actionsOf }: CurrentIdeaProps) {
  const { draft, save } = useDraft(draftKey(userId, 'current-idea'), chosen);
  const trailId = draft?.trailId ?? '';
  const listed = trails.some(({ id }) => id === trailId);
  const { data: older, isLoading } = useTrail(userId, trailId, { enabled: trailId !== '' && !listed });
  if (isLoading)
    return (
      <Loading label="Loading your idea">
        <Skeleton className="h-64 w-full rounded-m" />
      </Loading>
    );
  const choices = listed || !older || older.archived ? trails : [...trails, older];
  const trail = choices.find(({ id }) => id === trailId) ?? lastChanged(trails);
  const { steps, next } = trailSteps(trail, { plan });
  function choose(value: string) {
    if (value === more) void list.fetchNextPage();
    else save({ trailId: value });
  }
  return (
    <Card aria-label="Your idea" className="grid grid-cols-1 gap-5 p-4! sm:p-6!">
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-4 gap-y-1">
        <div className="relative flex min-w-0 items-center gap-2 rounded-s has-focus-visible:outline-2 has-focus-visible:outline-offset-4 has-focus-visible:outline-spark">
          <h2 dir="auto" className="line-clamp-1 text-lg wrap-anywhere" title={trail.idea}>
            {ideaName(trail)}
          </h2>
          {choices.length > 1 || list.hasNextPage ? (
            <>
              <ChevronDown size={16} aria-hidden="true" className="shrink-0 text-soft" />
              <select
                aria-label="Choose an idea"
                value={trail.id}
                onChange={(event) => choose(event.target.value)}
                className="absolute inset-x-0 top-1/2 h-11 w-full -translate-y-1/2 cursor-pointer bg-raised text-base text-ink opacity-0"
              >
                {choices.map((one) => (
                  <option key={one.id} value={one.id}>
                    {ideaName(one)}
                  </option>
                ))}
                {list.hasNextPage ? <option value={more}>Show more ideas</option> : null}
              </select>
            </>
          ) : null}
        </div>
        {trail.idea === ideaName(trail) ? null : (
          <p dir="auto" className="line-clamp-1 min-w-0 flex-[1_1_12rem] text-meta text-faint max-sm:hidden">
            {trail.idea}
          </p>
        )}
        <Link
          to={trailPath(trail.id)}
          className="ml-auto shrink-0 rounded-s text-meta text-soft underline-offset-2 hover:text-ink hover:underline pointer-coarse:py-3"
        >
          See everything
        </Link>
      </div>
      <IdeaSteps steps={steps} current={next.step} />
      <div className="border-t border-line pt-5">
        <NextStep trail={trail} next={next} actions={actionsOf(trail)} />
      </div>
    </Card>
  );
}

const more = 'more';

function lastChanged(trails: [Trail, ...Trail[]]): Trail {
  return trails.reduce((last, trail) => (trail.updatedAt > last.updatedAt ? trail : last));
}
