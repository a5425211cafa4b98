import { useQuery } from '@tanstack/react-query';
import type { Survey } from '#shared/contracts/surveys/surveys.ts';
import { summaryPost } from '#shared/rules/plans/summary-post.ts';
import { surveyPath } from '#shared/rules/surveys/survey-path.ts';
import { surveyQuery } from '#web/api/survey-query.ts';
import { ShareDialog } from '#web/features/surveys/share/ShareDialog.tsx';
import { readPlan } from '#web/features/validation/plan/use-plan.ts';

type ShareSurveyProps = { surveyId: string; onClose: () => void };

/** The share dialog with the founder's plan as this browser has it, or else with what the survey alone gives. */
export function ShareSurvey({ surveyId, onClose }: ShareSurveyProps) {
  const plan = readPlan(surveyId);
  const { data: survey } = useQuery(surveyQuery(surveyId));
  const url = `${location.origin}${surveyPath(surveyId)}`;
  return (
    <ShareDialog
      surveyId={surveyId}
      url={url}
      name={plan?.appName || survey?.idea || ''}
      post={plan?.summaryPost || (survey ? writePost(survey, url) : null)}
      communities={plan?.socialLinks ?? survey?.socialLinks ?? []}
      onClose={onClose}
    />
  );
}

function writePost({ questions, asksContact }: Survey, surveyUrl: string): string {
  return summaryPost({ questions, surveyUrl, asksContact });
}
