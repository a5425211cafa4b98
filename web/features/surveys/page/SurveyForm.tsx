import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import type { SurveyQuestion } from '#shared/contracts/validation.ts';
import { Card } from '#web/ui/Card.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { Checkbox } from '#web/ui/controls/Checkbox.tsx';
import { Field } from '#web/ui/controls/Field.tsx';
import { Select } from '#web/ui/controls/Select.tsx';
import { TextArea } from '#web/ui/controls/TextArea.tsx';
import { type Answer, type Answers, findOptionalRest, findUnanswered, isMultiSelect } from './answers.ts';
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
  isStored: boolean;
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
        <SendingNote
          obstacle={props.obstacle}
          isStored={props.isStored}
          signInAddress={props.signInAddress}
        />
      </div>
    </form>
  );
}

type QuestionFieldProps = {
  question: SurveyQuestion;
  answer: Answer | undefined;
  isOptional: boolean;
  /** The question needs an answer and was sent without one. */
  unanswered: boolean;
  onAnswer: (answer: Answer) => void;
};

/** The control that fits the question: a select, checkboxes or free text (specification 2). */
function QuestionField(props: QuestionFieldProps) {
  if (isMultiSelect(props.question)) return <Checkboxes {...props} />;
  return props.question.type === 'open-ended' ? <FreeText {...props} /> : <SingleChoice {...props} />;
}

function SingleChoice({ question, answer = '', isOptional, unanswered, onAnswer }: QuestionFieldProps) {
  return (
    <Field
      label={<QuestionText>{question.question}</QuestionText>}
      error={unanswered ? 'Please select an option.' : null}
      required={!isOptional}
    >
      <Select value={answer} onChange={(event) => onAnswer(event.currentTarget.value)}>
        <option value="">-- Select an option --</option>
        {question.options?.map((option) => (
          <option key={option} value={option} dir="auto">
            {option}
          </option>
        ))}
      </Select>
    </Field>
  );
}

/** As much as the server takes. */
const longestAnswer = 10_000;

function FreeText({ question, answer = '', isOptional, unanswered, onAnswer }: QuestionFieldProps) {
  return (
    <Field
      label={<QuestionText>{question.question}</QuestionText>}
      error={unanswered ? 'Please write an answer.' : null}
      required={!isOptional}
    >
      <TextArea
        autoGrow
        rows={3}
        dir="auto"
        maxLength={longestAnswer}
        value={answer}
        onChange={(event) => onAnswer(event.currentTarget.value)}
      />
    </Field>
  );
}

function Checkboxes({ question, answer = [], onAnswer }: QuestionFieldProps) {
  const help = useId();
  return (
    <fieldset aria-describedby={help} className="min-w-0">
      <legend className="font-medium">
        <QuestionText>{question.question}</QuestionText>
      </legend>
      <p id={help} className="mt-1 mb-1 text-meta text-faint">
        {/choose all that apply/i.test(question.question) ? 'Optional.' : 'Choose all that apply. Optional.'}
      </p>
      {question.options?.map((option) => (
        <Checkbox
          key={option}
          label={<bdi>{option}</bdi>}
          checked={answer.includes(option)}
          onChange={(event) => onAnswer(change([...answer], option, event.currentTarget.checked))}
        />
      ))}
    </fieldset>
  );
}

function QuestionText({ children }: { children: string }) {
  return <bdi className="block text-base leading-6 wrap-anywhere">{children}</bdi>;
}

function change(chosen: string[], option: string, checked: boolean): string[] {
  return checked ? [...chosen, option] : chosen.filter((other) => other !== option);
}

type SendingNoteProps = { obstacle: Obstacle | null; isStored: boolean; signInAddress: string };

/** State of the answers, and after a failure the way out; the toast will be gone. */
function SendingNote({ obstacle, isStored, signInAddress }: SendingNoteProps) {
  const place = isStored ? 'They are kept in this browser.' : 'Please keep this page open.';
  return (
    <p role="status" className="max-w-[52ch] text-meta text-soft">
      {obstacle === null
        ? 'Your answers are sent without your name; people with this link can read them. '
        : null}
      {obstacle === null && isStored ? 'Until you send them, they are kept in this browser.' : null}
      {obstacle === 'other' ? `Your answers are not sent yet. ${place} Please try again.` : null}
      {obstacle === 'changed'
        ? 'The questions were loaded again. Answers that still fit are kept: please check them and send again.'
        : null}
      {obstacle === 'sign-in' ? (
        <>
          {`Your answers are not sent yet. ${place} `}
          <a href={signInAddress} className="font-medium text-spark-ink underline">
            Sign in and come back
          </a>
        </>
      ) : null}
    </p>
  );
}
