import { type ReactNode, useState } from 'react';
import { type IdeaLanguage, type IdeaReading, ideaLanguages } from '#shared/contracts/reading.ts';
import type { SurveyQuestion, ValidationPlan } from '#shared/contracts/validation.ts';
import { rename } from '#shared/rules/plans/app-name.ts';
import { missingPhrase, needsAsking } from '#shared/rules/plans/needs-asking.ts';
import { writePlan } from '#shared/rules/plans/write-plan.ts';
import { Field } from '#web/ui/controls/Field.tsx';
import { Select } from '#web/ui/controls/Select.tsx';
import { ReadingBoxes } from '#web/ui/idea/ReadingBoxes.tsx';
import {
  type FounderPlan,
  isSame,
  type PlanPartProps,
  type PlanPatch,
  withinLimits,
} from './founder-plan.ts';

type PlanReadingProps = PlanPartProps & {
  isReadOnly: boolean;
  /** Names the author of the plan. */
  origin: ReactNode;
};

/** The phrases of the open plan. A change rewrites what the founder has not edited (design 7.11). */
export function PlanReading({ plan, isReadOnly, origin, onEdit }: PlanReadingProps) {
  const [note, setNote] = useState('');
  if (!plan.reading) return <div className="mt-3">{origin}</div>;
  const { unfinished } = plan;
  const reading = unfinished ?? plan.reading;
  const isWritten = plan.model === null;

  function change(basis: Partial<PlanBasis>) {
    const { patch, left } = rewritePlan(plan, basis);
    onEdit(patch);
    if (!isWritten) setNote('Refresh Validation writes the plan from these words.');
    else setNote(left.length === 0 ? '' : `Left as you edited it: ${left.join(', ')}.`);
  }

  function changeReading(next: IdeaReading) {
    const isUnfinished = needsAsking(next);
    onEdit({ unfinished: isUnfinished ? next : undefined });
    if (!isUnfinished) change({ reading: next });
  }

  return (
    <section className="min-w-0 border-b border-line pt-3.5 pb-4">
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="text-[0.9375rem] leading-5">Is this right?</h3>
        {origin}
      </div>
      <div className="flex flex-wrap items-end gap-3">
        <ReadingBoxes
          className="grid min-w-0 flex-[1_1_30rem] gap-3 sm:grid-cols-3"
          reading={reading}
          isReadOnly={isReadOnly}
          missing={missingPhrase(reading)}
          onChange={changeReading}
        />
        {isWritten ? (
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
        ) : null}
      </div>
      <p role="status" className="mt-2 text-meta text-soft empty:hidden">
        {note ||
          (isWritten && reading.language === 'other'
            ? 'The questions are in English. You can edit them.'
            : '')}
      </p>
    </section>
  );
}

const languageNames = { en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español' };

/** A plan's sources beside the idea. */
export type PlanBasis = { reading: IdeaReading; surveyLanguage?: IdeaLanguage | undefined };

/** The changes, and the labels of the edited parts that stay. */
type PlanRewrite = { patch: PlanPatch; left: string[] };

/**
 * Writes a plan again from changed phrases or for another language (design 7.11). A part that is not as
 * it was written for the earlier ones was edited by the founder and stays. A model's plan stays as it is.
 */
export function rewritePlan(plan: FounderPlan, change: Partial<PlanBasis>): PlanRewrite {
  const { reading, surveyLanguage } = plan;
  if (!reading || plan.model !== null) return { patch: change, left: [] };
  const written = (basis: PlanBasis) => writePlan(trimmed(basis.reading), plan.idea, basis.surveyLanguage);
  const before = written({ reading, surveyLanguage });
  const after = written({ reading, surveyLanguage, ...change });
  const appName = plan.appName === before.appName ? after.appName : plan.appName;
  const earlier = textsOf(before, plan.appName);
  const later = textsOf(after, appName);
  const patch: PlanPatch = { ...change, appName, socialLinks: after.socialGroups.map(withinLimits) };
  const left = appName === after.appName || before.appName === after.appName ? [] : ['name'];
  for (const { name, label } of texts) {
    if (plan[name] === earlier[name]) patch[name] = later[name];
    else if (earlier[name] !== later[name]) left.push(label);
  }
  patch.questions = plan.questions.map((question) => {
    const place = findQuestion(before.surveyQuestions, question);
    return after.surveyQuestions[place] ?? question;
  });
  if (hasOwnQuestion(plan.questions, before.surveyQuestions, after.surveyQuestions)) left.push('questions');
  if (plan.summaryByHand) left.push('post');
  return { patch, left };
}

const texts = [
  { name: 'oneSentencePitch', label: 'pitch' },
  { name: 'problemParagraph', label: 'problem' },
  { name: 'targetAudience', label: 'audience' },
] as const;

/** The written texts, calling the app by the founder's name for it. */
function textsOf(written: ValidationPlan, appName: string) {
  const own = (text: string) => rename(text, written.appName, appName);
  return {
    oneSentencePitch: own(written.oneSentencePitch),
    problemParagraph: own(written.problemParagraph),
    targetAudience: own(written.targetAudience),
  };
}

/** True when a question that changes is not in the survey as it was written. */
function hasOwnQuestion(asked: SurveyQuestion[], before: SurveyQuestion[], after: SurveyQuestion[]) {
  return before.some(
    (question, place) => !isSame(question, after[place]) && findQuestion(asked, question) === -1,
  );
}

function findQuestion(questions: SurveyQuestion[], wanted: SurveyQuestion): number {
  return questions.findIndex((question) => isSame(withoutDefaults(question), withoutDefaults(wanted)));
}

/** Replies name `multiSelect` where it is false. */
function withoutDefaults({ multiSelect, ...question }: SurveyQuestion) {
  return multiSelect ? { ...question, multiSelect } : question;
}

function trimmed({ who, job, trouble, language }: IdeaReading): IdeaReading {
  return { who: who.trim(), job: job.trim(), trouble: trouble.trim(), language };
}
