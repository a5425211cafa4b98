import { Plus } from 'lucide-react';
import type { SurveyQuestion } from '#shared/contracts/validation.ts';
import { Button } from '#web/ui/Button.tsx';
import { QuestionEditor } from './QuestionEditor.tsx';
import { QuestionSummary } from './QuestionSummary.tsx';
import type { QuestionProblems } from './question-problems.ts';
import { useQuestionEditing } from './use-question-editing.ts';

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
