import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { SurveyQuestion } from '#shared/contracts/validation.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { type Answer, type Answers, findOptionalRest, findUnanswered } from './answers.ts';
import { QuestionField } from './QuestionField.tsx';
import { SendingNote } from './SendingNote.tsx';
import type { Obstacle } from './use-submission.ts';

type SurveyFormProps = {
  questions: SurveyQuestion[];
  answers: Answers;
  onAnswer: (question: string, answer: Answer) => void;
  /** Every required question is answered. */
  onSubmit: () => void;
  sending: boolean;
  obstacle: Obstacle | null;
  /** The browser keeps the answers. */
  kept: boolean;
  signInAddress: string;
};

export function SurveyForm(props: SurveyFormProps) {
  const { questions, answers, onAnswer, onSubmit, sending } = props;
  const form = useRef<HTMLFormElement>(null);
  const [attempts, setAttempts] = useState(0);
  const unanswered = findUnanswered(questions, answers);
  const optionalFrom = findOptionalRest(questions, answers);

  useEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [attempts]);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (unanswered.size === 0) onSubmit();
    else setAttempts(attempts + 1);
  }

  return (
    <form ref={form} noValidate onSubmit={submit}>
      <Card className="mt-6 sm:p-8">
        <ol className="grid gap-8">
          {questions.map((question, index) => (
            <li key={question.question} className="grid grid-cols-[1.75rem_minmax(0,1fr)]">
              <span className="text-base leading-6 text-faint tabular-nums">{index + 1}.</span>
              <div className="min-w-0">
                <QuestionField
                  question={question}
                  answer={answers.get(question.question)}
                  isOptional={index >= optionalFrom}
                  unanswered={attempts > 0 && unanswered.has(question.question)}
                  onAnswer={(answer) => onAnswer(question.question, answer)}
                />
                {question.endsWith === undefined ? null : (
                  <p role="status" className="mt-2 text-soft empty:hidden">
                    {index + 1 === optionalFrom && optionalFrom < questions.length
                      ? 'Thank you. The rest is optional.'
                      : null}
                  </p>
                )}
              </div>
            </li>
          ))}
        </ol>
      </Card>
      <div className="mt-6 flex flex-col items-start gap-4 sm:flex-row sm:items-center">
        <Button type="submit" variant="primary" size="l" busy={sending} busyText="Submitting...">
          Submit Feedback
        </Button>
        <SendingNote obstacle={props.obstacle} kept={props.kept} signInAddress={props.signInAddress} />
      </div>
    </form>
  );
}
