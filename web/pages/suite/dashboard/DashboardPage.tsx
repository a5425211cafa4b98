import { useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import Plus from 'lucide-react/icons/plus';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { User } from '#shared/contracts/account.ts';
import { upgradeNeeded } from '#shared/rules/billing/plans.ts';
import { QueryProvider } from '#web/api/QueryProvider.tsx';
import { readDraft, saveDraft } from '#web/drafts/draft-store.ts';
import { isComplete, movePhrases, readPhrases, savePhrases, visitor } from '#web/drafts/idea-phrases.ts';
import { RecentActivities } from '#web/features/activity/RecentActivities.tsx';
import { SurveyAnalysisCard } from '#web/features/analyses/SurveyAnalysisCard.tsx';
import { ChosenPlan } from '#web/features/billing/ChosenPlan.tsx';
import { usePaymentReturn } from '#web/features/billing/use-payment-return.ts';
import { takePreview } from '#web/features/landing/preview/saved-preview.ts';
import { takeTypedIdea } from '#web/features/landing/preview/typed-idea.ts';
import { useCampaigns } from '#web/features/outreach/campaigns/use-campaigns.ts';
import { UnsentRequest, useUnsentRequest } from '#web/features/support-requests/form/UnsentRequest.tsx';
import { CurrentIdea, readCurrentIdea } from '#web/features/trails/CurrentIdea.tsx';
import { IdeaSteps } from '#web/features/trails/IdeaSteps.tsx';
import { stepNames } from '#web/features/trails/trail.ts';
import { planStart } from '#web/features/trails/trail-actions.ts';
import { trailsKey, useTrails } from '#web/features/trails/use-trails.ts';
import { changeWorkspace, readWorkspace, useWorkspace } from '#web/features/validation/workspace.ts';
import { useSession } from '#web/identity/session.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { CardBoundary } from '#web/ui/states/CardBoundary.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { Loading, Skeleton } from '#web/ui/states/Skeleton.tsx';
import { useTitle } from '#web/ui/use-title.ts';
import { beforeJobForm } from './load-tools.ts';
import { ModalsOnDemand } from './ModalsOnDemand.tsx';
import { NewIdea, newIdea, newIdeaKey } from './NewIdea.tsx';
import { ToolsCard } from './ToolsCard.tsx';
import { useDashboardDialogs } from './use-dashboard-dialogs.ts';
import { useRefreshRequests } from './use-refresh-requests.ts';

const JobRow = lazy(() =>
  import('#web/features/support-requests/JobRow.tsx').then((m) => ({ default: m.JobRow })),
);
const HistoryCard = lazy(() =>
  import('#web/features/outreach/history/HistoryCard.tsx').then((m) => ({ default: m.HistoryCard })),
);
const CampaignsCard = lazy(() =>
  import('#web/features/outreach/campaigns/CampaignsCard.tsx').then((m) => ({ default: m.CampaignsCard })),
);
const ReachCard = lazy(() =>
  import('#web/features/outreach/reach/ReachCard.tsx').then((m) => ({ default: m.ReachCard })),
);

/** The dashboard at `/`, which unlike every other address comes without a cache around it. */
export function HomeDashboard() {
  return (
    <QueryProvider>
      <DashboardPage />
    </QueryProvider>
  );
}

export function DashboardPage() {
  const { user } = useSession();
  useTitle('Dashboard');
  usePaymentReturn();
  return user ? <Dashboard key={user.id} user={user} /> : null;
}

function Dashboard({ user }: { user: User }) {
  const dialogs = useDashboardDialogs(user);
  const list = useTrails(user.id);
  const trails = list.data?.pages.flat() ?? [];
  const [first, ...others] = trails;
  const [isAsked, setAsked] = useState(false);
  const hasNone = list.isSuccess && first === undefined;
  // The box stays under a sentence that is being typed, also when the first idea arrives meanwhile.
  const [isTyping, setTyping] = useState(false);
  const asksForIdea = hasNone || isAsked || isTyping;
  const hasCampaigns = useHasCampaigns(user.id);
  useFreshTrails(user.id);
  useSavedPreview(user);
  return (
    <div className="mx-auto max-w-6xl px-4 py-7 sm:px-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 className="min-w-0 text-title wrap-anywhere">{greeting(user.name, new Date())}</h1>
        <div className="flex flex-wrap gap-2">
          {hasNone ? null : (
            <Button
              aria-expanded={asksForIdea}
              icon={asksForIdea ? null : <Plus size={15} aria-hidden="true" />}
              onClick={() => {
                setAsked(!asksForIdea);
                setTyping(false);
              }}
            >
              {asksForIdea ? 'Back to your idea' : 'New idea'}
            </Button>
          )}
          <Button id="dev-support" {...beforeJobForm} onClick={() => dialogs.openSupportRequest()}>
            Start a New Support Request
          </Button>
        </div>
      </div>
      <CardBoundary name="The plan you chose">
        <ChosenPlan user={user} />
      </CardBoundary>
      {asksForIdea ? <IdeaSteps steps={firstSteps} current="idea" className="mt-8" /> : null}
      {first && !asksForIdea ? (
        <div className="mt-5">
          <CardBoundary name="Your idea">
            <CurrentIdea
              userId={user.id}
              plan={user.plan}
              trails={[first, ...others]}
              list={list}
              actionsOf={({ id }) => ({
                ...dialogs,
                readResult: (surveyId) => dialogs.readResult(surveyId, id),
              })}
            />
          </CardBoundary>
        </div>
      ) : null}
      {list.isPending ? (
        <Loading label="Loading your ideas" className="mt-5">
          <Skeleton className="h-64 w-full rounded-m" />
        </Loading>
      ) : null}
      {list.isError && !first ? (
        <ErrorState
          title="Your ideas could not be loaded."
          onRetry={() => void list.refetch()}
          className="mt-5"
        >
          Everything that you made is safe on the server.
        </ErrorState>
      ) : null}
      <div
        className={clsx(
          'grid grid-cols-1 gap-5 lg:grid-cols-[minmax(0,1.85fr)_minmax(0,1fr)] lg:grid-rows-[auto_1fr]',
          asksForIdea ? 'mt-10' : 'mt-5',
          // Cards move when the idea arrives above them, and a click on a moving button is lost. A slow list shows them.
          list.isLoading && 'animate-rest',
        )}
      >
        {asksForIdea ? (
          <NewIdea
            userId={user.id}
            plan={user.plan}
            isAsked={isAsked}
            onTyping={setTyping}
            onFullPlan={() => {
              setTyping(false);
              const idea = placePreview(user);
              dialogs.openValidation(idea === null ? undefined : { idea, trailId: '' });
            }}
            onCoach={(idea) => {
              setTyping(false);
              dialogs.openIdeation({ idea, trailId: '' });
            }}
            onKnown={(trail, surveyId) => {
              setTyping(false);
              dialogs.openValidation(planStart(trail, { surveyId }));
            }}
          />
        ) : null}
        <ToolsCard
          plan={user.plan}
          onOpen={(tool) =>
            dialogs.openTool(tool, asksForIdea ? undefined : readCurrentIdea(user.id, trails))
          }
          className="scroll-mt-4 self-start lg:col-start-2 lg:row-start-1"
        />
        <div
          className={clsx(
            'grid grid-cols-1 content-start gap-5 empty:hidden lg:col-start-1',
            asksForIdea ? 'lg:row-start-2' : 'lg:row-span-2 lg:row-start-1',
          )}
        >
          <CardBoundary name="Recent Activities">
            <Activities user={user} dialogs={dialogs} />
          </CardBoundary>
          {hasCampaigns ? (
            <CardBoundary name="Engagement History">
              <HistoryCard
                userId={user.id}
                onUpgrade={dialogs.upgradeFor('launch')}
                onFind={() => dialogs.openLaunch()}
                isSought={dialogs.isHistorySought}
                onReached={dialogs.leaveHistory}
              />
            </CardBoundary>
          ) : null}
        </div>
        {hasCampaigns ? (
          <div className="grid grid-cols-1 content-start gap-5 lg:col-start-2 lg:row-start-2">
            <CardBoundary name="Active Campaigns">
              <CampaignsCard
                userId={user.id}
                isReadOnly={dialogs.upgradeFor('launch') !== null}
                onFind={() => dialogs.openLaunch()}
              />
            </CardBoundary>
            <CardBoundary name="The first 1,000">
              <ReachCard userId={user.id} hasPlan={dialogs.upgradeFor('launch') === null} />
            </CardBoundary>
          </div>
        ) : null}
      </div>
      <ModalsOnDemand user={user} dialogs={dialogs} />
    </div>
  );
}

/** Steps before there is an idea. */
const firstSteps = stepNames.map((step) => ({ step, state: step === 'idea' ? 'next' : 'later' }) as const);

/** "Good morning, Ada", by the reader's own clock. */
function greeting(name: string, now: Date): string {
  const hour = now.getHours();
  const time = hour < 5 || hour >= 18 ? 'evening' : hour < 12 ? 'morning' : 'afternoon';
  return name.trim() === '' ? `Good ${time}` : `Good ${time}, ${name.trim()}`;
}

type ActivitiesProps = { user: User; dialogs: ReturnType<typeof useDashboardDialogs> };

function Activities({ user, dialogs }: ActivitiesProps) {
  const { openIdeation, openSupportRequest, readResult } = dialogs;
  const refreshRequests = useRefreshRequests(user.id);
  const { open: plan } = useWorkspace(user.id);
  const unsent = useUnsentRequest(user.id);
  return (
    <RecentActivities
      userId={user.id}
      begun={[
        plan ? <ContinuePlan key="plan" appName={plan.appName} onContinue={dialogs.continuePlan} /> : null,
        unsent ? <UnsentRequest key="request" request={unsent} onContinue={openSupportRequest} /> : null,
      ]}
      renderAnalysis={(analysis) => (
        <SurveyAnalysisCard
          analysis={analysis}
          onReadMore={() => readResult(analysis.surveyId, analysis.trailId ?? '')}
        />
      )}
      renderJob={(job) => (
        <Suspense fallback={<Skeleton className="h-16 w-full" />}>
          <JobRow
            job={job}
            onEdit={() => openSupportRequest({ jobId: job.id })}
            onChanged={refreshRequests}
          />
        </Suspense>
      )}
      onOpenIdeation={(sessionId) => openIdeation({ sessionId })}
    />
  );
}

/** Takes over what a visitor typed on the landing page. */
function useSavedPreview({ id, plan }: User): void {
  useEffect(() => void placePreview({ id, plan }), [id, plan]);
}

/**
 * Puts the idea of a preview into the box and the validation dialog; what was there is set aside. A plan that lies open
 * is not set aside while the account can't write another: the preview then waits for the upgrade.
 * @returns the idea, or null when nothing was placed.
 */
function placePreview({ id: userId, plan }: Pick<User, 'id' | 'plan'>): string | null {
  const { idea, aside, open, previous } = readWorkspace(userId);
  const needsUpgrade = upgradeNeeded(plan, 'validation') !== null;
  const typed = takeTypedIdea();
  const box = newIdeaKey(userId);
  movePhrases(visitor, userId);
  const keepInBox = (sentence: string) => {
    const reading = readPhrases(userId, sentence) ?? undefined;
    if (!readDraft(box, newIdea)) saveDraft(box, { idea: sentence, reading });
  };
  if (open && needsUpgrade) return null;
  const kept = takePreview();
  // An example can be what goes on; the sentence that it was tried beside stays too.
  if (typed && typed !== kept?.idea) keepInBox(typed);
  if (!kept) return null;
  if (kept.reading) savePhrases(userId, kept.idea, kept.reading);
  changeWorkspace(userId, {
    idea: kept.idea,
    aside: idea.trim() === '' || idea === kept.idea ? aside : idea,
    open: null,
    previous: open ?? previous,
    wanted: kept.reading && isComplete(kept.reading) ? kept.idea : '',
  });
  // While the plan waits for an upgrade, the box keeps the sentence in sight.
  if (needsUpgrade) keepInBox(kept.idea);
  return kept.idea;
}

/** True also where the campaigns could not be listed: their cards say so. */
function useHasCampaigns(userId: string): boolean {
  const { campaigns, isError } = useCampaigns(userId);
  return isError || (campaigns !== undefined && campaigns.length > 0);
}

/** Reads the trails again once a campaign is otherwise: approved, rejected, paused, posted, here or by the server. */
export function useFreshTrails(userId: string): void {
  const client = useQueryClient();
  const { campaigns } = useCampaigns(userId);
  // Each listen changes more of a campaign than the trails show.
  const now =
    campaigns &&
    JSON.stringify(campaigns.map(({ id, active, conversations }) => [id, active, conversations]));
  const known = useRef(now);
  useEffect(() => {
    const before = known.current;
    known.current = now;
    if (before && now && before !== now) void client.invalidateQueries({ queryKey: trailsKey(userId) });
  }, [client, userId, now]);
}

type ContinuePlanProps = { appName: string; onContinue: () => void };

/** The plan that lies open in this browser, among the activities. */
function ContinuePlan({ appName, onContinue }: ContinuePlanProps) {
  return (
    <article className="flex min-w-0 flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="min-w-0 flex-[1_1_12rem]">
        <h3 className="wrap-anywhere">
          Validation plan for "<bdi>{appName}</bdi>"
        </h3>
        <p className="text-meta text-faint">Open in this browser</p>
      </div>
      <Button onClick={onContinue}>Continue your plan</Button>
    </article>
  );
}
