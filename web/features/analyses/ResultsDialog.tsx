import type { SurveyAnalysis } from '#shared/contracts/analyses.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx';
import { ResultsFailed } from './ResultsFailed.tsx';
import { SurveyAnalysisDetail } from './SurveyAnalysisDetail.tsx';
import { useFullAnalysis } from './use-survey-results.ts';

type ResultsDialogProps = {
  /** As it is listed; the rest of it is read when the dialog opens. */
  analysis: Pick<SurveyAnalysis, 'surveyId'>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Max width 4xl and 90 % of the viewport's height (specification 9). */
export function ResultsDialog({ analysis, open, onOpenChange }: ResultsDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Survey Results" size="4xl" reading>
      <Results surveyId={analysis.surveyId} />
    </Dialog>
  );
}

function Results({ surveyId }: { surveyId: string }) {
  const { data, error, isPending, refetch } = useFullAnalysis(surveyId);
  if (data) return <SurveyAnalysisDetail analysis={data} />;
  if (isPending) return <ResultsSkeleton />;
  return <ResultsFailed error={error} onRetry={refetch} />;
}

function ResultsSkeleton() {
  return (
    <Loading label="Loading the results">
      <div className="grid gap-6">
        <Skeleton className="h-5 w-96 max-w-full" />
        <Skeleton className="h-16 w-full rounded-m" />
        <Skeleton className="h-40 w-full rounded-m" />
        <Skeleton className="h-50 w-full rounded-m" />
      </div>
    </Loading>
  );
}
