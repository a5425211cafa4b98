import { surveyPath } from '#shared/rules/surveys/survey-path.ts';
import { ShareSurvey } from '#web/features/surveys/share/ShareSurvey.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';

type ShareDialogProps = { surveyId: string; onClose: () => void };

/** How a survey reaches people, without the plan that it came from. */
export function ShareDialog({ surveyId, onClose }: ShareDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Share survey"
      description="Send it to people who have the problem."
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <ShareSurvey surveyId={surveyId} url={`${location.origin}${surveyPath(surveyId)}`} />
    </Dialog>
  );
}
