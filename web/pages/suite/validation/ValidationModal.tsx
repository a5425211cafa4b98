import { useQueryClient } from '@tanstack/react-query';
import { ShareSurvey } from '#web/features/surveys/share/ShareSurvey.tsx';
import { surveyQuery } from '#web/features/surveys/share/survey-query.ts';
import { ValidationDialog, type ValidationDialogProps } from '#web/features/validation/ValidationDialog.tsx';

type ValidationModalProps = Pick<
  ValidationDialogProps,
  'open' | 'onOpenChange' | 'userId' | 'start' | 'onSeePlans' | 'onUpgrade'
>;

/** The validation dialog with the survey's own sharing. */
export function ValidationModal(props: ValidationModalProps) {
  const client = useQueryClient();
  return (
    <ValidationDialog
      {...props}
      key={props.userId}
      share={({ surveyId, surveyUrl }) => <ShareSurvey key={surveyId} surveyId={surveyId} url={surveyUrl} />}
      onSaved={(survey) => client.setQueryData(surveyQuery(survey.surveyId).queryKey, survey)}
    />
  );
}
