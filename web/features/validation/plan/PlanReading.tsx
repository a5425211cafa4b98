import { clsx } from 'clsx';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import {
  type IdeaLanguage,
  type IdeaReading,
  ideaLanguages,
  ideaReading,
  phraseLimit,
} from '#shared/contracts/reading.ts';
import type { SurveyQuestion, ValidationPlan } from '#shared/contracts/surveys/validation.ts';
import { rename } from '#shared/rules/plans/app-name.ts';
import { missingPhrase } from '#shared/rules/plans/needs-asking.ts';
import { planLanguage } from '#shared/rules/plans/plan-language.ts';
import { writePlan } from '#shared/rules/plans/write-plan.ts';
import { asSentence, unclosed } from '#shared/rules/text/in-sentence.ts';
import { storable } from '#shared/rules/text/plain-text.ts';
import {
  ideaError,
  PlanReadOnly,
  type PlanRequest,
  type SentenceDraft,
} from '#web/features/validation/PlanForm.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { Field } from '#web/ui/controls/Field.tsx';
import { Select } from '#web/ui/controls/Select.tsx';
import { TextButton } from '#web/ui/controls/TextButton.tsx';
import { TextInput } from '#web/ui/controls/TextInput.tsx';
import { phrasesOf } from '#web/ui/idea/MarkedIdea.tsx';
import { MarkedTextArea } from '#web/ui/idea/MarkedTextArea.tsx';
import { ReadingBoxes } from '#web/ui/idea/ReadingBoxes.tsx';
import { languageNames } from '#web/ui/language-names.ts';
import { ReceiptNote } from '#web/ui/states/ReceiptNote.tsx';
import {
  type FounderPlan,
  isSame,
  type PlanPartProps,
  type PlanPatch,
  withinLimits,
} from './founder-plan.ts';

type PlanHeadProps = PlanPartProps & {
  sentence: SentenceDraft;
  /** The phrases are out of sight while their group is being narrowed. */
  isNarrowing: boolean;
  /** Set where nothing new can be written: shows what the plan lacks. */
  onUpgrade: (() => void) | null;
  /** People's answers, which lock what they were asked; null while it can be edited. */
  answers: number | null;
  onSubmit: (request: PlanRequest) => void;
  /** Null when there is no plan to bring back. */
  onBringBack: (() => void) | null;
  /** Save status of the plan. */
  children: ReactNode;
};

/** What the plan was written from, in one line or unfolded to be changed. */
export function PlanHead(props: PlanHeadProps) {
  const { plan, isNarrowing, onUpgrade, children } = props;
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) opener.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  const end = (
    <div className="flex min-w-0 flex-wrap items-center gap-x-3 sm:ml-auto sm:justify-end">
      {/* A phone's line has room for the idea alone; "Edit" shows the rest. */}
      <div className={clsx('min-w-0', !isOpen && 'max-sm:hidden')}>
        <Origin plan={plan} />
      </div>
      {children}
    </div>
  );
  return (
    <section
      aria-label="Your idea"
      className="-mx-4 -mt-1 mb-4 border-y border-line bg-muted px-4 sm:-mx-6 sm:px-6"
    >
      {onUpgrade ? <PlanReadOnly onUpgrade={onUpgrade} /> : null}
      {isOpen && !isNarrowing ? (
        <PlanBasisForm {...props} onDone={() => setOpen(false)}>
          {end}
        </PlanBasisForm>
      ) : (
        <div className="flex min-h-10.5 flex-wrap items-center gap-x-2 py-1.5">
          {isNarrowing ? null : (
            <div className="flex min-w-0 items-center gap-2 max-sm:basis-full sm:max-w-2/3">
              <p dir="auto" className="min-w-0 truncate">
                {inOneLine(plan)}
              </p>
              <TextButton ref={opener} onClick={() => setOpen(true)}>
                Edit<span className="sr-only"> your idea</span>
              </TextButton>
            </div>
          )}
          {end}
        </div>
      )}
    </section>
  );
}

/** Author of the plan. */
function Origin({ plan }: { plan: FounderPlan }) {
  const author = plan.model === null ? 'Written without AI' : `Written by ${plan.model}`;
  return (
    <ReceiptNote
      author={author}
      receipt={plan.receipt ?? null}
      subject="validation plan"
      withoutReceipt={`${author}, in another browser.`}
    />
  );
}

function inOneLine({ reading, idea }: FounderPlan): string {
  const { who, trouble, solution } = reading ?? { who: '', trouble: '', solution: '' };
  const phrases = [who, trouble, solution].filter((phrase) => phrase.trim() !== '');
  return asSentence(phrases.map(unclosed).join(' · ')) || idea;
}

