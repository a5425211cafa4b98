import { useQueryClient } from '@tanstack/react-query';
import { Route } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import type { User } from '#shared/contracts/account.ts';
import type { AfterVerdict } from '#shared/contracts/surveys/analyses.ts';
import type { Trail } from '#shared/contracts/trails.ts';
import { message } from '#shared/messages/catalogue.ts';
import { ideaName } from '#shared/rules/plans/app-name.ts';
import { afterVerdictButtons } from '#shared/rules/verdict/next-step.ts';
import { activitiesKey } from '#web/features/activity/use-activities.ts';
import { JoinTrail } from '#web/features/trails/JoinTrail.tsx';
import { ManageIdea } from '#web/features/trails/ManageIdea.tsx';
import { NextStep } from '#web/features/trails/NextStep.tsx';
import { TrailSteps } from '#web/features/trails/TrailSteps.tsx';
import { actionAfter, type NextAction, trailSteps } from '#web/features/trails/trail.ts';
import { takeNextStep } from '#web/features/trails/trail-actions.ts';
import { useTrail } from '#web/features/trails/use-trails.ts';
import { forgetPlan } from '#web/features/validation/workspace.ts';
import { useSession } from '#web/identity/session.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Card } from '#web/ui/Card.tsx';
import { buttonClass } from '#web/ui/controls/button-class.ts';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { Loading, Skeleton } from '#web/ui/states/Skeleton.tsx';
import { useTitle } from '#web/ui/use-title.ts';
import { ModalsOnDemand } from './dashboard/ModalsOnDemand.tsx';
import { useDashboardDialogs } from './dashboard/use-dashboard-dialogs.ts';

/** Everything that hangs on one idea, what it is on, and the next useful step. */
export function IdeaTrailPage() {
  const { id = '' } = useParams();
  const { user } = useSession();
  useTitle('Idea trail');
  if (!user) return null;
  return (
    <div className="page-edge max-w-4xl px-4 py-8 sm:px-6">
      <Link
        to="/startup-spark-suite/dashboard"
        className="inline-block text-meta text-faint hover:text-ink pointer-coarse:py-3"
      >
        Back to the dashboard
      </Link>
      <ReadTrail key={`${user.id} ${id}`} user={user} trailId={id} />
    </div>
  );
}

function ReadTrail({ user, trailId }: { user: User; trailId: string }) {
  const { data: trail, isPending, refetch } = useTrail(user.id, trailId);
  if (trail) return <OpenTrail user={user} trail={trail} />;
  return (
    <>
      <h1 className="mt-4 mb-5 text-title">Idea trail</h1>
      {isPending ? <TrailSkeleton /> : null}
      {trail === null ? (
        <EmptyState
          icon={Route}
          title={message('trail_not_found').text}
          action={
            <Link to="/startup-spark-suite/dashboard" className={buttonClass()}>
              See your ideas
            </Link>
          }
        >
          It may have been put under another idea: all of them stand on the dashboard.
        </EmptyState>
      ) : null}
      {trail === undefined && !isPending ? (
        <ErrorState title="This idea could not be loaded." onRetry={() => void refetch()}>
          Everything that you made for it is safe on the server.
        </ErrorState>
      ) : null}
    </>
  );
}

function OpenTrail({ user, trail }: { user: User; trail: Trail }) {
  const dialogs = useDashboardDialogs(user);
  const { steps, next } = trailSteps(trail, user);
  const client = useQueryClient();
  function afterChange(deletedSurveyIds: string[]) {
    for (const surveyId of deletedSurveyIds) forgetPlan(user.id, surveyId);
    void client.invalidateQueries({ queryKey: activitiesKey(user.id) });
  }
  const actions = { ...dialogs, readResult: (surveyId: string) => dialogs.readResult(surveyId, trail.id) };
  useWantedStep((action) => takeNextStep(action, trail, actions));
  return (
    <>
      <h1 dir="auto" className="mt-4 text-title wrap-anywhere">
        {ideaName(trail)}
      </h1>
      {trail.archived ? (
        <Badge tone="neutral" icon={null}>
          Archived
        </Badge>
      ) : null}
      {trail.idea === ideaName(trail) ? null : (
        <p dir="auto" className="mt-1 line-clamp-4 text-soft wrap-anywhere" title={trail.idea}>
          {trail.idea}
        </p>
      )}
      <div className="mt-5 grid grid-cols-1 gap-5">
        <Card aria-label="Next step">
          <NextStep trail={trail} next={next} actions={actions} />
        </Card>
        <TrailSteps trail={trail} steps={steps} nextStep={next.step} actions={actions} />
        <JoinTrail userId={user.id} trail={trail} />
        <ManageIdea userId={user.id} trail={trail} onChanged={afterChange} />
      </div>
      <ModalsOnDemand user={user} dialogs={dialogs} />
    </>
  );
}

/** A verdict's button leads here with `?do=` and `?survey=`; both are removed, so that a reload opens nothing. */
function useWantedStep(take: (action: NextAction) => void): void {
  const [search, setSearch] = useSearchParams();
  const wanted = search.get('do');
  const takeOnce = useEffectEvent((next: AfterVerdict) => {
    setSearch({}, { replace: true });
    take(actionAfter(next, search.get('survey') ?? ''));
  });
  useEffect(() => {
    if (wanted && Object.hasOwn(afterVerdictButtons, wanted)) takeOnce(wanted as AfterVerdict);
  }, [wanted]);
}

const stepWidths = ['w-16', 'w-24', 'w-44', 'w-20', 'w-20', 'w-28'];

/** The next step and the steps, before they have come. */
function TrailSkeleton() {
  return (
    <Loading label="Loading the idea">
      <div className="grid gap-5">
        <Card className="grid gap-3">
          <Skeleton className="h-5 w-24" />
          <Skeleton className="h-4 w-full max-w-lg" />
          <Skeleton className="h-control w-44" />
        </Card>
        <Card>
          <Skeleton className="h-5 w-16" />
          <div className="mt-2 divide-y divide-line">
            {stepWidths.map((width, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they never change places
              <div key={place} className="flex gap-3 py-3.5">
                <Skeleton className="size-4.5 shrink-0 rounded-full!" />
                <div className="grid grow gap-2">
                  <Skeleton className={`h-4 max-w-full ${width}`} />
                  <Skeleton className="h-3.5 w-3/5" />
                </div>
              </div>
            ))}
          </div>
        </Card>
      </div>
    </Loading>
  );
}
