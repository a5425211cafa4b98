import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import { Link } from 'react-router';
import type { Plan, User } from '#shared/contracts/account.ts';
import { planNames, upgradeNeeded } from '#shared/rules/billing/plans.ts';
import { slaHours } from '#shared/rules/support/request-limits.ts';
import { useConfig } from '#web/api/config.ts';
import { QueryProvider } from '#web/api/QueryProvider.tsx';
import { savePhrases } from '#web/drafts/idea-phrases.ts';
import { RecentActivities } from '#web/features/activity/RecentActivities.tsx';
import { useTotals } from '#web/features/activity/use-activities.ts';
import { SurveyAnalysisCard } from '#web/features/analyses/SurveyAnalysisCard.tsx';
import { ChosenPlan } from '#web/features/billing/ChosenPlan.tsx';
import { usePaymentReturn } from '#web/features/billing/use-payment-return.ts';
import { takePreview } from '#web/features/landing/preview/saved-preview.ts';
import { CampaignsCard } from '#web/features/outreach/campaigns/CampaignsCard.tsx';
import { useCampaigns } from '#web/features/outreach/campaigns/use-campaigns.ts';
import { HistoryCard } from '#web/features/outreach/history/HistoryCard.tsx';
import { ReachCard } from '#web/features/outreach/reach/ReachCard.tsx';
import { allowanceLabel } from '#web/features/support-requests/allowance-labels.ts';
import type { RequestStart } from '#web/features/support-requests/form/request-draft.ts';
import { UnsentRequest } from '#web/features/support-requests/form/UnsentRequest.tsx';
import { JobRow } from '#web/features/support-requests/JobRow.tsx';
import { OpenRequests } from '#web/features/support-requests/OpenRequests.tsx';
import { useNow } from '#web/features/support-requests/time.ts';
import { TrailsCard } from '#web/features/trails/TrailsCard.tsx';
import { trailsKey } from '#web/features/trails/use-trails.ts';
import { ContinuePlan } from '#web/features/validation/ContinuePlan.tsx';
import { changeWorkspace, readWorkspace, useWorkspace } from '#web/features/validation/workspace.ts';
import { useSession } from '#web/identity/session.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Card, CardHeader } from '#web/ui/Card.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { CardBoundary } from '#web/ui/states/CardBoundary.tsx';
import { useTitle } from '#web/ui/use-title.ts';
import { DashboardModals } from './DashboardModals.tsx';
import { preloadJobForm, preloadTool } from './load-tools.ts';
import { type Tool, type ToolName, tools } from './tools.data.ts';
import { useDashboardDialogs } from './use-dashboard-dialogs.ts';
import { useRefreshRequests } from './use-refresh-requests.ts';

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
  useFreshTrails(user.id);
  useSavedPreview(user.id);
  return (
    <div className="mx-auto max-w-6xl px-4 py-8 sm:px-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <div className="min-w-0">
          <h1 className="text-title wrap-anywhere">{greeting(user.name, new Date())}</h1>
          <PlanStatus user={user} />
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
            <HistoryCard
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
      </div>
      <DashboardModals user={user} dialogs={dialogs} />
    </div>
  );
}

