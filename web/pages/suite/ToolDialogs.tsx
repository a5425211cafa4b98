import { lazy, useState } from 'react';
import { loadIdeation, loadProofOfConcept, loadValidation } from './load-tools.ts';
import type { DashboardDialog, DashboardDialogs } from './use-dashboard-dialogs.ts';

const IdeationDialog = lazy(() => loadIdeation().then((m) => ({ default: m.IdeationDialog })));
const ValidationModal = lazy(() => loadValidation().then((m) => ({ default: m.ValidationModal })));
const ProofOfConceptDialog = lazy(() =>
  loadProofOfConcept().then((m) => ({ default: m.ProofOfConceptDialog })),
);

type ToolDialogsProps = { userId: string; dialogs: DashboardDialogs };

/** The tools' dialogs. Each stays once it was opened: what is being written goes on behind the closed dialog. */
export function ToolDialogs({ userId, dialogs }: ToolDialogsProps) {
  const { dialog, close, seePlans } = dialogs;
  const ideation = useStaying(dialog, 'ideation');
  const validation = useStaying(dialog, 'validation');
  const proofOfConcept = useStaying(dialog, 'proof-of-concept');
  const common = { userId, onOpenChange: close };
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
        />
      ) : null}
      {proofOfConcept.wasOpen ? (
        <ProofOfConceptDialog
          {...common}
          open={proofOfConcept.open !== null}
          start={proofOfConcept.open?.start}
          onSeePlans={seePlans}
        />
      ) : null}
    </>
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
