import { lazy, useState } from 'react';
import type { User } from '#shared/contracts/account.ts';
import { loadIdeation, loadJobForm, loadLaunch, loadProofOfConcept, loadValidation } from './load-tools.ts';
import { showHistory } from './show-history.ts';
import type { DashboardDialog, DashboardDialogs } from './use-dashboard-dialogs.ts';
import { useRefreshCampaigns } from './use-refresh-campaigns.ts';
import { useRefreshRequests } from './use-refresh-requests.ts';

const IdeationDialog = lazy(() => loadIdeation().then((m) => ({ default: m.IdeationDialog })));
const ValidationModal = lazy(() => loadValidation().then((m) => ({ default: m.ValidationModal })));
const ProofOfConceptDialog = lazy(() =>
  loadProofOfConcept().then((m) => ({ default: m.ProofOfConceptDialog })),
);
const FindDialog = lazy(() => loadLaunch().then((m) => ({ default: m.FindDialog })));
const JobFormDialog = lazy(() => loadJobForm().then((m) => ({ default: m.JobFormDialog })));

type ToolDialogsProps = { user: User; dialogs: DashboardDialogs };

/** The tools' dialogs. Each stays once it was opened: what is being written goes on behind the closed dialog. */
export function ToolDialogs({ user, dialogs }: ToolDialogsProps) {
  const { dialog, close, seePlans } = dialogs;
  const ideation = useStaying(dialog, 'ideation');
  const validation = useStaying(dialog, 'validation');
  const proofOfConcept = useStaying(dialog, 'proof-of-concept');
  const common = { userId: user.id, onOpenChange: close };
  return (
    <>
      {ideation.wasOpen ? (
        <IdeationDialog
          {...common}
          open={ideation.open !== null}
          start={ideation.open?.start}
          onValidate={dialogs.openValidation}
        />
      ) : null}
      {validation.wasOpen ? (
        <ValidationModal
          {...common}
          open={validation.open !== null}
          start={validation.open?.start}
          onSeePlans={seePlans}
          onUpgrade={dialogs.upgradeFor('validation')}
        />
      ) : null}
      {proofOfConcept.wasOpen ? (
        <ProofOfConceptDialog
          {...common}
          open={proofOfConcept.open !== null}
          start={proofOfConcept.open?.start}
          onSeePlans={seePlans}
          onUpgrade={dialogs.upgradeFor('proof-of-concept')}
        />
      ) : null}
      <LaunchDialog user={user} dialogs={dialogs} />
      <RequestDialog user={user} dialogs={dialogs} />
    </>
  );
}

/** For the card to draw what was read. */
const settleMs = 100;

/** Also stays: what was found can be come back to, and a campaign that is being started is answered behind it. */
function LaunchDialog({ user, dialogs }: ToolDialogsProps) {
  const { open, wasOpen } = useStaying(dialogs.dialog, 'launch');
  const refreshCampaigns = useRefreshCampaigns(user.id);
  if (!wasOpen) return null;
  return (
    <FindDialog
      open={open !== null}
      onOpenChange={dialogs.close}
      userId={user.id}
      start={open?.start}
      onSeePlans={() => dialogs.seePlansFor('showAcquisitionModal')}
      onStarted={() => {
        dialogs.closeLaunch();
        // The new conversations are there by then, and the closing dialog has given the focus back.
        void refreshCampaigns().then(() => setTimeout(showHistory, settleMs));
      }}
    />
  );
}

/** Also a dialog that stays: what was sent is answered behind it. */
function RequestDialog({ user, dialogs }: ToolDialogsProps) {
  const { open, wasOpen } = useStaying(dialogs.dialog, 'job-form');
  const refreshRequests = useRefreshRequests(user.id);
  if (!wasOpen) return null;
  return (
    <JobFormDialog
      open={open !== null}
      onOpenChange={dialogs.close}
      user={user}
      start={open?.start}
      onSeePlans={() => dialogs.seePlansFor('jobForm')}
      onSubmitted={(job) => {
        dialogs.closeJobForm();
        refreshRequests(job);
      }}
    />
  );
}

type Open<Name extends DashboardDialog['name']> = Extract<DashboardDialog, { name: Name }>;

/** The dialog of that name while it is open, and whether it ever was. */
function useStaying<Name extends DashboardDialog['name']>(dialog: DashboardDialog | null, name: Name) {
  const [wasOpen, setWasOpen] = useState(false);
  const open = dialog?.name === name ? (dialog as Open<Name>) : null;
  if (open && !wasOpen) setWasOpen(true);
  return { open, wasOpen: wasOpen || open !== null };
}
