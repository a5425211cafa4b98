import { clsx } from 'clsx';
import { Pencil } from 'lucide-react';
import type { SurveyQuestion } from '#shared/contracts/validation.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { markLabels } from './question-options.ts';

type QuestionSummaryProps = {
  number: number;
  question: SurveyQuestion;
  problem: string | null;
  onEdit: () => void;
};

export function QuestionSummary({ number, question, problem, onEdit }: QuestionSummaryProps) {
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
function Marks({ question: { options, marks } }: { question: SurveyQuestion }) {
  return (
    <dl className="mt-0.5 grid gap-0.5 text-meta wrap-anywhere">
      {markLabels.map(({ mark, label }) => {
        const marked = options?.filter((_option, index) => marks?.[index] === mark) ?? [];
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
