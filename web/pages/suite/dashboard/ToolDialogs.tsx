import { useQueryClient } from '@tanstack/react-query';
import type { User } from '#shared/contracts/account.ts';
import type { IdeaReading } from '#shared/contracts/reading.ts';
import { outreachKey } from '#web/features/outreach/campaigns/use-campaigns.ts';
import { trailsKey, useTrails } from '#web/features/trails/use-trails.ts';
import { savedReading } from '#web/features/validation/workspace.ts';
import { dialogOnDemand } from '#web/ui/overlays/dialog-on-demand.tsx';
import { loadIdeation, loadJobForm, loadLaunch, loadProofOfConcept, loadValidation } from './load-tools.ts';
import type { DashboardDialog, DashboardDialogs } from './use-dashboard-dialogs.ts';
import { useRefreshRequests } from './use-refresh-requests.ts';

const IdeationDialog = dialogOnDemand(() => loadIdeation().then((m) => m.IdeationDialog));
const ValidationModal = dialogOnDemand(() => loadValidation().then((m) => m.ValidationModal));
const ProofOfConceptDialog = dialogOnDemand(() => loadProofOfConcept().then((m) => m.ProofOfConceptDialog));
const FindDialog = dialogOnDemand(() => loadLaunch().then((m) => m.FindDialog));
const RequestDialog = dialogOnDemand(() => loadJobForm().then((m) => m.RequestDialog));

type ToolDialogsProps = { user: User; dialogs: DashboardDialogs };

/** The tools' dialogs. Each stays once it was opened: what is being written goes on behind the closed dialog. */
export function ToolDialogs({ user, dialogs }: ToolDialogsProps) {
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
