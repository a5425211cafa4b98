import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { IdeaReading } from '#shared/contracts/reading.ts';
import { missingPhrase } from '#shared/rules/plans/needs-asking.ts';
import { planLanguage } from '#shared/rules/plans/plan-language.ts';
import { writeQuestions } from '#shared/rules/plans/write-plan.ts';
import { preview, storable } from '#shared/rules/text/plain-text.ts';
import { isComplete } from '#web/drafts/idea-phrases.ts';
import { focusField, IdeaForm, type IdeaProblem } from '#web/studio/IdeaForm.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { FirstQuestion } from '#web/ui/idea/FirstQuestion.tsx';
import { ideaLengthNote, ideaTooLong } from '#web/ui/idea/idea-length.ts';
import { phrasesOf } from '#web/ui/idea/MarkedIdea.tsx';
import { MarkedTextArea } from '#web/ui/idea/MarkedTextArea.tsx';
import { ReadingBoxes } from '#web/ui/idea/ReadingBoxes.tsx';
import { MarkDot } from '#web/ui/MarkDot.tsx';
import { ReadOnlyNote } from '#web/ui/states/ReadOnlyNote.tsx';
import type { FounderPlan } from './plan/founder-plan.ts';
import { markLabels } from './questions/question-options.ts';
import { changeWorkspace, readWorkspace } from './workspace.ts';

/** An idea as its trail has it. */
export type PlanStart = {
  idea: string;
  trailId: string;
  /** The session's text, which names the app. */
  content?: string;
  /** The survey whose plan is opened. */
  surveyId?: string;
  /** Its group is to be narrowed. */
  narrow?: true;
};

/** An idea to write a plan for, with the trail that it was taken from. */
export type PlanRequest = {
  idea: string;
  trail: PlanStart | undefined;
  /** Another survey is wanted beside the idea's own. */
  isAnother?: true;
};

/** Id of the form that a button outside sends. */
export const planForm = 'plan-idea';

type PlanFormProps = {
  sentence: SentenceDraft;
  /** The boxes, once the idea says too little; null before. */
  reading: IdeaReading | null;
  onRead: (reading: IdeaReading) => void;
  /** Grows with each completion that asks: the focus goes to what is missing. */
  timesAsked: number;
  busy: boolean;
  /** Set where nothing new can be written: shows what the plan lacks. */
  onUpgrade: (() => void) | null;
  onSubmit: (request: PlanRequest) => void;
};

/** The idea in one sentence; and what it does not say, with the first question. */
export function PlanForm(props: PlanFormProps) {
  const { sentence, reading, onRead, timesAsked, busy, onUpgrade, onSubmit } = props;
  const { idea, trail, change, aside, putBack } = sentence;
  const [missing, setMissing] = useState<MissingPart | null>(null);
  const form = useRef<HTMLFormElement>(null);

  const focusAsked = useEffectEvent(() => {
    if (reading) focusField(form, missingPart(reading) ?? 'question');
  });
  useEffect(() => {
    if (timesAsked > 0) focusAsked();
  }, [timesAsked]);

  function submit(): IdeaProblem | null {
    const text = storable(idea).trim();
    const error = ideaError(text);
    const part = reading && missingPart(reading);
    if (onUpgrade) onUpgrade();
    else {
      setMissing(part);
      if (error) return { field: 'idea', error, isInSight: true };
      if (part) return { field: part };
      if (!reading || isComplete(reading)) onSubmit({ idea: text, trail });
    }
    return null;
  }

  /** Safari before 16 has no `requestSubmit`. */
  function send() {
    form.current?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  }

  return (
    <>
      {onUpgrade ? <PlanReadOnly onUpgrade={onUpgrade} /> : null}
      <IdeaForm
        form={form}
        id={planForm}
        label="Your idea in one sentence"
        idea={idea}
        typing={{ error: ideaTooLong(idea), help: ideaLengthNote(idea) }}
        isRequired
        isBusy={busy}
        className="grid grid-cols-1 gap-3 sm:gap-4"
        field={(wiring) => (
          <MarkedTextArea
            {...wiring}
            rows={reading ? 1 : 2}
            phrases={reading ? phrasesOf(reading) : []}
            className="text-base! leading-6"
            readOnly={onUpgrade !== null}
          />
        )}
        below={<AsideNote text={aside} onPutBack={putBack} />}
        onChange={change}
        onSubmit={submit}
      >
        {reading ? (
          <AskedParts
            reading={reading}
            missing={missing}
            isReadOnly={onUpgrade !== null}
            onEnter={send}
            onChange={(next) => {
              setMissing(null);
              onRead(next);
            }}
          />
        ) : null}
      </IdeaForm>
    </>
  );
}

/** Says that nothing new can be written, where the plan of the account no longer has it. */
export function PlanReadOnly({ onUpgrade }: { onUpgrade: () => void }) {
  return (
    <ReadOnlyNote title="Your plan no longer includes validation plans." onUpgrade={onUpgrade}>
      Nothing is taken away: read it, copy it, download it.
    </ReadOnlyNote>
  );
}

