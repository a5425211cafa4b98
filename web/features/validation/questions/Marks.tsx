import { clsx } from 'clsx';
import { Lock, Pencil, X } from 'lucide-react';
import { useId, useState } from 'react';
import type { OptionMark, SurveyQuestion } from '#shared/contracts/surveys/validation.ts';
import { guessLanguage } from '#shared/rules/plans/guess-language.ts';
import { mayAskForOpinion, pastForms } from '#shared/rules/surveys/asks-for-opinion.ts';
import { countedMarks, findMarkProblem, markProblemTexts } from '#shared/rules/verdict/marks.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { IconButton } from '#web/ui/controls/IconButton.tsx';
import { TextArea } from '#web/ui/controls/TextArea.tsx';
import { MarkDot } from '#web/ui/MarkDot.tsx';
import { markLabels, markOption, removeOption, renameOption } from './question-options.ts';

type MarksProps = {
  question: SurveyQuestion;
  isReadOnly: boolean;
  onChange: (question: SurveyQuestion) => void;
};

type OptionTableProps = MarksProps & {
  /** Options can be reworded and removed. */
  isOpen?: boolean;
  /** Id of the note on what is wrong with the options. */
  problemId?: string | undefined;
};

/** The options of a choice; of a deciding one each with what choosing it says (design 7.20). */
export function OptionTable({ question, isReadOnly, isOpen = false, problemId, onChange }: OptionTableProps) {
  const marks = countedMarks(question);
  const isMarked = question.marks !== undefined;
  const name = useId();
  return (
    <table className="mt-2 w-full border-collapse max-sm:-ml-6 max-sm:w-[calc(100%+1.5rem)] pointer-coarse:text-base">
      {isMarked ? (
        <thead className="align-bottom text-meta leading-4 text-faint">
          <tr>
            <th scope="col" className="text-left">
              <span className="sr-only">Option</span>
            </th>
            {markLabels.map(({ mark, label }) => (
              <th
                key={label}
                scope="col"
                className={clsx(
                  'w-14 px-0.5 font-normal min-[22.5rem]:w-16',
                  mark === 'has' ? 'sm:w-30' : 'sm:w-22',
                )}
              >
                {label}
              </th>
            ))}
            {isOpen ? <td className="w-7" /> : null}
          </tr>
        </thead>
      ) : null}
      <tbody>
        {question.options?.map((option, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two options may be the same while they are edited
          <tr key={at} className="group/option">
            <th scope="row" className="text-left font-normal wrap-break-word" dir="auto">
              {isOpen ? (
                <TextArea
                  isBare
                  autoGrow
                  rows={1}
                  aria-label={`Option ${at + 1}`}
                  aria-describedby={problemId}
                  dir="auto"
                  value={option}
                  onChange={({ target }) =>
                    onChange(renameOption(question, at, target.value.replace(/\s*\n\s*/g, ' ')))
                  }
                  className="my-0.5 rounded-s placeholder-shown:inset-ring placeholder-shown:inset-ring-line hover:inset-ring hover:inset-ring-line"
                  placeholder="Option"
                />
              ) : (
                option
              )}
            </th>
            {isMarked
              ? markLabels.map(({ mark, label }) => (
                  <td key={label} className="text-center">
                    <MarkRadio
                      name={`${name}-${at}`}
                      label={`${option}: ${label}`}
                      mark={mark}
                      isChosen={marks[at] === mark}
                      isDisabled={isReadOnly || mustCount(question, option, mark)}
                      onChoose={() => onChange(markOption(question, at, mark))}
                    />
                  </td>
                ))
              : null}
            {isOpen ? (
              <td className="text-right">
                <IconButton
                  aria-label={`Remove option ${at + 1}`}
                  onClick={() => onChange(removeOption(question, at))}
                  className="size-7! text-faint focus-visible:opacity-100 group-hover/option:opacity-100 pointer-fine:opacity-0 pointer-coarse:size-9!"
                >
                  <X size={14} aria-hidden="true" />
                </IconButton>
              </td>
            ) : null}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The name of the question's figure, as the results show it. */
export function FigureLabel(props: MarksProps & { isAnswered?: boolean }) {
  const { question, isReadOnly, isAnswered = false, onChange } = props;
  if (isAnswered)
    return question.label ? (
      <p className="mt-2 flex min-w-0 flex-wrap items-center gap-x-1 text-[0.8125rem] leading-5 text-soft max-sm:-ml-6">
        <span className="text-faint">On the results page:</span>
        <bdi className="min-w-0 wrap-anywhere">{question.label}</bdi>
        <Lock
          size={13}
          role="img"
          aria-label="Stays, as people have answered"
          className="shrink-0 text-faint"
        />
      </p>
    ) : null;
  const isAsked = !question.label && !isReadOnly;
  return (
    <div className="mt-2 max-sm:-ml-6">
      <label className="group flex min-w-0 flex-wrap items-center gap-x-1 text-[0.8125rem] leading-5 text-soft">
        <span className="text-faint">On the results page:</span>
        <input
          type="text"
          dir="auto"
          autoComplete="off"
          maxLength={80}
          placeholder="name it in two to four words"
          disabled={isReadOnly}
          value={question.label ?? ''}
          onChange={(event) => onChange({ ...question, label: event.target.value })}
          className="field-sizing-content min-w-24 max-w-full rounded-s bg-transparent py-1 text-[0.8125rem] leading-5 text-soft not-focus:truncate focus:px-1.5 disabled:cursor-not-allowed pointer-coarse:min-h-11 pointer-coarse:text-base"
        />
        {isReadOnly ? null : (
          <Pencil size={13} aria-hidden="true" className="shrink-0 text-faint group-focus-within:hidden" />
        )}
      </label>
      {isAsked ? (
        <p className="text-meta text-warn">What do people with the problem do? “22 of 35 …”</p>
      ) : null}
    </div>
  );
}

type MarkProblemProps = {
  question: SurveyQuestion;
  /** Set where the question can be edited: offers the beginning of one about the past. */
  onChange?: (question: SurveyQuestion) => void;
};

/** Why a marked question decides nothing; nothing where it decides. */
export function MarkProblemNote({ question, onChange }: MarkProblemProps) {
  const [before, setBefore] = useState<string | null>(null);
  const problem = findMarkProblem(question);
  const form = pastForms[guessLanguage(question.question)];
  if (onChange && before !== null && question.question === form)
    return (
      <Button variant="quiet" onClick={() => onChange({ ...question, question: before })}>
        Back to my question
      </Button>
    );
  if (!problem)
    return question.marks && onChange && mayAskForOpinion(question.question) ? (
      <p className="mt-1 text-meta text-soft">Does it ask what happened? An opinion can’t decide.</p>
    ) : null;
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-3 text-meta text-warn">
      <p role="status">{markProblemTexts[problem]}</p>
      {problem === 'opinion' && onChange ? (
        <Button
          variant="quiet"
          onClick={() => {
            setBefore(question.question);
            onChange({ ...question, question: form });
          }}
        >
          <span>Write</span> <bdi>“{form}”</bdi>
        </Button>
      ) : null}
    </div>
  );
}

/** An answer that it didn't happen always counts. */
function mustCount({ endsWith }: SurveyQuestion, option: string, mark: OptionMark): boolean {
  return mark === null && option === endsWith;
}

type MarkRadioProps = {
  name: string;
  label: string;
  mark: OptionMark;
  isChosen: boolean;
  isDisabled: boolean;
  onChoose: () => void;
};

function MarkRadio({ name, label, mark, isChosen, isDisabled, onChoose }: MarkRadioProps) {
  return (
    <label className="inline-grid size-7 cursor-pointer place-items-center align-middle has-disabled:cursor-not-allowed pointer-coarse:size-11">
      <input
        type="radio"
        name={name}
        aria-label={label}
        checked={isChosen}
        disabled={isDisabled}
        onChange={onChoose}
        className={clsx(
          'size-3.5 cursor-[inherit] appearance-none rounded-full bg-card inset-ring inset-ring-edge checked:inset-ring-[4.5px]',
          mark === 'has' ? 'checked:inset-ring-spark' : 'checked:inset-ring-ink',
        )}
      />
    </label>
  );
}

/** The marks of a folded question, one dot an option. */
export function MarkDots({ question }: { question: SurveyQuestion }) {
  const marks = countedMarks(question);
  const counts = markLabels.map(
    ({ mark, label }) => `${marks.filter((one) => one === mark).length} ${label.toLowerCase()}`,
  );
  return (
    <span role="img" aria-label={counts.join(', ')} className="flex shrink-0 gap-1">
      {marks.map((mark, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a mark has no identity but its place
        <MarkDot key={at} mark={mark} />
      ))}
    </span>
  );
}
