import type { User } from '#shared/contracts/account.ts';
import type { SurveyAnalysis } from '#shared/contracts/analyses.ts';
import { planNames } from '#shared/rules/prices.ts';
import { RecentActivities } from '#web/features/activity/RecentActivities.tsx';
import { useActivities } from '#web/features/activity/use-activities.ts';
import { SurveyAnalysisCard } from '#web/features/analyses/SurveyAnalysisCard.tsx';
import { usePaymentReturn } from '#web/features/billing/use-payment-return.ts';
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
  const activities = useActivities(user.id);
  const { open: plan } = useWorkspace(user.id);
  const validate = () => dialogs.openTool('validation');
  return (
    <div className="mx-auto max-w-6xl px-4 py-8 sm:px-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <div className="min-w-0">
          <h1 className="text-title wrap-break-word">{greeting(user.name, new Date())}</h1>
          <p className="text-meta text-faint tabular-nums">{standing(user, activities.data)}</p>
        </div>
        <Button variant="primary" onClick={dialogs.startSupportRequest}>
          Start a New Support Request
        </Button>
      </div>
      <div className="mt-6 grid gap-5 lg:grid-cols-[1.55fr_1fr]">
        <div className="min-w-0">
          <RecentActivities
            activities={activities}
            begun={plan ? <ContinuePlan appName={plan.appName} onContinue={validate} /> : undefined}
            firstStep={<Button onClick={validate}>Validate an idea</Button>}
            renderAnalysis={(analysis) => (
              <SurveyAnalysisCard analysis={analysis} onReadMore={() => dialogs.readResult(analysis)} />
            )}
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

/** The plan, and how many answers all surveys have together. */
function standing({ plan }: User, analyses: SurveyAnalysis[] | undefined): string {
  const answers = (analyses ?? []).reduce((sum, { submissionCount }) => sum + submissionCount, 0);
  const soFar = answers === 1 ? '1 answer so far' : `${answers.toLocaleString()} answers so far`;
  return answers === 0 ? planNames[plan] : `${planNames[plan]} · ${soFar}`;
}
