import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { User } from '#shared/contracts/account.ts';
import { sendDocuments } from '#web/drafts/unsent.ts';
import { activitiesKey } from '#web/features/activity/use-activities.ts';
import { usePlanReread } from '#web/features/billing/use-payment-return.ts';
import { actionAfter } from '#web/features/trails/trail.ts';
import { takeNextStep } from '#web/features/trails/trail-actions.ts';
import { oneTrailKey, trailsKey } from '#web/features/trails/use-trails.ts';
import { dialogOnDemand } from '#web/ui/overlays/dialog-on-demand.tsx';
import { ToolDialogs } from './ToolDialogs.tsx';
import type { DashboardDialog, DashboardDialogs } from './use-dashboard-dialogs.ts';

const PricingDialog = dialogOnDemand(() =>
  import('#web/features/billing/PricingDialog.tsx').then((m) => m.PricingDialog),
);
const ResultsDialog = dialogOnDemand(() =>
  import('#web/features/analyses/ResultsDialog.tsx').then((m) => m.ResultsDialog),
);
const ShareSurvey = dialogOnDemand(() => import('#web/pages/ShareSurvey.tsx').then((m) => m.ShareSurvey));
const InformationDialog = dialogOnDemand(() =>
  import('./InformationDialog.tsx').then((m) => m.InformationDialog),
);

type DashboardModalsProps = { user: User; dialogs: DashboardDialogs; open: boolean; onClose: () => void };

/** The dialogs themselves; each is fetched when it is first opened. */
export function DashboardModals({ user, dialogs }: DashboardModalsProps) {
  const { dialog, close } = dialogs;
  const client = useQueryClient();
  const reread = usePlanReread();
  useRefreshAfter(user.id, dialog);
  return (
    <>
      <ToolDialogs user={user} dialogs={dialogs} />
      {dialog?.name === 'pricing' ? (
        <PricingDialog
          open
          reason={dialog.reason}
          needed={dialog.needed}
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
          onSeen={() => refreshThings(client, user.id)}
          onNext={(next, { idea, surveyId }) => {
            const trail = { id: dialog.trailId, idea, appName: null, ideations: [] };
            takeNextStep(actionAfter(next, surveyId), trail, dialogs);
          }}
        />
      ) : null}
      {dialog?.name === 'share' ? <ShareSurvey surveyId={dialog.surveyId} onClose={close} /> : null}
      {dialog?.name === 'information' ? <InformationDialog onClose={close} /> : null}
    </>
  );
}

/** Reads activities and trails again once a tool's dialog has gone and its last change has arrived. */
function useRefreshAfter(userId: string, dialog: DashboardDialog | null): void {
  const client = useQueryClient();
  useEffect(() => {
    if (dialog === null) return;
    const change = changeOf(dialog);
    if (change === 'nothing') return;
    const refresh = () => {
      if (change === 'sharing') void client.invalidateQueries({ queryKey: oneTrailKey(userId) });
      else refreshThings(client, userId);
    };
    return () => {
      void sendDocuments(userId)
        .then(() => allSettled(client))
        .then(refresh);
    };
  }, [client, userId, dialog]);
}

/** Waits until no change is being sent. */
function allSettled(client: QueryClient): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (client.isMutating() > 0) return;
      stop();
      resolve();
    };
    const stop = client.getMutationCache().subscribe(look);
    look();
  });
}

function refreshThings(client: QueryClient, userId: string): void {
  void client.invalidateQueries({ queryKey: activitiesKey(userId) });
  void client.invalidateQueries({ queryKey: trailsKey(userId) });
}

/** Kind of change that a dialog can make. */
function changeOf({ name }: DashboardDialog): 'things' | 'sharing' | 'nothing' {
  if (name === 'ideation' || name === 'validation' || name === 'proof-of-concept') return 'things';
  return name === 'share' ? 'sharing' : 'nothing';
}
