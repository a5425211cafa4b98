import { useId, useState } from 'react';
import type { SurveyQuestion } from '#shared/contracts/surveys/validation.ts';
import { Checkbox } from '#web/ui/controls/Checkbox.tsx';
import { Field } from '#web/ui/controls/Field.tsx';
import { Select } from '#web/ui/controls/Select.tsx';
import { TextArea } from '#web/ui/controls/TextArea.tsx';
import { TextButton } from '#web/ui/controls/TextButton.tsx';
import { FigureLabel, MarkProblemNote, OptionTable } from './Marks.tsx';
import { addOption, withMarks } from './question-options.ts';

type QuestionEditorProps = {
  number: number;
  question: SurveyQuestion;
  problem: string | null;
  optionProblem: string | null;
  onChange: (question: SurveyQuestion) => void;
  onDone: () => void;
  /** Null for a question that stays. */
  onRemove: (() => void) | null;
};

/** The open question of a survey. */
export function QuestionEditor(props: QuestionEditorProps) {
  const { number, question, problem, optionProblem, onChange, onDone, onRemove } = props;
  const note = useId();
  const isChoice = question.type === 'multiple-choice';
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">Question {number}</legend>
      <Field
        label={<span className="sr-only">{`Question ${number}`}</span>}
        error={problem}
        className="-mt-1.5"
      >
        <TextArea
          autoFocus
          autoGrow
          rows={1}
          dir="auto"
          className={
            number === 1 ? 'text-[1.0625rem]! leading-6 font-semibold tracking-[-0.015em]' : undefined
          }
          value={question.question}
          onChange={(event) => onChange({ ...question, question: event.target.value })}
        />
      </Field>
      {isChoice ? (
        <>
          <OptionTable
            question={question}
            isReadOnly={false}
            isOpen
            problemId={optionProblem ? note : undefined}
            onChange={onChange}
          />
          {optionProblem ? (
            <p id={note} role="alert" className="mt-1.5 text-meta text-bad">
              {optionProblem}
            </p>
          ) : null}
          {question.marks ? (
            <>
              <FigureLabel question={question} isReadOnly={false} onChange={onChange} />
              <MarkProblemNote question={question} onChange={onChange} />
            </>
          ) : null}
        </>
      ) : null}
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-[0.8125rem] text-soft">
        <AnswerKind question={question} onChange={onChange} />
        {isChoice ? (
          <>
            <Checkbox
              label="Counts for the verdict"
              checked={question.marks !== undefined}
              onChange={(event) => onChange(withMarks(question, event.target.checked))}
            />
            <Checkbox
              label="Several options may be chosen"
              checked={question.multiSelect ?? false}
              onChange={(event) => onChange({ ...question, multiSelect: event.target.checked })}
            />
          </>
        ) : null}
      </div>
      <div className="mt-1 flex flex-wrap items-center justify-end gap-x-4 text-[0.8125rem]">
        <TextButton onClick={onDone}>Done</TextButton>
        <span className="grow" />
        {isChoice ? (
          <TextButton onClick={() => onChange(addOption(question))}>Add an option</TextButton>
        ) : null}
        {onRemove ? (
          <TextButton onClick={onRemove}>
            Remove<span className="sr-only">{` question ${number}`}</span>
          </TextButton>
        ) : null}
      </div>
    </fieldset>
  );
}

function AnswerKind({ question, onChange }: Pick<QuestionEditorProps, 'question' | 'onChange'>) {
  // Trying the other kind must not lose the options and their marks.
  const [choice, setChoice] = useState(question);
  return (
    <Select
      aria-label="Answered by"
      className="text-[0.8125rem]"
      value={question.type}
      onChange={(event) => {
        const text = question.question;
        if (question.options) setChoice(question);
        const isChoice = event.target.value === 'multiple-choice';
        onChange(
          isChoice
            ? { ...choice, question: text, type: 'multiple-choice', options: choice.options ?? ['', ''] }
            : { question: text, type: 'open-ended', options: null },
        );
      }}
    >
      <option value="multiple-choice">Choosing from options</option>
      <option value="open-ended">Writing free text</option>
    </Select>
  );
}
