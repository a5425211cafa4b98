import { clsx } from 'clsx';
import { type ComponentProps, type ReactNode, useId } from 'react';
import type { SurveyQuestion } from '#shared/contracts/surveys/validation.ts';
import { isMultiSelect, type SurveyAnswer } from '#shared/rules/surveys/survey-answers.ts';
import { Field, useFieldControl } from '#web/ui/controls/Field.tsx';
import { Select } from '#web/ui/controls/Select.tsx';
import { TextArea } from '#web/ui/controls/TextArea.tsx';
import { useTexts } from './texts/survey-texts.ts';

type QuestionFieldProps = {
  question: SurveyQuestion;
  answer: SurveyAnswer;
  /** On a phone it is the only question in view. */
  isAlone: boolean;
  isOptional: boolean;
  /** The question needs an answer and was left without one. */
  unanswered: boolean;
  onAnswer: (answer: string | string[]) => void;
};

type QuestionItemProps = QuestionFieldProps & {
  position: number;
  isCurrent: boolean;
  restIsOptional: boolean;
  onFocus: () => void;
};

export function QuestionItem({ position, isCurrent, restIsOptional, onFocus, ...field }: QuestionItemProps) {
  const texts = useTexts();
  const { question, isAlone } = field;
  return (
    <NumberedItem number={position + 1} isCurrent={isCurrent} isAlone={isAlone} onFocus={onFocus}>
      <div className="min-w-0">
        <QuestionField {...field} />
        {question.endsWith === undefined ? null : (
          <p role="status" className="mt-2 text-soft empty:hidden">
            {restIsOptional ? texts.restOptional : null}
          </p>
        )}
      </div>
    </NumberedItem>
  );
}

/** The control that fits the question: a select, checkboxes or free text (specification 2). */
function QuestionField(props: QuestionFieldProps) {
  if (isMultiSelect(props.question)) return <Checkboxes {...props} />;
  return props.question.type === 'open-ended' ? <FreeText {...props} /> : <SingleChoice {...props} />;
}

/** The specified select; on a phone large rows set it, and it shows again with all questions. */
function SingleChoice({ question, answer, isAlone, isOptional, unanswered, onAnswer }: QuestionFieldProps) {
  const texts = useTexts();
  const name = useId();
  return (
    <Field
      label={<QuestionText isAlone={isAlone}>{question.question}</QuestionText>}
      error={unanswered ? texts.optionMissing : null}
      required={!isOptional}
    >
      <Select
        value={String(answer ?? '')}
        onChange={(event) => onAnswer(event.currentTarget.value)}
        className={clsx('sm:max-w-96', isAlone && 'max-sm:hidden')}
      >
        <option value="">{texts.placeholder}</option>
        {question.options?.map((option) => (
          <option key={option} value={option} dir="auto">
            {option}
          </option>
        ))}
      </Select>
      {isAlone ? (
        <ChoiceGroup label={question.question}>
          {question.options?.map((option) => (
            <Choice
              key={option}
              type="radio"
              name={name}
              option={option}
              checked={answer === option}
              onChange={() => onAnswer(option)}
              onClick={isOptional && answer === option ? () => onAnswer('') : undefined}
            />
          ))}
        </ChoiceGroup>
      ) : null}
    </Field>
  );
}

/** The rows of a single choice on a phone, with the error of their field. */
function ChoiceGroup({ label, children }: { label: string; children: ReactNode }) {
  const { 'aria-invalid': isInvalid, 'aria-describedby': note } = useFieldControl();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      aria-invalid={isInvalid}
      aria-describedby={note}
      className="mt-3 grid gap-2 sm:hidden"
    >
      {children}
    </div>
  );
}

/** As much as the server takes. */
const longestAnswer = 10_000;

function FreeText({ question, answer, isAlone, isOptional, unanswered, onAnswer }: QuestionFieldProps) {
  const texts = useTexts();
  return (
    <Field
      label={<QuestionText isAlone={isAlone}>{question.question}</QuestionText>}
      error={unanswered ? texts.answerMissing : null}
      required={!isOptional}
    >
      <TextArea
        autoGrow
        rows={3}
        dir="auto"
        maxLength={longestAnswer}
        value={String(answer ?? '')}
        onChange={(event) => onAnswer(event.currentTarget.value)}
      />
    </Field>
  );
}

function Checkboxes({ question, answer, isAlone, onAnswer }: QuestionFieldProps) {
  const texts = useTexts();
  const help = useId();
  const chosen = [answer ?? []].flat();
  return (
    <fieldset aria-describedby={help} className="min-w-0">
      <legend>
        <QuestionText isAlone={isAlone}>{question.question}</QuestionText>
      </legend>
      <p id={help} className="mt-1 mb-3 text-soft">
        {/choose all that apply/i.test(question.question) ? texts.optional : texts.chooseAll}
      </p>
      <div className="grid gap-2 sm:grid-cols-2">
        {question.options?.map((option) => (
          <Choice
            key={option}
            type="checkbox"
            option={option}
            checked={chosen.includes(option)}
            onChange={() => onAnswer(toggled(answer, option))}
          />
        ))}
      </div>
    </fieldset>
  );
}

type ChoiceProps = ComponentProps<'input'> & { option: string };

/** An option as a row that is all target. */
function Choice({ option, ...input }: ChoiceProps) {
  return (
    <label className="flex min-h-13 items-center gap-3 rounded-m bg-card px-3.5 py-2.5 text-base outline-offset-2 outline-spark inset-ring inset-ring-line hover:inset-ring-edge has-focus-visible:outline-2 has-checked:inset-ring-[1.5px] has-checked:inset-ring-ink sm:min-h-12 sm:text-sm">
      <input {...input} className="size-5 shrink-0 accent-primary outline-none" />
      <bdi className="min-w-0 wrap-anywhere">{option}</bdi>
    </label>
  );
}

type NumberedItemProps = {
  number: number;
  isCurrent: boolean;
  /** One question fills a phone's screen. */
  isAlone: boolean;
  onFocus: () => void;
  children: ReactNode;
};

/** A question of the survey's list, beside its number. */
export function NumberedItem({ number, isCurrent, isAlone, onFocus, children }: NumberedItemProps) {
  return (
    <li
      aria-current={isCurrent ? 'step' : undefined}
      onFocus={onFocus}
      className={clsx(
        'grid grid-cols-1 sm:grid-cols-[2rem_minmax(0,1fr)]',
        !isCurrent && isAlone && 'max-sm:hidden',
      )}
    >
      <span
        className={clsx(
          'leading-7 tabular-nums',
          isAlone && 'max-sm:sr-only',
          isCurrent ? 'text-spark-ink' : 'text-faint',
        )}
      >
        {`${number}.`}
      </span>
      {children}
    </li>
  );
}

export function QuestionText({ isAlone, children }: { isAlone: boolean; children: string }) {
  return (
    <bdi
      className={clsx(
        'block font-semibold tracking-[-0.015em] wrap-anywhere text-ink sm:text-lg sm:leading-7',
        isAlone ? 'max-sm:mb-1 max-sm:text-title' : 'max-sm:text-lg max-sm:leading-7',
      )}
    >
      {children}
    </bdi>
  );
}

export function toggled(answer: SurveyAnswer, option: string): string[] {
  const chosen = [answer ?? []].flat();
  return chosen.includes(option) ? chosen.filter((other) => other !== option) : [...chosen, option];
}
