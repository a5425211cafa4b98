import type { IdeationStage } from '#shared/contracts/ideation.ts';
import { textsOfStage } from '#shared/rules/ideation-stages.ts';
import { Button } from '#web/ui/Button.tsx';
import { ideaForm } from './IdeaForm.tsx';

type StageButtonProps = {
  nextStage: IdeationStage | null;
  isWriting: boolean;
  isSaving: boolean;
  onStop: () => void;
};

/** The one button that leads through the stages (specification 4), and the way to stop it. */
export function StageButton({ nextStage, isWriting, isSaving, onStop }: StageButtonProps) {
  return (
    <>
      {isWriting ? <Button onClick={onStop}>Stop</Button> : null}
      <Button
        type="submit"
        form={ideaForm}
        variant="primary"
        busy={isWriting || isSaving}
        busyText={isSaving ? 'Saving...' : 'Generating...'}
      >
        {nextStage ? textsOfStage(nextStage).button : 'Save Ideation'}
      </Button>
    </>
  );
}
