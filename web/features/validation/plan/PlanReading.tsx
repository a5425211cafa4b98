import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import {
  type IdeaLanguage,
  type IdeaReading,
  ideaLanguages,
  phraseLimit,
} from '#shared/contracts/reading.ts';
import type { SurveyQuestion, ValidationPlan } from '#shared/contracts/validation.ts';
import { rename } from '#shared/rules/plans/app-name.ts';
import { missingPhrase, needsAsking } from '#shared/rules/plans/needs-asking.ts';
import { writePlan } from '#shared/rules/plans/write-plan.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Field } from '#web/ui/controls/Field.tsx';
import { Select } from '#web/ui/controls/Select.tsx';
import { TextInput } from '#web/ui/controls/TextInput.tsx';
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
  /** The phrases are out of sight while their group is being narrowed. */
  isNarrowing: boolean;
  /** Names the author of the plan. */
  origin: ReactNode;
};

/** The phrases of the open plan. A change rewrites what the founder has not edited (design 7.11). */
export function PlanReading({ plan, isReadOnly, isNarrowing, origin, onEdit }: PlanReadingProps) {
  const [note, setNote] = useState('');
  if (!plan.reading || isNarrowing) return <div className="mt-3">{origin}</div>;
  const { unfinished } = plan;
  const reading = unfinished ?? plan.reading;
  const isWritten = plan.model === null;

  function change(basis: Partial<PlanBasis>) {
    const { patch, left } = rewritePlan(plan, basis);
    onEdit(patch);
    if (!isWritten) setNote(refreshNote);
    else setNote(leftNote(left));
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

type NarrowGroupProps = {
  plan: FounderPlan;
  /** False once the narrower group has its plan. */
  isAsked: boolean;
  /** Set where the plan can only be read. */
  onUpgrade: (() => void) | null;
  /** Tells which edited parts stayed as they were. */
  onNarrow: (who: string) => string[];
};

/** Asks which people of the group are asked next. Answers stay with their survey, so these get one of their own. */
export function NarrowGroup({ plan, isAsked, onUpgrade, onNarrow }: NarrowGroupProps) {
  const [who, setWho] = useState(plan.reading?.who ?? '');
  const [which, setWhich] = useState('');
  const [isTried, setTried] = useState(false);
  const [note, setNote] = useState<string | null>(null);
  const first = useRef<HTMLInputElement>(null);
  const second = useRef<HTMLInputElement>(null);
  const done = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (isAsked) first.current?.focus();
    else done.current?.focus();
  }, [isAsked]);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (onUpgrade) return onUpgrade();
    const empty = [first, second].find(({ current }) => current?.value.trim() === '');
    setTried(true);
    if (empty) return empty.current?.focus();
    const left = onNarrow(`${who.trim()} ${which.trim()}`);
    const rest = plan.model === null ? leftNote(left) : refreshNote;
    setNote(`New version. Share its new link. ${rest}`.trim());
  }

  if (!isAsked)
    return note === null ? null : (
      <p ref={done} tabIndex={-1} role="status" className="mt-4 outline-none text-soft">
        {note}
      </p>
    );
  return (
    <form onSubmit={submit} noValidate className="mt-4 border-b border-line pb-4">
      <h3 className="mb-2 text-[0.9375rem] leading-5">Ask a narrower group</h3>
      <div className="flex flex-wrap items-start gap-3">
        <Field
          label="Who has the problem?"
          error={isTried && who.trim() === '' ? 'Name the people who have the problem.' : null}
          className="min-w-0 flex-[1_1_14rem]"
        >
          <TextInput
            ref={first}
            dir="auto"
            autoComplete="off"
            maxLength={phraseLimit}
            readOnly={onUpgrade !== null}
            value={who}
            onChange={(event) => setWho(event.target.value)}
          />
        </Field>
        <Field
          label="Which of them?"
          error={isTried && which.trim() === '' ? 'Say which of them.' : null}
          className="min-w-0 flex-[1_1_14rem]"
        >
          <TextInput
            ref={second}
            dir="auto"
            autoComplete="off"
            maxLength={Math.max(0, phraseLimit - who.trim().length - 1)}
            placeholder="for example: who work alone"
            readOnly={onUpgrade !== null}
            value={which}
            onChange={(event) => setWhich(event.target.value)}
          />
        </Field>
        <Button type="submit" variant="primary" className="sm:mt-6.5">
          Ask this group
        </Button>
      </div>
      <p className="mt-2 text-meta text-soft">
        This writes a new version with a new link. Earlier answers stay.
      </p>
    </form>
  );
}

/** The plan's changes for a narrower group, and the labels of the edited parts that stay. */
export function narrowPlan(plan: FounderPlan, who: string): PlanRewrite {
  if (!plan.reading) return { patch: { targetAudience: who }, left: [] };
  return rewritePlan(plan, { reading: { ...plan.reading, who } });
}

const refreshNote = 'Refresh Validation writes the plan from these words.';

function leftNote(left: string[]): string {
  return left.length === 0 ? '' : `Left as you edited it: ${left.join(', ')}.`;
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

function trimmed({ who, trouble, solution, question, language }: IdeaReading): IdeaReading {
  return {
    who: who.trim(),
    trouble: trouble.trim(),
    solution: solution.trim(),
    question: question.trim(),
    language,
  };
}
