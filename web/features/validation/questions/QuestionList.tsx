import { clsx } from 'clsx';
import { Pencil, Plus } from 'lucide-react';
import { useState } from 'react';
import type { SurveyQuestion } from '#shared/contracts/validation.ts';
import { countedMarks } from '#shared/rules/verdict/rule.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { IconButton } from '#web/ui/controls/IconButton.tsx';
import { type Direction, QuestionEditor } from './QuestionEditor.tsx';
import { markLabels } from './question-options.ts';
import type { QuestionProblems } from './question-problems.ts';

type QuestionListProps = {
  questions: SurveyQuestion[];
  problems: QuestionProblems;
  /** Set where the questions can only be read. */
  onUpgrade: (() => void) | null;
  onChange: (questions: SurveyQuestion[]) => void;
};

/** The survey's questions; one at a time is open for editing. */
export function QuestionList({ questions, problems, onUpgrade, onChange }: QuestionListProps) {
  const { editing, undo, ...does } = useQuestionEditing(questions, onChange);
  return (
    <div>
      <ol className="divide-y divide-line border-y border-line">
        {questions.map((question, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a question being typed has no identity but its place
          <li key={index} className="py-2.5">
            {editing?.index === index ? (
              <QuestionEditor
                number={index + 1}
                count={questions.length}
                question={question}
                problem={problems.questions.get(index) ?? null}
                optionProblem={problems.options.get(index) ?? null}
                moved={editing.moved}
                onChange={(next) => does.change(index, next)}
                onDone={does.close}
                onRemove={() => does.remove(index)}
                onMove={(direction) => does.move(index, direction)}
              />
            ) : (
              <QuestionSummary
                number={index + 1}
                question={question}
                problem={problems.questions.get(index) ?? problems.options.get(index) ?? null}
                onEdit={onUpgrade ?? (() => does.open(index))}
              />
            )}
          </li>
        ))}
      </ol>
      <QuestionListEnd problem={problems.list} onAdd={onUpgrade ?? does.add} onUndo={undo} />
    </div>
  );
}

type EndProps = { problem: string | null; onAdd: () => void; onUndo: (() => void) | null };

function QuestionListEnd({ problem, onAdd, onUndo }: EndProps) {
  return (
    <>
      {problem ? (
        <p role="alert" className="mt-2 text-meta text-bad">
          {problem}
        </p>
      ) : null}
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <Button icon={<Plus size={16} aria-hidden="true" />} onClick={onAdd}>
          Add a question
        </Button>
        {onUndo ? (
          <span role="status" className="flex items-center gap-1 text-meta text-soft">
            Question removed.
            <Button variant="quiet" onClick={onUndo}>
              Undo
            </Button>
          </span>
        ) : null}
      </div>
    </>
  );
}

type QuestionSummaryProps = {
  number: number;
  question: SurveyQuestion;
  problem: string | null;
  onEdit: () => void;
};

function QuestionSummary({ number, question, problem, onEdit }: QuestionSummaryProps) {
  return (
    <div className="flex items-start gap-2.5">
      <span className="w-4 shrink-0 text-right text-faint tabular-nums" aria-hidden="true">
        {number}
      </span>
      <div className="min-w-0 grow">
        <p className="wrap-anywhere" dir="auto">
          {question.question || 'No text yet'}
        </p>
        {question.marks ? (
          <Marks question={question} />
        ) : (
          <p className="text-meta wrap-anywhere text-faint" dir="auto">
            {kindOf(question)}
          </p>
        )}
        {problem ? (
          <p role="alert" className="text-meta text-bad">
            {problem}
          </p>
        ) : null}
      </div>
      <IconButton aria-label={`Edit question ${number}`} onClick={onEdit} className="-my-1.5">
        <Pencil size={15} aria-hidden="true" />
      </IconButton>
    </div>
  );
}

/** The options of a deciding question, by what choosing them says (design 7.20). */
function Marks({ question }: { question: SurveyQuestion }) {
  const { options } = question;
  const marks = countedMarks(question);
  return (
    <dl className="mt-0.5 grid gap-0.5 text-meta wrap-anywhere">
      {markLabels.map(({ mark, label }) => {
        const marked = options?.filter((_option, index) => marks[index] === mark) ?? [];
        return marked.length === 0 ? null : (
          <div key={label} className="flex flex-wrap items-baseline gap-x-1.5">
            <dt className="flex items-baseline gap-1.5 text-soft">
              <span
                aria-hidden="true"
                className={clsx(
                  'size-2 rounded-full',
                  mark === 'has' && 'bg-spark',
                  mark === 'hasnt' && 'bg-ink',
                  mark === null && 'border border-edge',
                )}
              />
              {label}:
            </dt>
            <dd className="min-w-0 text-faint" dir="auto">
              {marked.join(' · ')}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function kindOf({ type, options, multiSelect }: SurveyQuestion): string {
  if (type === 'open-ended') return 'Free text';
  return `${multiSelect ? 'Several of' : 'One of'}: ${(options ?? []).join(' · ')}`;
}

/** The open question, and adding, moving and removing questions. */
function useQuestionEditing(questions: SurveyQuestion[], onChange: (questions: SurveyQuestion[]) => void) {
  const [editing, setEditing] = useState<{ index: number; moved: Direction | null } | null>(null);
  const [removed, setRemoved] = useState<{ question: SurveyQuestion; index: number } | null>(null);

  function remove(index: number) {
    const question = questions[index];
    if (!question) return;
    setRemoved({ question, index });
    setEditing(null);
    onChange(questions.toSpliced(index, 1));
  }

  function move(index: number, moved: Direction) {
    const to = moved === 'up' ? index - 1 : index + 1;
    const question = questions[index];
    if (!question || to < 0 || to >= questions.length) return;
    setEditing({ index: to, moved });
    onChange(questions.toSpliced(index, 1).toSpliced(to, 0, question));
  }

  function add() {
    setEditing({ index: questions.length, moved: null });
    onChange([...questions, { question: '', type: 'open-ended', options: null }]);
  }

  function undo() {
    if (!removed) return;
    setRemoved(null);
    setEditing(null);
    onChange(questions.toSpliced(removed.index, 0, removed.question));
  }

  return {
    editing,
    open: (index: number) => setEditing({ index, moved: null }),
    close: () => setEditing(null),
    change: (index: number, question: SurveyQuestion) => onChange(questions.with(index, question)),
    add,
    move,
    remove,
    /** Null when nothing was removed. */
    undo: removed && undo,
  };
}