/** The sentence, the boxes and the language. A change rewrites what the founder has not edited (design 7.11). */
function PlanBasisForm(props: PlanHeadProps & { onDone: () => void }) {
  const { plan, sentence, onUpgrade, answers, onEdit, onSubmit, onBringBack, onDone, children } = props;
  const [note, setNote] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isTried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const isReadOnly = onUpgrade !== null;
  const reading = plan.unfinished ?? plan.reading;
  const isWritten = plan.model === null;
  const isAnswered = answers !== null;

  function change(basis: Partial<PlanBasis>) {
    const { patch, left } = rewritePlan(plan, basis);
    onEdit(patch);
    setNote(isWritten ? leftNote(left) || ownQuestionNote(basis, reading) : refreshNote);
  }

  function changeReading(next: IdeaReading) {
    const isUnfinished = missingPhrase(next) !== null || !ideaReading.safeParse(next).success;
    onEdit({ unfinished: isUnfinished ? next : undefined });
    setTried(isUnfinished);
    if (!isUnfinished) change({ reading: next });
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (onUpgrade) return onUpgrade();
    const text = storable(sentence.idea).trim();
    const problem = ideaError(text);
    const missing = reading && missingPhrase(reading);
    setError(problem);
    setTried(true);
    const wrong = problem ? 'idea' : missing;
    if (wrong) form.current?.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus();
    else onSubmit({ idea: text, trail: sentence.trail });
  }

  return (
    <form ref={form} onSubmit={submit} noValidate className="grid grid-cols-1 gap-3 py-3">
      <div className="grid grid-cols-1 items-start gap-3 sm:grid-cols-3">
        <div className="sm:col-span-2">
          <Field label="Your idea in one sentence" error={error} required>
            <MarkedTextArea
              autoFocus={matchMedia('(pointer: fine)').matches}
              name="idea"
              rows={1}
              phrases={reading ? phrasesOf(reading) : []}
              readOnly={isReadOnly}
              value={sentence.idea}
              onChange={(event) => {
                sentence.change(event.target.value);
                setError(null);
              }}
            />
          </Field>
        </div>
        <div className="flex items-end gap-3">
          {isWritten && reading ? (
            <Field label="Questions in" className="min-w-0 grow">
              <Select
                disabled={isReadOnly || isAnswered}
                value={plan.surveyLanguage ?? planLanguage(reading)}
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
          <Button type="submit" className="sm:mt-6.5">
            Refresh Validation
          </Button>
        </div>
      </div>
      {reading ? (
        <ReadingBoxes
          className="grid grid-cols-1 gap-3 sm:grid-cols-3"
          reading={reading}
          isReadOnly={isReadOnly}
          isAnswered={isAnswered}
          missing={isTried ? missingPhrase(reading) : null}
          onChange={changeReading}
        />
      ) : null}
      {reading && isAnswered ? (
        <p className="text-meta text-soft">
          {answeredText(answers, 'who they are and what goes wrong stay')}
        </p>
      ) : null}
      <p role="status" className="text-meta text-soft empty:hidden">
        {note ||
          (isWritten && reading?.language === 'other'
            ? 'The other questions are in English. You can edit them.'
            : '')}
      </p>
      <div className="flex flex-wrap items-center gap-x-4 text-meta">
        <TextButton onClick={onDone}>Done</TextButton>
        {onBringBack ? <TextButton onClick={onBringBack}>Bring back the previous plan</TextButton> : null}
        {children}
      </div>
    </form>
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

/** Why a part of an answered survey can't be changed. */
export function answeredText(answers: number, stays: string): string {
  const people = answers === 1 ? '1 person has' : `${answers.toLocaleString()} people have`;
  // A sealed rule locks it too, after every answer was deleted.
  return `${answers === 0 ? 'People have' : people} answered, so ${stays}.`;
}

/** The first question is in the founder's words, which stay in their language. */
function ownQuestionNote({ surveyLanguage }: Partial<PlanBasis>, reading: IdeaReading | undefined): string {
  const isOther = surveyLanguage && reading && surveyLanguage !== planLanguage(reading);
  return isOther ? `Question 1 is yours: write it in ${languageNames[surveyLanguage]}.` : '';
}

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
  const written = (basis: PlanBasis) => writeAgain(plan.idea, basis);
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

/**
 * Questions after an edit. A label that we or a model wrote names what the question asked before, so a question in other
 * words loses it, and has ours again with our words.
 */
export function fitLabels(plan: FounderPlan, questions: SurveyQuestion[]): SurveyQuestion[] {
  const { reading, surveyLanguage, model } = plan;
  const written = reading ? writeAgain(plan.idea, { reading, surveyLanguage }).surveyQuestions : [];
  return questions.map((question, at) => {
    const { question: text, label } = question;
    const before = plan.questions[at];
    if (!before || before.question === text || before.label !== label) return question;
    const own = written.find((one) => one.question === text.trim())?.label;
    if (own && label === '') return { ...question, label: own };
    const isOurs = model !== null || written.some((one) => one.label === label);
    const isNamed = !label || label === own || text.toLowerCase().includes(label.toLowerCase());
    return isNamed || !isOurs ? question : { ...question, label: '' };
  });
}

/** The plan of changed phrases; the first question is in the founder's own language in any case. */
function writeAgain(idea: string, { reading, surveyLanguage }: PlanBasis): ValidationPlan {
  const phrases = trimmed(reading);
  const own = writePlan(phrases, idea);
  if (!surveyLanguage || surveyLanguage === planLanguage(reading)) return own;
  const [first, ...others] = writePlan(phrases, idea, surveyLanguage).surveyQuestions;
  const [asked] = own.surveyQuestions;
  const surveyQuestions =
    first && asked
      ? [{ ...first, question: asked.question, label: asked.label }, ...others]
      : own.surveyQuestions;
  return { ...own, surveyQuestions };
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

/** Model output names `multiSelect` where it is false. */
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
