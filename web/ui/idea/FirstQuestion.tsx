import { clsx } from 'clsx';
import { useId } from 'react';
import type { IdeaReading } from '#shared/contracts/reading.ts';
import { planLanguage } from '#shared/rules/plans/plan-language.ts';
import { firstQuestion } from '#shared/rules/plans/write-plan.ts';
import { isTyping } from '#web/ui/is-typing.ts';
import { MarkedTextArea } from './MarkedTextArea.tsx';
import { tooLong } from './ReadingBoxes.tsx';

type FirstQuestionProps = {
  reading: IdeaReading;
  onChange: (reading: IdeaReading) => void;
  isReadOnly?: boolean;
  /** Said where it must not stay empty. */
  isMissing?: boolean;
  /** One size smaller, beside other things. */
  isShort?: boolean;
  onEnter?: () => void;
};

/** The question that everything is counted by, completed by the founder as to a friend. */
export function FirstQuestion(props: FirstQuestionProps) {
  const { reading, onChange, isReadOnly, isMissing, isShort, onEnter } = props;
  const id = useId();
  const { before, after } = firstQuestion(planLanguage(reading));
  const problem = tooLong(reading.question) ?? (isMissing ? 'Complete the question.' : null);
  const size = isShort
    ? 'text-xl leading-7'
    : 'text-[1.6875rem] leading-[2.125rem] sm:text-[2.125rem] sm:leading-11';
  return (
    <div>
      <label
        htmlFor={`${id}-field`}
        id={`${id}-title`}
        className="mb-1.5 block w-fit text-[0.8125rem] leading-5 font-medium"
      >
        Your first question
      </label>
      <div
        className={clsx(
          'cursor-text rounded-l bg-card font-semibold tracking-[-0.03em] inset-ring inset-ring-line focus-within:ring-2 focus-within:ring-spark',
          isShort ? 'px-4 py-3' : 'px-4 pt-4 pb-4.5 sm:px-6 sm:pt-5 sm:pb-6',
          size,
        )}
      >
        <label htmlFor={`${id}-field`} id={`${id}-frame`} className="block cursor-text text-faint">
          {before}
        </label>
        <MarkedTextArea
          id={`${id}-field`}
          name="question"
          aria-labelledby={`${id}-title ${id}-frame`}
          aria-describedby={`${id}-note`}
          aria-invalid={problem ? true : undefined}
          isBare
          rows={1}
          readOnly={isReadOnly}
          phrases={[reading.trouble]}
          ending={<span className="text-faint">{after}</span>}
          value={reading.question}
          onChange={({ target }) =>
            onChange({ ...reading, question: target.value.replace(/\s*\n\s*/g, ' ') })
          }
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || isTyping(event.nativeEvent)) return;
            event.preventDefault();
            onEnter?.();
          }}
        />
      </div>
      <p
        id={`${id}-note`}
        role={problem ? 'alert' : undefined}
        className={clsx('mt-2', problem ? 'text-meta text-bad' : 'text-[0.9375rem] leading-5 text-soft')}
      >
        {problem ?? 'Ask it as you would ask a friend.'}
      </p>
    </div>
  );
}
