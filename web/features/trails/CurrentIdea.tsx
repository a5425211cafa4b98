import { useRef } from 'react';
import { Link } from 'react-router';
import * as z from 'zod/mini';
import type { Plan } from '#shared/contracts/account.ts';
import type { Trail } from '#shared/contracts/trails.ts';
import { ideaName } from '#shared/rules/plans/app-name.ts';
import { trailPath } from '#shared/rules/suite-paths.ts';
import { draftKey, readDraft } from '#web/drafts/draft-store.ts';
import { useDraft } from '#web/drafts/use-draft.ts';
import { Card } from '#web/ui/Card.tsx';
import { scrollBehavior } from '#web/ui/motion.ts';
import { Loading, Skeleton } from '#web/ui/states/Skeleton.tsx';
import { IdeaSteps } from './IdeaSteps.tsx';
import { IdeasTable, lastActivity } from './IdeasTable.tsx';
import { NextStep } from './NextStep.tsx';
import { isNamed, trailSteps } from './trail.ts';
import type { TrailActions } from './trail-actions.ts';
import { useTrail, type useTrails } from './use-trails.ts';

type CurrentIdeaProps = {
  userId: string;
  plan: Plan;
  /** At least one idea. */
  trails: [Trail, ...Trail[]];
  list: ReturnType<typeof useTrails>;
  actionsOf: (trail: Trail) => TrailActions;
};

/** The idea that is worked on, among those that are listed; undefined without one, or for one that is not listed. */
export function readCurrentIdea(userId: string, trails: Trail[]): Trail | undefined {
  const trailId = readDraft(draftKey(userId, 'current-idea'), chosen)?.trailId;
  return trailId ? trails.find(({ id }) => id === trailId) : newestFirst(trails)[0];
}

function newestFirst(trails: Trail[]): Trail[] {
  return [...trails].sort((one, other) => (lastActivity(one).at < lastActivity(other).at ? 1 : -1));
}

const chosen = z.nullable(z.object({ trailId: z.string() }));

/** The idea that is worked on, its steps and its one next action, above the table in which others are chosen. */
export function CurrentIdea({ userId, plan, trails, list, actionsOf }: CurrentIdeaProps) {
  const card = useRef<HTMLElement>(null);
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
  const all = [...trails, ...(listed || !older || older.archived ? [] : [older])];
  const choices = newestFirst(all);
  const trail = all.find(({ id }) => id === trailId) ?? choices[0] ?? trails[0];
  const { steps, next } = trailSteps(trail, { plan });
  function choose(id: string) {
    save({ trailId: id });
    card.current?.scrollIntoView({ behavior: scrollBehavior(), block: 'nearest' });
    card.current?.focus({ preventScroll: true });
  }
  return (
    <div className="grid grid-cols-1 gap-5">
      <Card
        ref={card}
        tabIndex={-1}
        aria-label="Your idea"
        className="grid grid-cols-1 gap-5 p-4! outline-none sm:p-6!"
      >
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-4 gap-y-1">
          <h2 dir="auto" className="line-clamp-1 min-w-0 text-lg wrap-anywhere" title={trail.idea}>
            {ideaName(trail)}
          </h2>
          {isNamed(trail) ? (
            <p
              dir="auto"
              className="line-clamp-1 min-w-0 flex-[1_1_12rem] text-meta text-faint max-sm:hidden"
            >
              {trail.idea}
            </p>
          ) : null}
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
      <IdeasTable
        plan={plan}
        trails={choices}
        currentId={trail.id}
        list={list}
        actionsOf={actionsOf}
        onChoose={choose}
      />
    </div>
  );
}
