import { clsx } from 'clsx';
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { preview, storable } from '#shared/rules/text/plain-text.ts';
import type { AskedPhrases } from '#web/drafts/idea-phrases.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Field } from '#web/ui/controls/Field.tsx';
import { TextArea } from '#web/ui/controls/TextArea.tsx';
import { MissingPhrases } from '#web/ui/idea/MissingPhrases.tsx';
import { usePhraseBoxes } from '#web/ui/idea/use-phrase-boxes.ts';
import { ReadOnlyNote } from '#web/ui/states/ReadOnlyNote.tsx';
import type { FounderPlan } from './plan/founder-plan.ts';
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
export type PlanRequest = { idea: string; trail: PlanStart | undefined };

type IdeaFormProps = {
  userId: string;
  start: PlanStart | undefined;
  asking: AskedPhrases;
  plan: FounderPlan | null;
  busy: boolean;
  /** Set where nothing new can be written: shows what the plan lacks. */
  onUpgrade: (() => void) | null;
  onSubmit: (request: PlanRequest) => void;
  onStop: () => void;
  /** Null when there is no plan to bring back. */
  onBringBack: (() => void) | null;
};

const longest = 10_000;

/** The idea in one sentence, and the phrases that are missing in it. */
export function IdeaForm(props: IdeaFormProps) {
  const { userId, start, asking, plan, busy, onUpgrade, onSubmit, onStop, onBringBack } = props;
  const { idea, trail, change, aside, putBack } = useIdea(userId, start, plan);
  const hasPlan = plan !== null;
  const [error, setError] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const sentence = storable(idea).trim();
  // Phrases belong to the sentence that they were asked for.
  const reading = hasPlan ? null : asking.of(sentence);
  const boxes = usePhraseBoxes(reading, asking.timesAsked);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    if (onUpgrade) return onUpgrade();
    const problem = problemOf(sentence);
    setError(problem);
    if (problem) field.current?.focus();
    else if (!boxes.refuse()) onSubmit({ idea: sentence, trail });
  }

  const buttons = (
    <div className={clsx('flex flex-wrap gap-2', hasPlan ? 'sm:mt-1.5' : 'mt-4')}>
      <Button type="submit" variant={hasPlan ? 'secondary' : 'primary'} busy={busy} busyText="Validating...">
        {hasPlan ? 'Refresh Validation' : 'Process for Validation'}
      </Button>
      {busy ? <Button onClick={onStop}>Stop</Button> : null}
    </div>
  );
  return (
    <form onSubmit={submit} noValidate>
      {onUpgrade ? (
        <ReadOnlyNote title="Your plan no longer includes validation plans." onUpgrade={onUpgrade}>
          Nothing is taken away: read it, copy it, download it.
        </ReadOnlyNote>
      ) : null}
      <div className={clsx(hasPlan && 'grid gap-2 sm:grid-cols-[minmax(0,1fr)_auto]')}>
        <Field
          label={<span className={clsx(hasPlan && 'sr-only')}>Your idea in one sentence</span>}
          error={error}
          required
        >
          <TextArea
            ref={field}
            rows={hasPlan ? 1 : 2}
            autoGrow
            dir="auto"
            className="max-h-48 overflow-y-auto"
            readOnly={onUpgrade !== null}
            value={idea}
            onChange={(event) => {
              change(event.target.value);
              setError(null);
            }}
          />
        </Field>
        {hasPlan ? buttons : null}
      </div>
      {aside ? <AsideNote text={aside} onPutBack={putBack} /> : null}
      {reading ? (
        <MissingPhrases
          key={asking.timesAsked}
          reading={reading}
          isReadOnly={onUpgrade !== null}
          form={boxes}
          onChange={(next) => asking.change(sentence, next)}
        >
          {reading.language === 'other' ? (
            <p className="mb-4 text-meta text-soft">The questions will be in English. You can edit them.</p>
          ) : null}
        </MissingPhrases>
      ) : null}
      {hasPlan ? null : buttons}
      {onBringBack && !busy ? (
        <Button variant="quiet" onClick={onBringBack} className="mt-1 -ml-3.5">
          Bring back the previous plan
        </Button>
      ) : null}
    </form>
  );
}

/** The idea that a trail's idea replaced. */
function AsideNote({ text, onPutBack }: { text: string; onPutBack: () => void }) {
  return (
    <p role="status" className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-meta text-soft">
      <span className="min-w-0 wrap-anywhere" dir="auto">
        You had typed: “{preview(text, 100)}”
      </span>
      <Button onClick={onPutBack}>Put it back</Button>
    </p>
  );
}

function problemOf(idea: string): string | null {
  if (idea === '') return 'Type your idea first.';
  if (idea.length <= longest) return null;
  return `That is ${idea.length.toLocaleString()} characters. Please shorten it to ${longest.toLocaleString()}.`;
}

/**
 * The typed idea, stored in the browser. A trail's idea takes its place when asked for; the typed text can be put back.
 * When another plan is opened its idea follows, unless the box holds words of its own.
 */
function useIdea(userId: string, start: PlanStart | undefined, plan: FounderPlan | null) {
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
