import type { SurveyAnalysis } from '#shared/contracts/analyses.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { SurveyAnalysisDetail } from './SurveyAnalysisDetail.tsx';

type ResultsDialogProps = { analysis: SurveyAnalysis; open: boolean; onOpenChange: (open: boolean) => void };

/** Max width 4xl and 90 % of the viewport's height (specification 9). */
export function ResultsDialog({ analysis, open, onOpenChange }: ResultsDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Survey Results" size="4xl">
      <SurveyAnalysisDetail analysis={analysis} />
    </Dialog>
  );
}
