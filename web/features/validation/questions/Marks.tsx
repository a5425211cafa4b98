import { clsx } from 'clsx';
import { useId, useState } from 'react';
import type { OptionMark, SurveyQuestion } from '#shared/contracts/validation.ts';
import { guessLanguage } from '#shared/rules/plans/guess-language.ts';
import { mayAskForOpinion, pastForms } from '#shared/rules/surveys/asks-for-opinion.ts';
import { countedMarks, findMarkProblem, markProblemTexts } from '#shared/rules/verdict/marks.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Field } from '#web/ui/controls/Field.tsx';
import { TextInput } from '#web/ui/controls/TextInput.tsx';
import { MarkDot } from '#web/ui/MarkDot.tsx';
import { markLabels, markOption } from './question-options.ts';

type MarksProps = {
  question: SurveyQuestion;
  isReadOnly: boolean;
  onChange: (question: SurveyQuestion) => void;
};

/** The options of a deciding question, each with what choosing it says (design 7.20). */
export function MarkTable({ question, isReadOnly, onChange }: MarksProps) {
  const marks = countedMarks(question);
  const name = useId();
  return (
    <table className="mt-1.5 w-full border-collapse text-[0.8125rem] leading-5">
      <thead className="text-meta text-faint">
        <tr>
          <th scope="col" className="text-left">
            <span className="sr-only">Option</span>
          </th>
          {markLabels.map(({ label }) => (
            <th key={label} scope="col" className="w-16 px-1 font-normal sm:w-24">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {question.options?.map((option, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two options may be the same while they are edited
          <tr key={at}>
            <th scope="row" className="text-left font-normal wrap-anywhere" dir="auto">
              {option}
            </th>
            {markLabels.map(({ mark, label }) => (
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
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type FigureLabelProps = MarksProps & {
  /** The people asked, as the sentence of the results names them. */
  people: string;
};

/** The name of the question's figure, in the sentence that it completes. */
export function FigureLabel({ question, people, isReadOnly, onChange }: FigureLabelProps) {
  return (
    <Field label={`On the results page: how many ${people || 'people'} …`}>
      <TextInput
        dir="auto"
        maxLength={80}
        placeholder="name the problem in two to four words"
        disabled={isReadOnly}
        value={question.label ?? ''}
        onChange={(event) => onChange({ ...question, label: event.target.value })}
      />
    </Field>
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

type OptionMarksProps = Omit<MarksProps, 'isReadOnly'> & { at: number };

/** The same of one option that is being edited: in a row, with the labels where there is no table head. */
export function OptionMarks({ question, at, onChange }: OptionMarksProps) {
  const name = useId();
  const option = question.options?.[at] ?? '';
  const marks = countedMarks(question);
  return (
    <div
      role="radiogroup"
      aria-label={`What option ${at + 1} says`}
      className="order-1 flex w-full flex-wrap items-center gap-x-2 text-meta text-soft sm:order-none sm:w-auto sm:flex-nowrap sm:gap-x-0"
    >
      {markLabels.map(({ mark, label }) => (
        <span key={label} className="flex items-center sm:w-16 sm:justify-center">
          <MarkRadio
            name={name}
            label={label}
            mark={mark}
            isChosen={marks[at] === mark}
            isDisabled={mustCount(question, option, mark)}
            onChoose={() => onChange(markOption(question, at, mark))}
          />
          <span aria-hidden="true" className="sm:hidden">
            {label}
          </span>
        </span>
      ))}
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
