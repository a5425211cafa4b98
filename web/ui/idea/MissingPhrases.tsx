import { type ReactNode, useId, useState } from 'react';
import type { IdeaReading } from '#shared/contracts/reading.ts';
import { missingPhrase } from '#shared/rules/plans/needs-asking.ts';
import { ReadingBoxes } from './ReadingBoxes.tsx';
import type { PhraseBoxes } from './use-phrase-boxes.ts';

type MissingPhrasesProps = {
  reading: IdeaReading;
  onChange: (reading: IdeaReading) => void;
  isReadOnly: boolean;
  form: PhraseBoxes;
  /** Shown above the boxes. */
  children?: ReactNode;
};

/** Asks for what an idea does not say, before anything is written from it (design 7.11). */
export function MissingPhrases({ reading, onChange, isReadOnly, form, children }: MissingPhrasesProps) {
  const title = useId();
  // The title stays while the boxes are filled.
  const [missing] = useState(() => titleOf(reading));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend can't be the heading
    <div role="group" aria-labelledby={title} className="mt-6">
      <h3 id={title} className="mb-4 text-title">
        {missing}
      </h3>
      {children}
      <ReadingBoxes
        className="grid gap-4"
        reading={reading}
        isReadOnly={isReadOnly}
        missing={form.missing}
        boxes={form.boxes}
        onChange={(next) => {
          form.unmark();
          onChange(next);
        }}
      />
    </div>
  );
}

/** Says how many phrases are missing, or asks whether they are right. */
function titleOf(reading: IdeaReading): string {
  if (missingPhrase(reading) === null) return 'Is this right?';
  const isEmpty = reading.who.trim() === '' && reading.trouble.trim() === '';
  return isEmpty ? 'Two things are missing' : 'One thing is missing';
}
