import { clsx } from 'clsx';
import { ArrowDown, ArrowUp, Plus, Trash2, X } from 'lucide-react';
import { useId, useState } from 'react';
import type { SurveyQuestion } from '#shared/contracts/validation.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Checkbox } from '#web/ui/controls/Checkbox.tsx';
import { Field } from '#web/ui/controls/Field.tsx';
import { IconButton } from '#web/ui/controls/IconButton.tsx';
import { Select } from '#web/ui/controls/Select.tsx';
import { TextArea } from '#web/ui/controls/TextArea.tsx';
import { TextInput } from '#web/ui/controls/TextInput.tsx';
import { FigureLabel, MarkProblemNote, OptionMarks } from './Marks.tsx';
import { addOption, markLabels, removeOption, renameOption, withMarks } from './question-options.ts';

export type Direction = 'up' | 'down';

type QuestionEditorProps = {
  number: number;
  count: number;
  question: SurveyQuestion;
  problem: string | null;
  optionProblem: string | null;
  /** The people of its figure, as the results name them. */
  people: string;
  /** The way it was just moved: the focus stays on that button. */
  moved: Direction | null;
  onChange: (question: SurveyQuestion) => void;
  onDone: () => void;
  onRemove: () => void;
  onMove: (direction: Direction) => void;
};

export function QuestionEditor(props: QuestionEditorProps) {
  const { number, question, problem, optionProblem, moved, onChange } = props;
  const focusesText = moved === null || number === 1 || number === props.count;
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="sr-only">Question {number}</legend>
      <Field label={`Question ${number}`} error={problem}>
        <TextArea
          autoFocus={focusesText}
          autoGrow
          rows={2}
          dir="auto"
          value={question.question}
          onChange={(event) => onChange({ ...question, question: event.target.value })}
        />
      </Field>
      <AnswerKind question={question} onChange={onChange} />
      {question.type === 'multiple-choice' ? (
        <>
          <OptionList question={question} problem={optionProblem} onChange={onChange} />
          <Checkbox
            label="Counts for the verdict"
            checked={question.marks !== undefined}
            onChange={(event) => onChange(withMarks(question, event.target.checked))}
          />
          {question.marks ? (
            <>
              <FigureLabel question={question} people={props.people} isReadOnly={false} onChange={onChange} />
              <MarkProblemNote question={question} onChange={onChange} />
            </>
          ) : null}
          <Checkbox
            label="Several options may be chosen"
            checked={question.multiSelect ?? false}
            onChange={(event) => onChange({ ...question, multiSelect: event.target.checked })}
          />
        </>
      ) : null}
      <EditorActions {...props} moved={focusesText ? null : moved} />
    </fieldset>
  );
}

function AnswerKind({ question, onChange }: Pick<QuestionEditorProps, 'question' | 'onChange'>) {
  // Trying the other kind must not lose the options and their marks.
  const [choice, setChoice] = useState(question);
  return (
    <Field label="Answered by">
      <Select
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
    </Field>
  );
}

function EditorActions({ number, count, moved, onDone, onMove, onRemove }: QuestionEditorProps) {
  return (
    <div className="flex flex-wrap items-center gap-1">
      <Button onClick={onDone} className="mr-auto">
        Done
      </Button>
      <IconButton
        aria-label={`Move question ${number} up`}
        autoFocus={moved === 'up'}
        disabled={number === 1}
        onClick={() => onMove('up')}
      >
        <ArrowUp size={16} aria-hidden="true" />
      </IconButton>
      <IconButton
        aria-label={`Move question ${number} down`}
        autoFocus={moved === 'down'}
        disabled={number === count}
        onClick={() => onMove('down')}
      >
        <ArrowDown size={16} aria-hidden="true" />
      </IconButton>
      <IconButton aria-label={`Remove question ${number}`} onClick={onRemove}>
        <Trash2 size={16} aria-hidden="true" />
      </IconButton>
    </div>
  );
}

type OptionListProps = {
  question: SurveyQuestion;
  problem: string | null;
  onChange: (question: SurveyQuestion) => void;
};

function OptionList({ question, problem, onChange }: OptionListProps) {
  const note = useId();
  const { options, marks } = question;
  return (
    <div>
      <div className="mb-1.5 flex items-end gap-1 text-[0.8125rem] leading-5 font-medium">
        <p className="grow">Options</p>
        {marks ? (
          <span aria-hidden="true" className="flex text-meta font-normal text-faint max-sm:hidden">
            {markLabels.map(({ label }) => (
              <span key={label} className="w-16 text-center leading-4">
                {label}
              </span>
            ))}
            <span className="w-control" />
          </span>
        ) : null}
      </div>
      <ul className="grid gap-1.5">
        {options?.map((option, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an option being typed has no identity but its place
          <li key={index} className={clsx('flex gap-1', marks && 'flex-wrap sm:flex-nowrap')}>
            <TextInput
              aria-label={`Option ${index + 1}`}
              aria-describedby={problem ? note : undefined}
              dir="auto"
              value={option}
              className={marks && 'min-w-0 flex-[1_1_60%]'}
              onChange={(event) => onChange(renameOption(question, index, event.target.value))}
            />
            {question.marks ? <OptionMarks question={question} at={index} onChange={onChange} /> : null}
            <IconButton
              aria-label={`Remove option ${index + 1}`}
              onClick={() => onChange(removeOption(question, index))}
            >
              <X size={16} aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
      {problem ? (
        <p id={note} role="alert" className="mt-1.5 text-meta text-bad">
          {problem}
        </p>
      ) : null}
      <Button
        variant="quiet"
        icon={<Plus size={16} aria-hidden="true" />}
        onClick={() => onChange(addOption(question))}
        className="mt-1"
      >
        Add an option
      </Button>
    </div>
  );
}
