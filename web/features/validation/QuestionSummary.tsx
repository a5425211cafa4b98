import { Pencil } from 'lucide-react';
import type { SurveyQuestion } from '#shared/contracts/validation.ts';
import { IconButton } from '#web/ui/IconButton.tsx';

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
        <p className="text-meta wrap-anywhere text-faint" dir="auto">
          {kindOf(question)}
        </p>
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

function kindOf({ type, options, multiSelect }: SurveyQuestion): string {
  if (type === 'open-ended') return 'Free text';
  return `${multiSelect ? 'Several of' : 'One of'}: ${(options ?? []).join(' · ')}`;
}
