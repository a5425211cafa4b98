import type { SurveyAnalysis } from '#shared/contracts/analyses.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx';
import { BuildFromAnswers } from './BuildFromAnswers.tsx';
import { ResultsFailed } from './ResultsFailed.tsx';
import { SurveyAnalysisDetail } from './SurveyAnalysisDetail.tsx';
import { useFullAnalysis } from './use-survey-results.ts';

type ResultsDialogProps = {
  surveyId: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Begins a build prompt that is traced to these answers. */
  onBuild: (analysis: SurveyAnalysis) => void;
};

/** Max width 4xl and 90 % of the viewport's height (specification 9). */
export function ResultsDialog({ surveyId, open, onOpenChange, onBuild }: ResultsDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Survey Results" size="4xl" reading>
      <Results surveyId={surveyId} onBuild={onBuild} />
    </Dialog>
  );
}

function Results({ surveyId, onBuild }: Pick<ResultsDialogProps, 'surveyId' | 'onBuild'>) {
  const { data, error, isPending, refetch } = useFullAnalysis(surveyId);
  if (data)
    return (
      <SurveyAnalysisDetail analysis={data}>
        <BuildFromAnswers analysis={data} onBuild={() => onBuild(data)} />
      </SurveyAnalysisDetail>
    );
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
