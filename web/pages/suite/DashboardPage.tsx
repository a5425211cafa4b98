import { Link } from 'react-router';
import type { User } from '#shared/contracts/account.ts';
import { planNames } from '#shared/rules/prices.ts';
import { RecentActivities } from '#web/features/activity/RecentActivities.tsx';
import { useTotals } from '#web/features/activity/use-totals.ts';
import { SurveyAnalysisCard } from '#web/features/analyses/SurveyAnalysisCard.tsx';
import { ChosenPlan } from '#web/features/billing/ChosenPlan.tsx';
import { usePaymentReturn } from '#web/features/billing/use-payment-return.ts';
import { ActiveCampaignsOnDemand } from '#web/features/outreach/on-demand/ActiveCampaignsOnDemand.tsx';
import { EngagementHistoryOnDemand } from '#web/features/outreach/on-demand/EngagementHistoryOnDemand.tsx';
import { FirstThousandOnDemand } from '#web/features/outreach/on-demand/FirstThousandOnDemand.tsx';
import { JobRow } from '#web/features/support-requests/JobRow.tsx';
import { TrailsCard } from '#web/features/trails/TrailsCard.tsx';
import { ContinuePlan } from '#web/features/validation/ContinuePlan.tsx';
import { useWorkspace } from '#web/features/validation/workspace.ts';
import { useSession } from '#web/identity/session.ts';
import { Button } from '#web/ui/Button.tsx';
import { CardBoundary } from '#web/ui/CardBoundary.tsx';
import { useTitle } from '#web/ui/use-title.ts';
import { DashboardModals } from './DashboardModals.tsx';
import { DevSupportCard } from './DevSupportCard.tsx';
import { greeting } from './greeting.ts';
import { preloadJobForm } from './load-tools.ts';
import { ResearchCard } from './ResearchCard.tsx';
import { useDashboardDialogs } from './use-dashboard-dialogs.ts';
import { useFreshTrails } from './use-fresh-trails.ts';
import { useKeptPreview } from './use-kept-preview.ts';
import { useRefreshRequests } from './use-refresh-requests.ts';

export function DashboardPage() {
  const { user } = useSession();
  useTitle('Dashboard');
  usePaymentReturn();
  return user ? <Dashboard key={user.id} user={user} /> : null;
}

function Dashboard({ user }: { user: User }) {
  const dialogs = useDashboardDialogs(user);
  useFreshTrails(user.id);
  useKeptPreview(user.id);
  return (
    <div className="mx-auto max-w-6xl px-4 py-8 sm:px-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <div className="min-w-0">
          <h1 className="text-title wrap-anywhere">{greeting(user.name, new Date())}</h1>
          <Standing user={user} />
        </div>
        <Button
          variant="primary"
          onPointerEnter={preloadJobForm}
          onFocus={preloadJobForm}
          onClick={() => dialogs.openSupportRequest()}
        >
          Start a New Support Request
        </Button>
      </div>
      <ChosenPlan user={user} />
      <div className="mt-6 grid grid-cols-1 gap-5 lg:grid-cols-[minmax(0,1.55fr)_minmax(0,1fr)]">
        <div className="grid grid-cols-1 content-start gap-5">
          <CardBoundary name="Recent Activities">
            <Activities user={user} dialogs={dialogs} />
          </CardBoundary>
          <CardBoundary name="Your ideas">
            <TrailsCard
              userId={user.id}
              plan={user.plan}
              firstStep={<Button onClick={() => dialogs.openIdeation()}>Start with the coach</Button>}
            />
          </CardBoundary>
          <CardBoundary name="Engagement History">
            <EngagementHistoryOnDemand
              userId={user.id}
              onUpgrade={dialogs.upgradeFor('launch')}
              onFind={() => dialogs.openLaunch()}
            />
          </CardBoundary>
        </div>
        <div className="grid grid-cols-1 content-start gap-5">
          <ResearchCard plan={user.plan} onOpen={dialogs.openTool} />
          <CardBoundary name="Dev Support">
            <DevSupportCard
              user={user}
              onSeePlans={dialogs.seePlans}
              onContinue={dialogs.openSupportRequest}
            />
          </CardBoundary>
          <CardBoundary name="Active Campaigns">
            <ActiveCampaignsOnDemand
              userId={user.id}
              isReadOnly={dialogs.upgradeFor('launch') !== null}
              onFind={() => dialogs.openLaunch()}
            />
          </CardBoundary>
          <CardBoundary name="The first 1,000">
            <FirstThousandOnDemand userId={user.id} hasPlan={dialogs.upgradeFor('launch') === null} />
          </CardBoundary>
        </div>
      </div>
      <DashboardModals user={user} dialogs={dialogs} />
    </div>
  );
}

type ActivitiesProps = { user: User; dialogs: ReturnType<typeof useDashboardDialogs> };

function Activities({ user, dialogs }: ActivitiesProps) {
  const { openIdeation, openValidation, openSupportRequest, readResult } = dialogs;
  const refreshRequests = useRefreshRequests(user.id);
  const { open: plan } = useWorkspace(user.id);
  return (
    <RecentActivities
      userId={user.id}
      begun={plan ? <ContinuePlan appName={plan.appName} onContinue={dialogs.continuePlan} /> : undefined}
      firstStep={<Button onClick={() => openValidation()}>Validate an idea</Button>}
      renderAnalysis={(analysis) => (
        <SurveyAnalysisCard
          analysis={analysis}
          onReadMore={() => readResult(analysis.surveyId, analysis.trailId ?? '')}
        />
      )}
      renderJob={(job) => (
        <JobRow job={job} onEdit={() => openSupportRequest({ jobId: job.id })} onChanged={refreshRequests} />
      )}
      onOpenIdeation={(sessionId) => openIdeation({ sessionId })}
    />
  );
}

/** The plan, and how many answers all surveys have together. */
function Standing({ user: { id, plan } }: { user: User }) {
  const answers = useTotals(id)?.answers ?? 0;
  const soFar = answers === 1 ? '1 answer so far' : `${answers.toLocaleString()} answers so far`;
  return (
    <p className="text-meta text-faint tabular-nums">
      <Link
        to="/startup-spark-suite/billing"
        className="rounded-s underline underline-offset-2 hover:text-ink"
      >
        {planNames[plan]}
      </Link>
      {answers === 0 ? null : ` · ${soFar}`}
    </p>
  );
}
