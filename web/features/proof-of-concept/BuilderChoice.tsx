import { useId } from 'react';
import type { BuilderName } from '#shared/contracts/build-prompts.ts';
import { builders } from '#shared/rules/builders.data.ts';

type BuilderChoiceProps = { builder: BuilderName; onChoose: (builder: BuilderName) => void };

/** Where the prompt will be pasted: it changes the form, not the content. */
export function BuilderChoice({ builder, onChoose }: BuilderChoiceProps) {
  const name = useId();
  const note = useId();
  return (
    <fieldset aria-describedby={note} className="min-w-0">
      <legend className="mb-1.5 text-[0.8125rem] leading-5 font-medium">Form for</legend>
      <div className="flex w-fit max-w-full flex-wrap gap-1 rounded-[10px] bg-muted p-1">
        {builders.map((one) => (
          <label key={one.name} className={option}>
            <input
              type="radio"
              name={name}
              checked={one.name === builder}
              onChange={() => onChoose(one.name)}
              className="sr-only"
            />
            {one.title}
          </label>
        ))}
      </div>
      <p id={note} className="mt-1.5 text-meta text-faint">
        {builders.find((one) => one.name === builder)?.note} Your edits stay.
      </p>
    </fieldset>
  );
}

const option =
  'relative flex h-7 cursor-pointer items-center rounded-[7px] px-3 font-medium text-soft transition-colors ' +
  'duration-100 hover:text-ink has-checked:bg-lifted has-checked:text-ink has-checked:shadow-card ' +
  'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-spark pointer-coarse:h-11';
