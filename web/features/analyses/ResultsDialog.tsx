import { Link } from 'react-router';
import type { AfterVerdict, SurveyAnalysis } from '#shared/contracts/surveys/analyses.ts';
import { surveyPath } from '#shared/rules/surveys/survey-path.ts';
import { afterVerdict, afterVerdictButtons } from '#shared/rules/verdict/next-step.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { buttonClass } from '#web/ui/controls/button-class.ts';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';
import { Loading, Skeleton } from '#web/ui/states/Skeleton.tsx';
import { SurveyAnalysisDetail } from './SurveyResults.tsx';
import { OwnAnswers } from './submissions/AnswerLink.tsx';
import { ResultsFailed, useSurveyResults } from './survey-results.tsx';
import { useSeen } from './use-seen.ts';

type ResultsDialogProps = {
  surveyId: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Opens what comes after the verdict. */
  onNext: (next: AfterVerdict, analysis: SurveyAnalysis) => void;
  /** The new answers are marked as seen. */
  onSeen?: () => void;
};

/** Max width 4xl and 90 % of the viewport's height (specification 9). */
export function ResultsDialog({ surveyId, open, onOpenChange, onNext, onSeen }: ResultsDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Survey Results" size="4xl" reading>
      <Results surveyId={surveyId} onNext={onNext} onSeen={onSeen} />
    </Dialog>
  );
}

function Results({ surveyId, onNext, onSeen }: Pick<ResultsDialogProps, 'surveyId' | 'onNext' | 'onSeen'>) {
  const { data, error, isPending, refetch } = useSurveyResults(surveyId);
  useSeen(data, onSeen);
  if (data) {
    const next = afterVerdict(data.analysis.goNoGoDecision, data.basis);
    return (
      <OwnAnswers value={data.trailId ? surveyId : null}>
        <SurveyAnalysisDetail
          analysis={data}
          next={
            <div className="flex flex-wrap gap-2">
              <Button variant="primary" onClick={() => onNext(next, data)}>
                {afterVerdictButtons[next]}
              </Button>
              <Link to={`${surveyPath(surveyId)}/results`} className={buttonClass({ variant: 'quiet' })}>
                Open results page
              </Link>
            </div>
          }
        />
      </OwnAnswers>
    );
  }
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
