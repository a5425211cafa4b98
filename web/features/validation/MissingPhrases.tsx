import { type Ref, useId, useState } from 'react';
import type { IdeaReading } from '#shared/contracts/reading.ts';
import { type Phrase, ReadingBoxes, readingTitle } from '#web/ui/ReadingBoxes.tsx';

type MissingPhrasesProps = {
  reading: IdeaReading;
  onChange: (reading: IdeaReading) => void;
  isReadOnly: boolean;
  missing: Phrase | null;
  boxes: Ref<HTMLDivElement>;
};

/** Asks for what an idea does not say, before there is a plan (design 7.11). */
export function MissingPhrases({ reading, ...rest }: MissingPhrasesProps) {
  const title = useId();
  // The title stays while the boxes are filled.
  const [missing] = useState(() => readingTitle(reading));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend can't be the heading
    <div role="group" aria-labelledby={title} className="mt-6">
      <h3 id={title} className="mb-4 text-title">
        {missing}
      </h3>
      {reading.language === 'other' ? (
        <p className="mb-4 text-meta text-soft">The questions will be in English. You can edit them.</p>
      ) : null}
      <ReadingBoxes {...rest} reading={reading} hasExamples className="grid gap-4" />
    </div>
  );
}
