import { clsx } from 'clsx';
import { GripVertical, Plus } from 'lucide-react';
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useRef,
  useState,
} from 'react';
import type { SurveyQuestion } from '#shared/contracts/surveys/validation.ts';
import { spliced } from '#shared/rules/lists.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { IconButton } from '#web/ui/controls/IconButton.tsx';
import { isTyping } from '#web/ui/is-typing.ts';
import { FigureLabel, MarkDots, MarkProblemNote, OptionTable } from './Marks.tsx';
import { QuestionEditor } from './QuestionEditor.tsx';
import type { QuestionProblems } from './question-problems.ts';

type QuestionListProps = {
  questions: SurveyQuestion[];
  /** The first question lies open. */
  startsOpen: boolean;
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
  const { questions, startsOpen, problems, onUpgrade, isLocked, onChange, contact } = props;
  const list = useRef<HTMLOListElement>(null);
  const { editing, undo, news, ...does } = useQuestionEditing(questions, onChange, startsOpen);
  const moving = useMoving(list, does.move, 1);
  const canMove = !isLocked && !onUpgrade && questions.length > 2;
  const firstMarked = questions.findIndex(({ marks }) => marks);
  return (
    <div>
      <ol ref={list} className="divide-y divide-line border-b border-line">
        {questions.map((question, index) => {
          const isOpen = editing === index;
          const wrong = problems.questions.get(index) ?? null;
          const wrongOption = problems.options.get(index) ?? null;
          const change = (next: SurveyQuestion) => does.change(index, next);
          const showsMarks = question.marks && (index === firstMarked || (isLocked && isOpen));
          return (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: a question being typed has no identity but its place
              key={index}
              className={clsx(
                'flex items-start gap-x-2 py-2 pointer-coarse:py-1',
                moving.dragging === index && 'bg-muted',
              )}
            >
              <span
                className={clsx('w-4 shrink-0 text-faint tabular-nums sm:w-6', index === 0 && 'pt-0.5')}
                aria-hidden="true"
              >
                {index + 1}
              </span>
              <div className="min-w-0 grow">
                {isOpen && !isLocked ? (
                  <QuestionEditor
                    number={index + 1}
                    question={question}
                    problem={wrong}
                    optionProblem={wrongOption}
                    onChange={change}
                    onDone={does.close}
                    onRemove={index === 0 ? null : () => does.remove(index)}
                  />
                ) : (
                  <QuestionRow
                    number={index + 1}
                    question={question}
                    problem={wrong ?? wrongOption}
                    onOpen={onUpgrade ?? (() => does.open(index))}
                    action={isLocked && !onUpgrade ? (question.marks ? 'Marks of' : null) : 'Edit'}
                  >
                    {showsMarks ? (
                      <>
                        <OptionTable question={question} isReadOnly={onUpgrade !== null} onChange={change} />
                        <FigureLabel
                          question={question}
                          isReadOnly={onUpgrade !== null}
                          isAnswered={isLocked}
                          onChange={change}
                        />
                      </>
                    ) : null}
                  </QuestionRow>
                )}
              </div>
              {canMove && index > 0 ? (
                <IconButton
                  {...moving.handleOf(index)}
                  aria-label={`Move question ${index + 1}`}
                  aria-keyshortcuts="ArrowUp ArrowDown"
                  title="Drag, or press ↑ or ↓"
                  className={clsx(
                    '-my-1 -mr-1.5 size-7! cursor-grab touch-none text-faint active:cursor-grabbing pointer-coarse:my-0 pointer-coarse:size-11!',
                    // A phone has room for it beside the open question only.
                    !isOpen && 'max-sm:hidden',
                  )}
                >
                  <GripVertical size={15} aria-hidden="true" />
                </IconButton>
              ) : canMove ? (
                <span className="-mr-1.5 w-7 shrink-0 max-sm:hidden" />
              ) : null}
            </li>
          );
        })}
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
  children: ReactNode;
};

function QuestionRow({ number, question, problem, action, onOpen, children }: QuestionRowProps) {
  const text = question.question || 'No text yet';
  const look = clsx(
    'min-w-0 grow wrap-anywhere',
    number === 1 && 'text-[1.0625rem] leading-6 font-semibold tracking-[-0.015em] text-balance',
  );
  return (
    <>
      <div className="flex min-w-0 items-center gap-3">
        {action === null ? (
          <p className={look} dir="auto">
            {text}
          </p>
        ) : (
          <button
            type="button"
            onClick={onOpen}
            className={clsx(look, 'rounded-s text-left hover:text-spark-ink pointer-coarse:min-h-11')}
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
              <bdi className="max-w-40 min-w-0 shrink-0 truncate text-[0.8125rem] text-soft max-sm:hidden">
                {question.label}
              </bdi>
            ) : null}
            <MarkDots question={question} />
          </>
        ) : (
          <span className="shrink-0 text-meta text-faint">{kindOf(question)}</span>
        )}
      </div>
      {children}
      <MarkProblemNote question={question} />
      {problem ? (
        <p role="alert" className="text-meta text-bad">
          {problem}
        </p>
      ) : null}
    </>
  );
}

