import { clsx } from 'clsx';
import { GripVertical, Plus } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import type { SurveyQuestion } from '#shared/contracts/validation.ts';
import { spliced } from '#shared/rules/lists.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { IconButton } from '#web/ui/controls/IconButton.tsx';
import { FigureLabel, MarkDots, MarkProblemNote, MarkTable } from './Marks.tsx';
import { type Direction, QuestionEditor } from './QuestionEditor.tsx';
import type { QuestionProblems } from './question-problems.ts';
import { useMoving } from './use-moving.ts';

type QuestionListProps = {
  questions: SurveyQuestion[];
  /** The people asked, as the results name them; '' without a name. */
  people: string;
  problems: QuestionProblems;
  /** Set where the questions can only be read. */
  onUpgrade: (() => void) | null;
  /** Answers belong to the questions: only what counts can change. */
  isLocked: boolean;
  onChange: (questions: SurveyQuestion[]) => void;
  /** The pinned row behind them. */
  contact: ReactNode;
};

/** The survey's questions; one at a time is open for editing. */
export function QuestionList(props: QuestionListProps) {
  const { questions, people, problems, onUpgrade, isLocked, onChange, contact } = props;
  const list = useRef<HTMLOListElement>(null);
  const { editing, undo, news, ...does } = useQuestionEditing(questions, onChange);
  const moving = useMoving(list, does.move);
  const canMove = !isLocked && !onUpgrade && questions.length > 1;
  const firstMarked = questions.findIndex(({ marks }) => marks);
  return (
    <div>
      <ol ref={list} className="divide-y divide-line border-b border-line">
        {questions.map((question, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a question being typed has no identity but its place
            key={index}
            className={clsx('py-1.5', moving.dragging === index && 'bg-muted')}
          >
            {editing?.index === index && !isLocked ? (
              <QuestionEditor
                number={index + 1}
                count={questions.length}
                question={question}
                problem={problems.questions.get(index) ?? null}
                optionProblem={problems.options.get(index) ?? null}
                people={index === firstMarked ? people : havingIt}
                moved={editing.moved}
                onChange={(next) => does.change(index, next)}
                onDone={does.close}
                onRemove={() => does.remove(index)}
                onMove={(direction) => does.step(index, direction)}
              />
            ) : (
              <QuestionRow
                number={index + 1}
                question={question}
                problem={problems.questions.get(index) ?? problems.options.get(index) ?? null}
                onOpen={onUpgrade ?? (() => does.open(index))}
                action={isLocked && !onUpgrade ? (question.marks ? 'Marks of' : null) : 'Edit'}
                handle={canMove ? moving.handleOf(index) : null}
              >
                {question.marks && (index === firstMarked || (isLocked && editing?.index === index)) ? (
                  <>
                    <MarkTable
                      question={question}
                      isReadOnly={onUpgrade !== null}
                      onChange={(next) => does.change(index, next)}
                    />
                    <FigureLabel
                      question={question}
                      people={index === firstMarked ? people : havingIt}
                      isReadOnly={onUpgrade !== null}
                      onChange={(next) => does.change(index, next)}
                    />
                  </>
                ) : null}
              </QuestionRow>
            )}
          </li>
        ))}
      </ol>
      {contact}
      <p role="status" className="sr-only">
        {news}
      </p>
      {isLocked ? null : (
        <QuestionListEnd problem={problems.list} onAdd={onUpgrade ?? does.add} onUndo={undo} />
      )}
    </div>
  );
}

/** The people of a later figure. */
const havingIt = 'who have it';

type EndProps = { problem: string | null; onAdd: () => void; onUndo: (() => void) | null };

