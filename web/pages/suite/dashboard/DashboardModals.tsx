import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { User } from '#shared/contracts/account.ts';
import type { IdeaReading } from '#shared/contracts/reading.ts';
import { savingKey, sendDocuments } from '#web/drafts/unsent.ts';
import { activitiesKey } from '#web/features/activity/use-activities.ts';
import { usePlanReread } from '#web/features/billing/use-payment-return.ts';
import { outreachKey } from '#web/features/outreach/campaigns/use-campaigns.ts';
import { actionAfter } from '#web/features/trails/trail.ts';
import { takeNextStep } from '#web/features/trails/trail-actions.ts';
import { oneTrailKey, trailsKey, useTrails } from '#web/features/trails/use-trails.ts';
import { savedReading } from '#web/features/validation/workspace.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';
import { dialogOnDemand } from '#web/ui/overlays/dialog-on-demand.tsx';
import { loadIdeation, loadJobForm, loadLaunch, loadProofOfConcept, loadValidation } from './load-tools.ts';
import type { DashboardDialog, DashboardDialogs } from './use-dashboard-dialogs.ts';
import { useRefreshRequests } from './use-refresh-requests.ts';

const PricingDialog = dialogOnDemand(() =>
  import('#web/features/billing/PricingDialog.tsx').then((m) => m.PricingDialog),
);
const ResultsDialog = dialogOnDemand(() =>
  import('#web/features/analyses/ResultsDialog.tsx').then((m) => m.ResultsDialog),
);
const ShareSurvey = dialogOnDemand(() => import('#web/pages/ShareSurvey.tsx').then((m) => m.ShareSurvey));

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
        .then(() => allSaved(client))
        .then(refresh);
    };
  }, [client, userId, dialog]);
}

/** Waits until no change of a dialog is being saved. */
function allSaved(client: QueryClient): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (client.isMutating({ mutationKey: savingKey }) > 0) return;
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

/** Says plainly that Startup Social is not open yet. */
function InformationDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="s"
      title="Information"
      footer={
        <Button variant="primary" onClick={onClose}>
          OK
        </Button>
      }
    >
      <p className="text-soft">
        Startup Social is in beta and not open yet. Momentum Circles, Capital Points and a Daily Challenge are
        planned.
      </p>
    </Dialog>
  );
}

const IdeationDialog = dialogOnDemand(() => loadIdeation().then((m) => m.IdeationDialog));
const ValidationModal = dialogOnDemand(() => loadValidation().then((m) => m.ValidationModal));
const ProofOfConceptDialog = dialogOnDemand(() => loadProofOfConcept().then((m) => m.ProofOfConceptDialog));
const FindDialog = dialogOnDemand(() => loadLaunch().then((m) => m.FindDialog));
const RequestDialog = dialogOnDemand(() => loadJobForm().then((m) => m.RequestDialog));

type ToolDialogsProps = { user: User; dialogs: DashboardDialogs };

/** The tools' dialogs. Each stays once it was opened: what is being written goes on behind the closed dialog. */
function ToolDialogs({ user, dialogs }: ToolDialogsProps) {
  const { dialog, close, seePlans } = dialogs;
  const ideation = openOf(dialog, 'ideation');
  const validation = openOf(dialog, 'validation');
  const proofOfConcept = openOf(dialog, 'proof-of-concept');
  const common = { userId: user.id, onOpenChange: close };
  const readingOf = useReadingOf(user);
  return (
    <>
      <IdeationDialog
        {...common}
        open={ideation !== null}
        start={ideation?.start}
        readingOf={readingOf}
        onValidate={dialogs.openValidation}
      />
      <ValidationModal
        {...common}
        open={validation !== null}
        start={validation?.start}
        onSeePlans={seePlans}
        onUpgrade={dialogs.upgradeFor('validation')}
      />
      <ProofOfConceptDialog
        {...common}
        open={proofOfConcept !== null}
        start={proofOfConcept?.start}
        readingOf={readingOf}
        onSeePlans={seePlans}
        onUpgrade={dialogs.upgradeFor('proof-of-concept')}
      />
      <LaunchDialog user={user} dialogs={dialogs} />
      <SupportDialog user={user} dialogs={dialogs} />
    </>
  );
}

/** The founder's phrases of an idea: as this browser has them, or else as their account does. */
function useReadingOf({ id }: User): (idea: string) => IdeaReading | undefined {
  const { data } = useTrails(id);
  return (idea) => {
    const trail = data?.pages.flat().find((one) => one.idea.trim() === idea.trim());
    return savedReading(id, idea) ?? trail?.reading ?? undefined;
  };
}

/** The idea, and on lines of their own who has the problem and what goes wrong, where it says neither. */
function withPhrases(idea: string, reading: IdeaReading | undefined): string {
  const said = idea.toLowerCase();
  const phrases = [reading?.who ?? '', reading?.trouble ?? ''];
  return [idea, ...phrases.filter((phrase) => !said.includes(phrase.toLowerCase()))].join('\n');
}

/** Also stays: what was found can be come back to, and a campaign that is being started is answered behind it. */
function LaunchDialog({ user, dialogs }: ToolDialogsProps) {
  const open = openOf(dialogs.dialog, 'launch');
  const refreshCampaigns = useRefreshCampaigns(user.id);
  const start = open?.start;
  const readingOf = useReadingOf(user);
  return (
    <FindDialog
      open={open !== null}
      onOpenChange={dialogs.close}
      userId={user.id}
      start={start && { ...start, idea: withPhrases(start.idea, readingOf(start.idea)) }}
      onSeePlans={() => dialogs.seePlansFor('showAcquisitionModal')}
      onStarted={() => {
        dialogs.closeLaunch();
        // The new conversations are there by then, and the closing dialog has given the focus back.
        void refreshCampaigns().then(dialogs.seekHistory);
      }}
    />
  );
}

/** Also a dialog that stays: what was sent is answered behind it. */
function SupportDialog({ user, dialogs }: ToolDialogsProps) {
  const open = openOf(dialogs.dialog, 'job-form');
  const refreshRequests = useRefreshRequests(user.id);
  return (
    <RequestDialog
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

/** The dialog of that name while it is open. */
function openOf<Name extends DashboardDialog['name']>(dialog: DashboardDialog | null, name: Name) {
  return dialog?.name === name ? (dialog as Open<Name>) : null;
}

/** Reads campaigns, conversations and trails again once a campaign was started; done when they are there. */
function useRefreshCampaigns(userId: string): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all(
      [outreachKey(userId), trailsKey(userId)].map((queryKey) => client.invalidateQueries({ queryKey })),
    );
  };
}
