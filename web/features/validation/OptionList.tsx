import { clsx } from 'clsx';
import { Plus, X } from 'lucide-react';
import { useId } from 'react';
import type { SurveyQuestion } from '#shared/contracts/validation.ts';
import { Button } from '#web/ui/Button.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Select } from '#web/ui/Select.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { addOption, markLabels, markOption, removeOption, renameOption } from './question-options.ts';

type OptionListProps = {
  question: SurveyQuestion;
  problem: string | null;
  onChange: (question: SurveyQuestion) => void;
};

export function OptionList({ question, problem, onChange }: OptionListProps) {
  const note = useId();
  const { options, marks } = question;
  return (
    <div>
      <p className="mb-1.5 text-[0.8125rem] leading-5 font-medium">Options</p>
      <ul className="grid gap-1.5">
        {options?.map((option, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an option being typed has no identity but its place
          <li key={index} className={clsx('flex gap-1', marks && 'flex-wrap sm:flex-nowrap')}>
            <TextInput
              aria-label={`Option ${index + 1}`}
              aria-describedby={problem ? note : undefined}
              dir="auto"
              value={option}
              className={marks && 'min-w-0 flex-[1_1_60%]'}
              onChange={(event) => onChange(renameOption(question, index, event.target.value))}
            />
            {marks ? (
              <Select
                aria-label={`What option ${index + 1} says`}
                className="order-1 w-full shrink-0 sm:order-none sm:w-42"
                value={markLabels.findIndex(({ mark }) => mark === marks[index])}
                onChange={(event) =>
                  onChange(markOption(question, index, markLabels[Number(event.target.value)]?.mark ?? null))
                }
              >
                {markLabels.map(({ label }, place) => (
                  <option key={label} value={place}>
                    {label}
                  </option>
                ))}
              </Select>
            ) : null}
            <IconButton
              aria-label={`Remove option ${index + 1}`}
              onClick={() => onChange(removeOption(question, index))}
            >
              <X size={16} aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
      {problem ? (
        <p id={note} role="alert" className="mt-1.5 text-meta text-bad">
          {problem}
        </p>
      ) : null}
      <Button
        variant="quiet"
        icon={<Plus size={16} aria-hidden="true" />}
        onClick={() => onChange(addOption(question))}
        className="mt-1"
      >
        Add an option
      </Button>
    </div>
  );
}
