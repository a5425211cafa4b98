import { SearchX, TriangleAlert } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { surveyPageMessages } from '#shared/messages/survey-page.ts';
import { Button } from '#web/ui/Button.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { useTitle } from '#web/ui/use-title.ts';
import { Answering } from './Answering.tsx';
import type { SurveyState } from './load-survey.ts';
import { Notice } from './Notice.tsx';
import { SurveySkeleton } from './SurveySkeleton.tsx';
import { signInAddress } from './survey-address.ts';
import { ThankYou } from './ThankYou.tsx';
import { ToastArea } from './ToastArea.tsx';
import { failureText } from './use-submission.ts';
import { useSurvey } from './use-survey.ts';
import { useToast } from './use-toast.ts';

type SurveyScreenProps = {
  surveyId: string;
  /** Goes to an address outside of this page, without a way back to it. */
  leave: (address: string) => void;
};

/** The survey page in each of its states (specification 2, Survey page). */
export function SurveyScreen({ surveyId, leave }: SurveyScreenProps) {
  const { state, refresh, retry } = useSurvey(surveyId);
  const { toast, show, dismiss } = useToast();
  /** What became of the answers, once they are sent. */
  const [sent, setSent] = useState<string | null>(null);
  useTitle(titleOf(state));

  const enter = useEffectEvent((status: SurveyState['status']) => {
    if (status === 'sign-in') leave(signInAddress(surveyId));
    if (status === 'data-missing') show(surveyPageMessages.survey_data_missing);
  });
  useEffect(() => enter(state.status), [state.status]);

  return (
    <>
      {sent ? <ThankYou surveyId={surveyId} text={sent} /> : null}
      {!sent && state.status === 'ready' ? (
        <Answering
          surveyId={surveyId}
          survey={state.survey}
          onSent={(note = 'Your answers are saved.') => setSent(note)}
          onChanged={refresh}
          show={show}
        />
      ) : null}
      {!sent && state.status !== 'ready' ? <NoSurvey state={state} onRetry={retry} /> : null}
      <ToastArea toast={toast} onDismiss={dismiss} />
    </>
  );
}

function NoSurvey({ state, onRetry }: { state: SurveyState; onRetry: () => void }) {
  switch (state.status) {
    case 'not-found':
      return (
        <Notice
          icon={SearchX}
          title={surveyPageMessages.survey_not_found.title}
          text="There is no survey at this address. Please check the link, or ask who sent it to you."
        >
          <a href="/" className={buttonClass()}>
            Return to Home
          </a>
        </Notice>
      );
    case 'data-missing': {
      const { title, text } = surveyPageMessages.survey_data_missing;
      return (
        <Notice icon={TriangleAlert} title={title} text={text}>
          <Button onClick={onRetry}>Try again</Button>
        </Notice>
      );
    }
    case 'failed':
      return (
        <ErrorState title="The survey could not be loaded." onRetry={onRetry}>
          {failureText(state.error)}
        </ErrorState>
      );
    default:
      return <SurveySkeleton />;
  }
}

const titleLength = 60;

function titleOf(state: SurveyState): string {
  if (state.status === 'not-found') return surveyPageMessages.survey_not_found.title;
  if (state.status !== 'ready') return 'Survey';
  const { idea } = state.survey;
  const letters = [...idea];
  return `Feedback for: ${letters.length > titleLength ? `${letters.slice(0, titleLength).join('')}…` : idea}`;
}
