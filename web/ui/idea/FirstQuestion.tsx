import { clsx } from 'clsx';
import { useId } from 'react';
import { type IdeaReading, ideaLanguages } from '#shared/contracts/reading.ts';
import { planLanguage } from '#shared/rules/plans/plan-language.ts';
import { firstQuestion } from '#shared/rules/plans/write-plan.ts';
import { isTyping } from '#web/ui/is-typing.ts';
import { languageNames } from '#web/ui/language-names.ts';
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
  // Another language has no frame of ours: the founder writes the whole question.
  const isWhole = reading.language === 'other';
  const { before, after } = isWhole ? { before: '', after: '' } : firstQuestion(planLanguage(reading));
  const help = isWhole
    ? 'Write the whole question. The others are in English; you can change them.'
    : 'Ask it as you would ask a friend.';
  const problem = tooLong(reading.question) ?? (isMissing ? 'Complete the question.' : null);
  const size = isShort
    ? 'text-xl leading-7'
    : 'text-[1.6875rem] leading-[2.125rem] sm:text-[2.125rem] sm:leading-11';
  return (
    <div>
      <div className="mb-1.5 flex items-baseline justify-between gap-x-3 text-[0.8125rem] leading-5">
        <label htmlFor={`${id}-field`} id={`${id}-title`} className="block w-fit font-medium">
          Your first question
        </label>
        <select
          aria-label="Language of the questions"
          disabled={isReadOnly}
          value={reading.language}
          onChange={({ target }) => {
            const language = ideaLanguages.find((one) => one === target.value) ?? 'other';
            onChange({ ...reading, language });
          }}
          className="min-w-0 cursor-pointer rounded-s bg-transparent text-right text-meta text-soft pointer-coarse:min-h-11"
        >
          {ideaLanguages.map((language) => (
            <option key={language} value={language}>
              {languageNames[language]}
            </option>
          ))}
          <option value="other">Another language</option>
        </select>
      </div>
      <div
        className={clsx(
          'cursor-text rounded-l bg-card font-semibold tracking-[-0.03em] inset-ring inset-ring-line focus-within:ring-2 focus-within:ring-spark',
          isShort ? 'px-4 py-3' : 'px-4 pt-4 pb-4.5 sm:px-6 sm:pt-5 sm:pb-6',
          size,
        )}
      >
        <label
          htmlFor={`${id}-field`}
          id={`${id}-frame`}
          className="block cursor-text text-faint empty:hidden"
        >
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
        {problem ?? help}
      </p>
    </div>
  );
}