type AskedPartsProps = {
  reading: IdeaReading;
  missing: MissingPart | null;
  isReadOnly: boolean;
  onEnter: () => void;
  onChange: (reading: IdeaReading) => void;
};

function AskedParts({ reading, missing, isReadOnly, onEnter, onChange }: AskedPartsProps) {
  return (
    <>
      <ReadingBoxes
        className="grid grid-cols-1 gap-3 sm:grid-cols-3"
        reading={reading}
        isReadOnly={isReadOnly}
        missing={missing === 'question' ? null : missing}
        onChange={onChange}
      />
      <div className="mt-1 sm:mt-2">
        <FirstQuestion
          reading={reading}
          isReadOnly={isReadOnly}
          isMissing={missing === 'question'}
          onEnter={onEnter}
          onChange={onChange}
        />
        <CountedOptions reading={reading} />
      </div>
    </>
  );
}

/** What each answer of the first question will count as. */
function CountedOptions({ reading }: { reading: IdeaReading }) {
  const [first] = writeQuestions(reading, planLanguage(reading));
  return (
    <dl className="mt-4 grid grid-cols-3 gap-2 pb-1 sm:mt-5 sm:gap-3">
      {markLabels.map(({ mark, label }) => (
        <div key={label} className="grid min-w-0 content-start gap-1 text-[0.8125rem] sm:text-sm">
          <dt className="mb-1 flex items-baseline gap-1 text-meta leading-4 text-faint sm:gap-2">
            <MarkDot mark={mark} />
            {label}
          </dt>
          {first?.options
            ?.filter((_, at) => first.marks?.[at] === mark)
            .map((option) => (
              <dd key={option} className="wrap-anywhere">
                {option}
              </dd>
            ))}
        </div>
      ))}
    </dl>
  );
}

type MissingPart = 'who' | 'trouble' | 'question';

function missingPart(reading: IdeaReading): MissingPart | null {
  return missingPhrase(reading) ?? (reading.question.trim() === '' ? 'question' : null);
}

/** The idea that a trail's idea replaced; nothing where there is none. */
function AsideNote({ text, onPutBack }: { text: string; onPutBack: () => void }) {
  if (text === '') return null;
  return (
    <p role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-meta text-soft">
      <span className="min-w-0 wrap-anywhere" dir="auto">
        You had typed: “{preview(text, 100)}”
      </span>
      <Button onClick={onPutBack}>Put it back</Button>
    </p>
  );
}

/** Why a sentence can't be sent; null when it can. */
export function ideaError(idea: string): string | null {
  if (idea === '') return 'Type your idea first.';
  return ideaTooLong(idea);
}

export type SentenceDraft = ReturnType<typeof useSentence>;

/**
 * The typed idea, stored in the browser. A trail's idea takes its place when asked for; the typed text can be put back.
 * When another plan is opened its idea follows, unless the box holds words of its own.
 */
export function useSentence(userId: string, start: PlanStart | undefined, plan: FounderPlan | null) {
  const [idea, setIdea] = useState(() => readWorkspace(userId).idea);
  const [aside, setAside] = useState(() => readWorkspace(userId).aside);
  const [trail, setTrail] = useState<PlanStart>();

  function change(next: string) {
    setIdea(next);
    // Text typed into an empty field is an idea of its own.
    if (next.trim() === '') setTrail(undefined);
    changeWorkspace(userId, { idea: next });
  }

  function putAside(text: string) {
    setAside(text);
    changeWorkspace(userId, { aside: text });
  }

  const begin = useEffectEvent((given: PlanStart | undefined) => {
    setTrail(given);
    if (!given || idea.trim() === given.idea.trim()) return;
    // The open plan keeps its own idea.
    if (idea.trim() !== '' && !isSameIdea(plan, idea)) putAside(withBoth(aside, idea));
    change(given.idea);
  });
  useEffect(() => begin(start), [start]);

  const shown = useRef(plan);
  const follow = useEffectEvent((next: FounderPlan | null) => {
    const before = shown.current;
    shown.current = next;
    if (!next || !(isSameIdea(before, idea) || isSameIdea(start, idea)) || isSameIdea(next, idea)) return;
    setTrail({ idea: next.idea, trailId: next.trailId ?? '' });
    change(next.idea);
  });
  const planId = plan?.surveyId;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another plan has another idea
  useEffect(() => follow(plan), [planId]);

  return {
    idea,
    change,
    /** Undefined for an idea that was typed here: its own words find its trail. */
    trail,
    aside,
    putBack() {
      setTrail(undefined);
      change(aside);
      // The trail has its own words; an edit of them here is text like any other.
      putAside(idea.trim() === start?.idea.trim() ? '' : idea);
    },
  };
}

function isSameIdea(known: { idea: string } | null | undefined, idea: string): boolean {
  return known?.idea.trim() === idea.trim();
}

/** Keeps everything typed, also when another idea was put aside before. */
function withBoth(aside: string, idea: string): string {
  if (aside.trim() === '' || idea.includes(aside)) return idea;
  return aside.includes(idea) ? aside : `${aside}\n${idea}`;
}
