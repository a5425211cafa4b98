import { useState } from 'react';
import type { BuilderName, Rewrite } from '#shared/contracts/build-prompts.ts';
import { formFor } from '#shared/rules/builder-form.ts';
import { Field } from '#web/ui/Field.tsx';
import { Select } from '#web/ui/Select.tsx';
import { TextDiff } from './TextDiff.tsx';

type WhatChangedProps = {
  run: { rewrite: Rewrite; before: Rewrite | null };
  builder: BuilderName;
  edited: string | null;
};

/** Compares the texts that a founder wants to tell apart. */
export function WhatChanged({ run, builder, edited }: WhatChangedProps) {
  const [wanted, setWanted] = useState('words');
  const { text, original } = run.rewrite;
  const choices = [
    { name: 'words', label: 'Your words, then this rewrite', before: original, after: text },
    ...(edited === null
      ? []
      : [
          {
            name: 'edits',
            label: 'This rewrite, then your edits',
            before: formFor(builder, text),
            after: edited,
          },
        ]),
    ...(run.before
      ? [
          {
            name: 'before',
            label: 'The rewrite before, then this rewrite',
            before: run.before.text,
            after: text,
          },
        ]
      : []),
  ];
  const chosen = choices.find(({ name }) => name === wanted) ?? choices[0];
  return (
    <div className="grid gap-3">
      <Field label="Compare">
        <Select
          value={chosen?.name}
          onChange={(event) => setWanted(event.target.value)}
          className="sm:max-w-sm"
        >
          {choices.map(({ name, label }) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      {chosen ? <TextDiff before={chosen.before} after={chosen.after} /> : null}
    </div>
  );
}
