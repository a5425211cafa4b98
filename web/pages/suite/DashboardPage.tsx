import type { User } from '#shared/contracts/account.ts';
import { planNames } from '#shared/rules/prices.ts';
import { RecentActivities } from '#web/features/activity/RecentActivities.tsx';
import { useTotals } from '#web/features/activity/use-totals.ts';
import { SurveyAnalysisCard } from '#web/features/analyses/SurveyAnalysisCard.tsx';
import { usePaymentReturn } from '#web/features/billing/use-payment-return.ts';
import { TrailsCard } from '#web/features/trails/TrailsCard.tsx';
import { ContinuePlan } from '#web/features/validation/ContinuePlan.tsx';
import { useWorkspace } from '#web/features/validation/workspace.ts';
import { useSession } from '#web/identity/session.ts';
import { Button } from '#web/ui/Button.tsx';
import { useTitle } from '#web/ui/use-title.ts';
import { DashboardModals } from './DashboardModals.tsx';
import { DevSupportCard } from './DevSupportCard.tsx';
import { greeting } from './greeting.ts';
import { ResearchCard } from './ResearchCard.tsx';
import { useDashboardDialogs } from './use-dashboard-dialogs.ts';

export function DashboardPage() {
  const { user } = useSession();
  useTitle('Dashboard');
  usePaymentReturn();
  return user ? <Dashboard key={user.id} user={user} /> : null;
}

function Dashboard({ user }: { user: User }) {
  const dialogs = useDashboardDialogs(user);
  return (
    <div className="mx-auto max-w-6xl px-4 py-8 sm:px-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <div className="min-w-0">
          <h1 className="text-title wrap-break-word">{greeting(user.name, new Date())}</h1>
          <Standing user={user} />
        </div>
        <Button variant="primary" onClick={dialogs.startSupportRequest}>
          Start a New Support Request
        </Button>
      </div>
      <div className="mt-6 grid gap-5 lg:grid-cols-[1.55fr_1fr]">
        <div className="grid min-w-0 content-start gap-5">
          <Activities user={user} dialogs={dialogs} />
          <TrailsCard
            userId={user.id}
            plan={user.plan}
            firstStep={<Button onClick={() => dialogs.openIdeation()}>Start with the coach</Button>}
          />
        </div>
        <div className="grid min-w-0 content-start gap-5">
          <ResearchCard plan={user.plan} onOpen={dialogs.openTool} />
          <DevSupportCard plan={user.plan} onSeePlans={dialogs.seePlans} />
        </div>
      </div>
      <DashboardModals userId={user.id} dialogs={dialogs} />
    </div>
  );
}

type ActivitiesProps = { user: User; dialogs: ReturnType<typeof useDashboardDialogs> };

function Activities({ user, dialogs }: ActivitiesProps) {
  const { openIdeation, openValidation, readResult } = dialogs;
  const { open: plan } = useWorkspace(user.id);
  return (
    <RecentActivities
      userId={user.id}
      begun={plan ? <ContinuePlan appName={plan.appName} onContinue={() => openValidation()} /> : undefined}
      firstStep={<Button onClick={() => openValidation()}>Validate an idea</Button>}
      renderAnalysis={(analysis) => (
        <SurveyAnalysisCard
          analysis={analysis}
          onReadMore={() => readResult(analysis.surveyId, analysis.trailId ?? '')}
        />
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
      {answers === 0 ? planNames[plan] : `${planNames[plan]} · ${soFar}`}
    </p>
  );
}
