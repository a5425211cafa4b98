import { useId } from 'react';
import type { SurveyQuestion } from '#shared/contracts/validation.ts';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { Field } from '#web/ui/Field.tsx';
import { Select } from '#web/ui/Select.tsx';
import { TextArea } from '#web/ui/TextArea.tsx';
import { type Answer, isMultiSelect } from './answers.ts';

type QuestionFieldProps = {
  question: SurveyQuestion;
  answer: Answer | undefined;
  isOptional: boolean;
  /** The question needs an answer and was sent without one. */
  unanswered: boolean;
  onAnswer: (answer: Answer) => void;
};

/** The control that fits the question: a select, checkboxes or free text (specification 2). */
export function QuestionField(props: QuestionFieldProps) {
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
