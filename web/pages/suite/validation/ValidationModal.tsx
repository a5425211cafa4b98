import { useQueryClient } from '@tanstack/react-query';
import { saveDraft } from '#web/drafts/draft-store.ts';
import { ShareSurvey } from '#web/features/surveys/share/ShareSurvey.tsx';
import { surveyQuery } from '#web/features/surveys/share/survey-query.ts';
import { readStoredSurvey } from '#web/features/surveys/survey-store.ts';
import { ValidationDialog, type ValidationDialogProps } from '#web/features/validation/ValidationDialog.tsx';

const store = { read: readStoredSurvey, write: saveDraft };

type ValidationModalProps = Pick<
  ValidationDialogProps,
  'open' | 'onOpenChange' | 'userId' | 'start' | 'onSeePlans' | 'onUpgrade'
>;

/** The validation dialog with the survey's own storage and sharing. */
export function ValidationModal(props: ValidationModalProps) {
  const client = useQueryClient();
  return (
    <ValidationDialog
      {...props}
      key={props.userId}
      store={store}
      share={({ surveyId, surveyUrl }) => <ShareSurvey key={surveyId} surveyId={surveyId} url={surveyUrl} />}
      onSaved={(survey) => client.setQueryData(surveyQuery(survey.surveyId).queryKey, survey)}
    />
  );
}
