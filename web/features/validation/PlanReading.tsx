import { useState } from 'react';
import { type IdeaReading, ideaLanguages } from '#shared/contracts/reading.ts';
import { missingPhrase, needsAsking } from '#shared/rules/needs-asking.ts';
import { Field } from '#web/ui/Field.tsx';
import { ReadingBoxes } from '#web/ui/ReadingBoxes.tsx';
import { Select } from '#web/ui/Select.tsx';
import type { PlanPartProps } from './founder-plan.ts';
import { type PlanBasis, rewritePlan, type WritePlan } from './rewrite-plan.ts';

type PlanReadingProps = PlanPartProps & { isReadOnly: boolean; write: WritePlan };

/** The phrases of the open plan. A change rewrites what the founder has not edited (design 7.11). */
export function PlanReading({ plan, isReadOnly, write, onEdit }: PlanReadingProps) {
  /** Phrases that say too little: the plan waits for them. */
  const [unfinished, setUnfinished] = useState<IdeaReading | null>(null);
  const [note, setNote] = useState('');
  if (!plan.reading) return null;
  const reading = unfinished ?? plan.reading;
  const isWritten = plan.model === null;

  function change(basis: Partial<PlanBasis>) {
    const { patch, left } = rewritePlan(plan, basis, write);
    onEdit(patch);
    if (!isWritten) setNote('Refresh Validation writes the plan from these words.');
    else setNote(left.length === 0 ? '' : `Left as you edited it: ${left.join(', ')}.`);
  }

  function changeReading(next: IdeaReading) {
    const isUnfinished = needsAsking(next);
    setUnfinished(isUnfinished ? next : null);
    if (!isUnfinished) change({ reading: next });
  }

  return (
    <section className="mt-4 min-w-0 border-b border-line pb-5">
      <h3 className="mb-2.5 text-[0.9375rem] leading-5">Is this right?</h3>
      <ReadingBoxes
        className="grid gap-3 sm:grid-cols-3"
        reading={reading}
        isReadOnly={isReadOnly}
        missing={unfinished && missingPhrase(unfinished)}
        onChange={changeReading}
      />
      <p role="status" className="mt-2 text-meta text-soft empty:hidden">
        {note}
      </p>
      {isWritten ? (
        <div className="mt-3 flex flex-wrap items-end gap-x-4 gap-y-2">
          <Field label="Questions in">
            <Select
              disabled={isReadOnly}
              value={plan.surveyLanguage ?? (reading.language === 'other' ? 'en' : reading.language)}
              onChange={(event) => {
                const surveyLanguage = ideaLanguages.find((language) => language === event.target.value);
                change({ surveyLanguage });
              }}
            >
              {ideaLanguages.map((language) => (
                <option key={language} value={language}>
                  {languageNames[language]}
                </option>
              ))}
            </Select>
          </Field>
          {reading.language === 'other' ? (
            <p className="pb-2 text-meta text-soft">The questions are in English. You can edit them.</p>
          ) : null}
        </div>
      ) : null}
    </section>
  );
}

const languageNames = { en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español' };
