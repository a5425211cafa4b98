import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { SurveyQuestion } from '#shared/contracts/validation.ts';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { Field } from '#web/ui/Field.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Select } from '#web/ui/Select.tsx';
import { TextArea } from '#web/ui/TextArea.tsx';
import { OptionList } from './OptionList.tsx';
import type { Direction } from './use-question-editing.ts';

type QuestionEditorProps = {
  number: number;
  count: number;
  question: SurveyQuestion;
  problem: string | null;
  optionProblem: string | null;
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