function kindOf({ type, multiSelect }: SurveyQuestion): string {
  if (type === 'open-ended') return 'Text';
  return multiSelect ? 'Choose several' : 'Choose one';
}

/** The open question, and adding, moving and removing questions. */
function useQuestionEditing(
  questions: SurveyQuestion[],
  onChange: (questions: SurveyQuestion[]) => void,
  startsOpen: boolean,
) {
  const [editing, setEditing] = useState(startsOpen ? 0 : null);
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
    if (!question || to < 1 || to >= questions.length) return;
    setEditing(null);
    setNews(`Question ${from + 1} is now ${to + 1} of ${questions.length}.`);
    onChange(spliced(spliced(questions, from, 1), to, 0, question));
  }

  function add() {
    setEditing(questions.length);
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
    open: setEditing,
    close: () => setEditing(null),
    change: (index: number, question: SurveyQuestion) => onChange(spliced(questions, index, 1, question)),
    add,
    move,
    remove,
    /** Null when nothing was removed. */
    undo: removed && undo,
  };
}

/**
 * Moves the rows of a list: by dragging a row's handle, which follows the pointer past the middle of other rows, or by
 * the arrow keys on it. Rows are found by their place, so the handle of a place keeps the focus and the pointer.
 * @param first place of the first row that can be moved: those above it are pinned.
 */
function useMoving(
  list: RefObject<HTMLElement | null>,
  move: (from: number, to: number) => void,
  first: number,
) {
  const dragged = useRef<number | null>(null);
  const [dragging, setDragging] = useState<number | null>(null);

  function drag(to: number | null) {
    dragged.current = to;
    setDragging(to);
  }

  function follow({ clientY }: PointerEvent) {
    const from = dragged.current;
    const rows = [...(list.current?.children ?? [])];
    // Until the last move is drawn, rows and questions are those before it.
    if (from === null || from !== dragging) return;
    const middles = rows.map((row) => {
      const { top, height } = row.getBoundingClientRect();
      return top + height / 2;
    });
    const passed = middles.findIndex((middle, at) => at >= first && at < from && clientY < middle);
    const to = passed === -1 ? middles.findLastIndex((middle, at) => at > from && clientY > middle) : passed;
    if (to === -1) return;
    move(from, to);
    drag(to);
    rows[to]?.scrollIntoView({ block: 'nearest' });
  }

  function press(event: KeyboardEvent, from: number) {
    if (isTyping(event.nativeEvent)) return;
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const row = step === undefined ? undefined : list.current?.children[from + step];
    if (step === undefined || !row || from + step < first) return;
    event.preventDefault();
    move(from, from + step);
    row.querySelector<HTMLElement>('[data-handle]')?.focus();
  }

  return {
    /** The place of the row that is being dragged. */
    dragging,
    handleOf: (index: number) => ({
      'data-handle': '',
      onPointerDown(event: PointerEvent<HTMLElement>) {
        event.currentTarget.setPointerCapture(event.pointerId);
        drag(index);
      },
      onPointerMove: follow,
      onPointerUp: () => drag(null),
      onPointerCancel: () => drag(null),
      onKeyDown: (event: KeyboardEvent) => press(event, index),
    }),
  };
}
