import type { ToastContent } from '#web/ui/ToastCard.tsx';
import { fitAnswers, toResponses } from './answers.ts';
import { SurveyForm } from './SurveyForm.tsx';
import { SurveyHeading } from './SurveyHeading.tsx';
import { signInAddress } from './survey-address.ts';
import type { SurveyDefinition } from './survey-definition.ts';
import { useDraft } from './use-draft.ts';
import { useSubmission } from './use-submission.ts';

type AnsweringProps = {
  surveyId: string;
  survey: SurveyDefinition;
  onSent: (note?: string) => void;
  onChanged: () => Promise<void>;
  show: (toast: ToastContent) => void;
};

/** The questions, and what becomes of the answers. */
export function Answering({ surveyId, survey, onSent, onChanged, show }: AnsweringProps) {
  const { draft, kept, answer, drop } = useDraft(surveyId, () => onSent());
  const { sending, obstacle, submit } = useSubmission({
    show,
    onChanged,
    onSent: (note) => {
      drop();
      onSent(note);
    },
  });
  const answers = fitAnswers(survey.questions, draft.answers);

  return (
    <>
      <SurveyHeading idea={survey.idea} questions={survey.questions.length} />
      <SurveyForm
        questions={survey.questions}
        answers={answers}
        onAnswer={answer}
        onSubmit={() =>
          submit({ surveyId, survey, responses: toResponses(survey.questions, answers) }, draft.key)
        }
        sending={sending}
        obstacle={obstacle}
        kept={kept}
        signInAddress={signInAddress(surveyId)}
      />
    </>
  );
}