/** "Good morning, Ada", by the reader's own clock. */
function greeting(name: string, now: Date): string {
  const hour = now.getHours();
  const time = hour < 5 || hour >= 18 ? 'evening' : hour < 12 ? 'morning' : 'afternoon';
  return name.trim() === '' ? `Good ${time}` : `Good ${time}, ${name.trim()}`;
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
function PlanStatus({ user: { id, plan } }: { user: User }) {
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

type DevSupportCardProps = {
  user: User;
  onSeePlans: () => void;
  /** Goes on with a request that was not sent. */
  onContinue: (start: RequestStart) => void;
};

/** Requests left on the plan, and the newest open ones. */
function DevSupportCard({ user, onSeePlans, onContinue }: DevSupportCardProps) {
  const { data: config } = useConfig();
  const now = useNow();
  const hours = config?.supportHours ? 'working hours' : 'hours';
  return (
    <Card id="dev-support" className="scroll-mt-4">
      <CardHeader title="Dev Support" />
      <p className="mt-1.5">{allowanceLabel(user, now)}</p>
      <p className="mt-1 text-soft">
        {planNames[user.plan]}: a person answers within {slaHours(user.plan)} {hours}.
        {user.plan === 'developer' ? null : ' If that is late, you get the request back.'}
      </p>
      <UnsentRequest userId={user.id} onContinue={onContinue} />
      <OpenRequests userId={user.id} />
      {user.plan === 'developer' ? null : (
        <Button onClick={onSeePlans} className="mt-3">
          Compare the plans
        </Button>
      )}
    </Card>
  );
}

type ResearchCardProps = { plan: Plan; onOpen: (tool: ToolName) => void };

function ResearchCard({ plan, onOpen }: ResearchCardProps) {
  return (
    <Card id="startup-growth" className="scroll-mt-4">
      <CardHeader title="Startup Research & Growth" />
      <ul className="-mx-2 mt-2.5 -mb-2">
        {tools.map((tool) => (
          <li key={tool.tool} className="relative">
            <ToolButton {...tool} plan={plan} onOpen={() => onOpen(tool.tool)} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

type ToolButtonProps = Tool & { plan: Plan; onOpen: () => void };

function ToolButton({ tool, title, note, icon: Icon, plan, onOpen }: ToolButtonProps) {
  const id = useId();
  const needed = planNeeded(plan, tool);
  const preload = () => preloadTool(tool);
  return (
    <>
      <button
        type="button"
        onClick={onOpen}
        onPointerEnter={preload}
        onFocus={preload}
        aria-describedby={needed ? id : undefined}
        className="group flex w-full items-center gap-3 rounded-s px-2 py-2 text-left transition-colors duration-100 hover:bg-muted"
      >
        <span className="grid size-8.5 shrink-0 place-items-center rounded-[9px] bg-muted text-soft group-hover:bg-card">
          <Icon size={17} aria-hidden="true" />
        </span>
        <span className={needed ? 'min-w-0 pr-28' : 'min-w-0'}>
          {title} {note ? <span className="text-faint">({note})</span> : null}
        </span>
      </button>
      {needed ? (
        <span id={id} className="pointer-events-none absolute inset-y-0 right-2 flex items-center">
          <Badge>{needed}</Badge>
        </span>
      ) : null}
    </>
  );
}

function planNeeded(plan: Plan, tool: ToolName): string | null {
  if (tool === 'ideation' || tool === 'social') return null;
  const upgrade = upgradeNeeded(plan, tool);
  if (!upgrade) return null;
  return upgrade === 'upgrade_to_developer' ? 'Developer Plan' : 'Pro Plan';
}

/** Puts the idea of the landing page's preview into the validation dialog; what was there is set aside. */
function useSavedPreview(userId: string): void {
  useEffect(() => {
    const kept = takePreview();
    if (!kept) return;
    const { idea, aside, open, previous } = readWorkspace(userId);
    if (kept.reading) savePhrases(userId, kept.idea, kept.reading);
    changeWorkspace(userId, {
      idea: kept.idea,
      aside: idea.trim() === '' || idea === kept.idea ? aside : idea,
      open: null,
      previous: open ?? previous,
    });
  }, [userId]);
}

/** Reads the trails again once a campaign is otherwise: approved, rejected, paused, posted, here or by the server. */
export function useFreshTrails(userId: string): void {
  const client = useQueryClient();
  const { campaigns } = useCampaigns(userId);
  const snapshot = campaigns?.map(({ id, active, conversations }) => [id, active, conversations]);
  const now = snapshot && JSON.stringify(snapshot);
  const known = useRef(now);
  useEffect(() => {
    const before = known.current;
    known.current = now;
    if (before === undefined || now === undefined || before === now) return;
    void client.invalidateQueries({ queryKey: trailsKey(userId) });
  }, [client, userId, now]);
}
