import { lazy, Suspense, useState } from 'react';
import { usePlanReread } from '#web/features/billing/use-plan-reread.ts';
import { loadValidation } from './load-validation.ts';
import type { DashboardDialogs } from './use-dashboard-dialogs.ts';

const ValidationModal = lazy(() => loadValidation().then((m) => ({ default: m.ValidationModal })));
const PricingDialog = lazy(() =>
  import('#web/features/billing/PricingDialog.tsx').then((m) => ({ default: m.PricingDialog })),
);
const ResultsDialog = lazy(() =>
  import('#web/features/analyses/ResultsDialog.tsx').then((m) => ({ default: m.ResultsDialog })),
);
const InformationDialog = lazy(() =>
  import('./InformationDialog.tsx').then((m) => ({ default: m.InformationDialog })),
);

type DashboardModalsProps = { userId: string; dialogs: DashboardDialogs };

/** The dialogs over the dashboard; each is fetched when it is first opened. */
export function DashboardModals({ userId, dialogs }: DashboardModalsProps) {
  const { dialog, close } = dialogs;
  const reread = usePlanReread();
  // Stays once it was opened: a plan that is being written goes on behind the closed dialog.
  const [wasValidating, setWasValidating] = useState(false);
  const validating = dialog?.name === 'validation';
  if (validating && !wasValidating) setWasValidating(true);
  return (
    <Suspense fallback={null}>
      {validating || wasValidating ? (
        <ValidationModal
          userId={userId}
          open={validating}
          onOpenChange={close}
          onSeePlans={dialogs.seePlans}
        />
      ) : null}
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
        <ResultsDialog open analysis={dialog.analysis} onOpenChange={close} />
      ) : null}
      {dialog?.name === 'information' ? <InformationDialog topic={dialog.topic} onClose={close} /> : null}
    </Suspense>
  );
}
