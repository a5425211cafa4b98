import { Plus, X } from 'lucide-react';
import { useId } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';

type OptionListProps = {
  options: string[];
  problem: string | null;
  onChange: (options: string[]) => void;
};

export function OptionList({ options, problem, onChange }: OptionListProps) {
  const note = useId();
  return (
    <div>
      <p className="mb-1.5 text-[0.8125rem] leading-5 font-medium">Options</p>
      <ul className="grid gap-1.5">
        {options.map((option, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an option being typed has no identity but its place
          <li key={index} className="flex gap-1">
            <TextInput
              aria-label={`Option ${index + 1}`}
              aria-describedby={problem ? note : undefined}
              dir="auto"
              value={option}
              onChange={(event) => onChange(options.with(index, event.target.value))}
            />
            <IconButton
              aria-label={`Remove option ${index + 1}`}
              onClick={() => onChange(options.toSpliced(index, 1))}
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
        onClick={() => onChange([...options, ''])}
        className="mt-1"
      >
        Add an option
      </Button>
    </div>
  );
}
