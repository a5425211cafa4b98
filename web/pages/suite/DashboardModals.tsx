import type { User } from '#shared/contracts/account.ts';
import { usePlanReread } from '#web/features/billing/use-plan-reread.ts';
import { dialogOnDemand } from '#web/ui/dialog-on-demand.tsx';
import { ToolDialogs } from './ToolDialogs.tsx';
import type { DashboardDialogs } from './use-dashboard-dialogs.ts';
import { useRefreshAfter } from './use-refresh-after.ts';

const PricingDialog = dialogOnDemand(() =>
  import('#web/features/billing/PricingDialog.tsx').then((m) => m.PricingDialog),
);
const ResultsDialog = dialogOnDemand(() =>
  import('#web/features/analyses/ResultsDialog.tsx').then((m) => m.ResultsDialog),
);
const ShareDialog = dialogOnDemand(() => import('./ShareDialog.tsx').then((m) => m.ShareDialog));
const InformationDialog = dialogOnDemand(() =>
  import('./InformationDialog.tsx').then((m) => m.InformationDialog),
);

type DashboardModalsProps = { user: User; dialogs: DashboardDialogs };

/** The dialogs over the dashboard and the trails; each is fetched when it is first opened. */
export function DashboardModals({ user, dialogs }: DashboardModalsProps) {
  const { dialog, close } = dialogs;
  const reread = usePlanReread();
  useRefreshAfter(user.id, dialog);
  return (
    <>
      <ToolDialogs user={user} dialogs={dialogs} />
      {dialog?.name === 'pricing' ? (
        <PricingDialog
          open
          reason={dialog.reason}
          onClose={close}
          onSignUp={close}
          onPlanSubscribed={reread}
        />
      ) : null}
      {dialog?.name === 'results' ? (
        <ResultsDialog
          open
          surveyId={dialog.surveyId}
          onOpenChange={close}
          onBuild={({ idea, surveyId }) =>
            dialogs.openProofOfConcept({ idea, trailId: dialog.trailId, surveyId })
          }
        />
      ) : null}
      {dialog?.name === 'share' ? <ShareDialog surveyId={dialog.surveyId} onClose={close} /> : null}
      {dialog?.name === 'information' ? <InformationDialog topic={dialog.topic} onClose={close} /> : null}
    </>
  );
}