function QuestionListEnd({ problem, onAdd, onUndo }: EndProps) {
  return (
    <>
      {problem ? (
        <p role="alert" className="mt-2 text-meta text-bad">
          {problem}
        </p>
      ) : null}
      <div className="mt-1 flex flex-wrap items-center gap-2">
        <Button
          variant="quiet"
          icon={<Plus size={16} aria-hidden="true" />}
          onClick={onAdd}
          className="-ml-3.5"
        >
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

type QuestionRowProps = {
  number: number;
  question: SurveyQuestion;
  problem: string | null;
  /** The verb of the click on a question; null where it does nothing. */
  action: string | null;
  onOpen: () => void;
  handle: ReturnType<ReturnType<typeof useMoving>['handleOf']> | null;
  children: ReactNode;
};

function QuestionRow(props: QuestionRowProps) {
  const { number, question, problem, action, onOpen, handle, children } = props;
  const text = question.question || 'No text yet';
  return (
    <div className="grid grid-cols-[1.25rem_minmax(0,1fr)] items-baseline gap-x-1">
      <span className="text-faint tabular-nums" aria-hidden="true">
        {number}
      </span>
      <div className="flex min-w-0 items-center gap-2">
        {action === null ? (
          <p className="min-w-0 grow py-0.5 wrap-anywhere" dir="auto">
            {text}
          </p>
        ) : (
          <button
            type="button"
            onClick={onOpen}
            className="min-w-0 grow rounded-s py-0.5 text-left wrap-anywhere hover:text-spark-ink pointer-coarse:min-h-11"
          >
            <span className="sr-only">
              {action} question {number}:{' '}
            </span>
            <bdi>{text}</bdi>
          </button>
        )}
        {children ? null : question.marks ? (
          <>
            {question.label ? (
              <bdi className="max-w-40 min-w-0 truncate text-meta text-soft max-sm:hidden">
                {question.label}
              </bdi>
            ) : null}
            <MarkDots question={question} />
          </>
        ) : (
          <span className="shrink-0 text-meta text-faint">{kindOf(question)}</span>
        )}
        {handle ? (
          <IconButton
            {...handle}
            aria-label={`Move question ${number}`}
            aria-keyshortcuts="ArrowUp ArrowDown"
            title="Drag, or press ↑ or ↓"
            className="-my-1 -mr-2 cursor-grab touch-none text-faint active:cursor-grabbing"
          >
            <GripVertical size={15} aria-hidden="true" />
          </IconButton>
        ) : null}
      </div>
      <div className="col-start-2 min-w-0">
        {children}
        <MarkProblemNote question={question} />
        {problem ? (
          <p role="alert" className="text-meta text-bad">
            {problem}
          </p>
        ) : null}
      </div>
    </div>
  );
}

function kindOf({ type, multiSelect }: SurveyQuestion): string {
  if (type === 'open-ended') return 'Text';
  return multiSelect ? 'Choose several' : 'Choose one';
}

/** The open question, and adding, moving and removing questions. */
function useQuestionEditing(questions: SurveyQuestion[], onChange: (questions: SurveyQuestion[]) => void) {
  const [editing, setEditing] = useState<{ index: number; moved: Direction | null } | null>(null);
  const [removed, setRemoved] = useState<{ question: SurveyQuestion; index: number } | null>(null);
  const [news, setNews] = useState('');

  function remove(index: number) {
    const question = questions[index];
    if (!question) return;
    setRemoved({ question, index });
    setEditing(null);
    onChange(spliced(questions, index, 1));
  }

  function move(from: number, to: number) {
    const question = questions[from];
    if (!question || to < 0 || to >= questions.length) return;
    setEditing(null);
    setNews(`Question ${from + 1} is now ${to + 1} of ${questions.length}.`);
    onChange(spliced(spliced(questions, from, 1), to, 0, question));
  }

  /** Moves a question whose editor is open, which stays open. */
  function step(index: number, moved: Direction) {
    const to = moved === 'up' ? index - 1 : index + 1;
    move(index, to);
    setEditing({ index: to, moved });
  }

  function add() {
    setEditing({ index: questions.length, moved: null });
    onChange([...questions, { question: '', type: 'open-ended', options: null }]);
  }

  function undo() {
    if (!removed) return;
    setRemoved(null);
    setEditing(null);
    onChange(spliced(questions, removed.index, 0, removed.question));
  }

  return {
    editing,
    /** The last move, for screen readers. */
    news,
    open: (index: number) => setEditing({ index, moved: null }),
    close: () => setEditing(null),
    change: (index: number, question: SurveyQuestion) => onChange(spliced(questions, index, 1, question)),
    add,
    move,
    step,
    remove,
    /** Null when nothing was removed. */
    undo: removed && undo,
  };
}
