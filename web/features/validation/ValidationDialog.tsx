import type { ReactNode } from 'react';
import type { Survey } from '#shared/contracts/surveys.ts';
import { needsAsking } from '#shared/rules/needs-asking.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { useOtherTab } from '#web/ui/use-other-tab.ts';
import type { FounderPlan } from './founder-plan.ts';
import { IdeaForm } from './IdeaForm.tsx';
import { OpeningNote } from './OpeningNote.tsx';
import { PlanView } from './PlanView.tsx';
import type { PlanShelf } from './plan-shelf.ts';
import { RunNote } from './RunNote.tsx';
import { SavingNote } from './SavingNote.tsx';
import { useGeneration } from './use-generation.ts';
import type { PlanStart } from './use-idea.ts';
import { useOpening } from './use-opening.ts';
import { usePhrases } from './use-phrases.ts';
import { usePlan } from './use-plan.ts';
import { useSurveySaving } from './use-survey-saving.ts';

export type ValidationDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  userId: string;
  /** The trail that the idea belongs to, with the words that it has there. */
  start?: PlanStart | undefined;
  shelf: PlanShelf;
  /** Draws how a stored survey is shared. */
  share: (plan: FounderPlan) => ReactNode;
  onSaved: (survey: Survey) => void;
  onSeePlans: () => void;
  /** Shows what the plan lacks; then everything is read-only. */
  onUpgrade?: (() => void) | null;
};

/** Stays mounted while closed, so that closing it does not end what is under way. */
export function ValidationDialog(props: ValidationDialogProps) {
  const { open, onOpenChange, userId, start, shelf, share, onSaved, onSeePlans, onUpgrade = null } = props;
  const current = usePlan(userId, shelf);
  const saving = useSurveySaving(current, onSaved, onUpgrade !== null);
  const asking = usePhrases(userId);
  const generation = useGeneration(current, asking);
  const opening = useOpening(start, current, saving.flush);
  const { plan, previous } = current;
  /** The phrases of the plan that the same sentence has already. */
  const readingOf = (idea: string) => {
    const reading = [plan, previous].find((known) => known?.idea === idea)?.reading;
    return reading && !needsAsking(reading) ? reading : undefined;
  };
  const otherTab = useOtherTab(open && plan ? `validation-plan:${plan.surveyId}` : null);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="4xl"
      title="Validating & Prototyping"
      description="Generate a validation plan and a survey from your idea in one sentence, then share them with people who have the problem."
      footer={
        <>
          {plan ? (
            <SavingNote current={current} saving={saving} otherTab={otherTab} onSeePlans={onSeePlans} />
          ) : (
            <p className="mr-auto text-meta text-faint">Nothing is shared yet.</p>
          )}
          <Button onClick={() => onOpenChange(false)}>Close</Button>
        </>
      }
    >
      <IdeaForm
        userId={userId}
        start={start}
        asking={asking}
        hasPlan={plan !== null}
        busy={generation.arrived !== null}
        onUpgrade={onUpgrade}
        onSubmit={(request) => {
          saving.flush();
          generation.generate({ ...request, reading: request.reading ?? readingOf(request.idea) });
        }}
        onStop={generation.stop}
        onBringBack={previous ? current.bringBack : null}
      />
      <OpeningNote opening={opening} />
      <RunNote generation={generation} current={current} onSeePlans={onSeePlans} />
      {plan && saving.problems ? (
        <PlanView
          plan={plan}
          problems={saving.problems}
          onUpgrade={onUpgrade}
          onEdit={current.edit}
          share={share}
        />
      ) : null}
    </Dialog>
  );
}
