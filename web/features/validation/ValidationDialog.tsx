import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import type { Survey } from '#shared/contracts/surveys.ts';
import { message } from '#shared/messages/catalogue.ts';
import { preview } from '#shared/rules/text/preview.ts';
import { storable } from '#shared/rules/text/storable.ts';
import { type AskedPhrases, useIdeaPhrases } from '#web/drafts/idea-phrases.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Field } from '#web/ui/controls/Field.tsx';
import { TextArea } from '#web/ui/controls/TextArea.tsx';
import { MissingPhrases } from '#web/ui/idea/MissingPhrases.tsx';
import { usePhraseBoxes } from '#web/ui/idea/use-phrase-boxes.ts';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';
import { ReadOnlyNote } from '#web/ui/states/ReadOnlyNote.tsx';
import { RunFailure } from '#web/ui/states/RunFailure.tsx';
import { Loading } from '#web/ui/states/Skeleton.tsx';
import { Spinner } from '#web/ui/states/Spinner.tsx';
import { useOtherTab } from '#web/ui/use-other-tab.ts';
import type { PlanFailure } from './generate-plan.ts';
import type { FounderPlan } from './plan/founder-plan.ts';
import { PlanView } from './plan/PlanView.tsx';
import type { PlanStore } from './plan/plan-store.ts';
import { SavingNote } from './plan/SavingNote.tsx';
import { type CurrentPlan, usePlan } from './plan/use-plan.ts';
import { useSurveySaving } from './plan/use-survey-saving.ts';
import { planProgress } from './plan-progress.ts';
import { firstReading } from './saved-reading.ts';
import { type PlanRequest, useGeneration } from './use-generation.ts';
import { type PlanStart, useIdea } from './use-idea.ts';
import { useOpening } from './use-opening.ts';

export type ValidationDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  userId: string;
  /** The trail that the idea belongs to, with the words that it has there. */
  start?: PlanStart | undefined;
  store: PlanStore;
  /** Draws how a stored survey is shared. */
  share: (plan: FounderPlan) => ReactNode;
  onSaved: (survey: Survey) => void;
  onSeePlans: () => void;
  /** Shows what the plan lacks; then everything is read-only. */
  onUpgrade?: (() => void) | null;
};

/** Stays mounted while closed, so that closing it does not end what is under way. */
export function ValidationDialog(props: ValidationDialogProps) {
  const { open, onOpenChange, userId, start, store, share, onSaved, onSeePlans, onUpgrade = null } = props;
  const current = usePlan(userId, store);
  const saving = useSurveySaving(current, onSaved, onUpgrade !== null);
  const { plan, previous } = current;
  const asking = useIdeaPhrases(userId);
  const generation = useGeneration(current, asking, (idea) =>
    firstReading(idea, [plan, { idea, reading: asking.of(idea) }, previous]),
  );
  const opening = useOpening(start, current, saving.flush);
  const otherTab = useOtherTab(open && plan ? `validation-plan:${plan.surveyId}` : null);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="4xl"
      title="Validating & Prototyping"
      description="Generate a validation plan and a survey from your idea in one sentence, then share them with people who have the problem."
      footer={
        <>
          {plan ? (
            <SavingNote current={current} saving={saving} otherTab={otherTab} onSeePlans={onSeePlans} />
          ) : (
            <p className="mr-auto text-meta text-faint">Nothing is shared yet.</p>
          )}
          <Button onClick={() => onOpenChange(false)}>Close</Button>
        </>
      }
    >
      <IdeaForm
        userId={userId}
        start={start}
        asking={asking}
        hasPlan={plan !== null}
        busy={generation.arrived !== null}
        onUpgrade={onUpgrade}
        onSubmit={(request) => {
          saving.flush();
          generation.generate(request);
        }}
        onStop={generation.stop}
        onBringBack={previous ? current.bringBack : null}
      />
      <OpeningNote opening={opening} />
      <RunNote generation={generation} current={current} onSeePlans={onSeePlans} />
      {plan && saving.problems ? (
        <PlanView
          plan={plan}
          problems={saving.problems}
          onUpgrade={onUpgrade}
          onEdit={current.edit}
          share={share}
        />
      ) : null}
    </Dialog>
  );
}

type IdeaFormProps = {
  userId: string;
  start: PlanStart | undefined;
  asking: AskedPhrases;
  hasPlan: boolean;
  busy: boolean;
  /** Set where nothing new can be written: shows what the plan lacks. */
  onUpgrade: (() => void) | null;
  /** With the trail that the idea was taken from. */
  onSubmit: (request: PlanRequest) => void;
  onStop: () => void;
  /** Null when there is no plan to bring back. */
  onBringBack: (() => void) | null;
};

const longest = 10_000;

function IdeaForm(props: IdeaFormProps) {
  const { userId, start, asking, hasPlan, busy, onUpgrade, onSubmit, onStop, onBringBack } = props;
  const { idea, trail, change, aside, putBack } = useIdea(userId, start);
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

  return (
    <form onSubmit={submit} noValidate>
      {onUpgrade ? (
        <ReadOnlyNote title="Your plan no longer includes validation plans." onUpgrade={onUpgrade}>
          Nothing is taken away: read it, copy it, download it.
        </ReadOnlyNote>
      ) : null}
      <Field label="Your idea in one sentence" error={error} required>
        <TextArea
          ref={field}
          rows={2}
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
      <div className="mt-4 flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={busy} busyText="Validating...">
          {hasPlan ? 'Refresh Validation' : 'Process for Validation'}
        </Button>
        {busy ? <Button onClick={onStop}>Stop</Button> : null}
        {onBringBack && !busy ? (
          <Button variant="quiet" onClick={onBringBack}>
            Bring back the previous plan
          </Button>
        ) : null}
      </div>
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

type OpeningNoteProps = { opening: ReturnType<typeof useOpening> };

/** How far the opening of a plan is that this browser does not have. */
function OpeningNote({ opening }: OpeningNoteProps) {
  if (opening.isReading) return <Loading label="Opening the plan" />;
  if (!opening.failed) return null;
  return (
    <p role="alert" className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-1 text-bad">
      The plan is not in this browser, and its survey could not be read.
      <Button onClick={opening.retry}>Try again</Button>
    </p>
  );
}

type RunNoteProps = {
  generation: ReturnType<typeof useGeneration>;
  current: CurrentPlan;
  onSeePlans: () => void;
};

/** How the plan that is being written is doing, or how it ended. */
function RunNote({ generation, current, onSeePlans }: RunNoteProps) {
  const { arrived, failure, wasStopped } = generation;
  const { plan, previous } = current;
  if (arrived !== null) return <GenerationProgress text={arrived} />;
  return (
    <>
      {failure ? (
        <FailureNote failure={failure} hasPrevious={previous !== null} onSeePlans={onSeePlans} />
      ) : null}
      {wasStopped && !plan ? (
        <p role="status" className="mt-4 text-soft">
          Stopped. {previous ? 'Your idea and your previous plan are kept.' : 'Your idea is kept.'}
        </p>
      ) : null}
    </>
  );
}

type FailureNoteProps = { failure: PlanFailure; hasPrevious: boolean; onSeePlans: () => void };

function FailureNote({ failure, hasPrevious, onSeePlans }: FailureNoteProps) {
  const { code, reason, needsUpgrade } = failure;
  return (
    <RunFailure title={message(code).text} reason={reason} onSeePlans={needsUpgrade ? onSeePlans : null}>
      {hasPrevious ? 'Your idea and your previous plan are kept.' : 'Your idea is kept.'}
      {needsUpgrade ? null : ' You can send it again, or word it differently.'}
    </RunFailure>
  );
}

/** Progress of the reply, by the fields that have arrived. */
function GenerationProgress({ text }: { text: string }) {
  return (
    <div className="mt-5 rounded-m bg-muted px-4 py-3.5">
      <p role="status" className="font-medium">
        Generating response, please wait...
      </p>
      <p className="text-meta text-soft tabular-nums">
        {text === ''
          ? 'Your idea is sent; nothing has arrived yet.'
          : `${text.length.toLocaleString()} characters have arrived.`}
      </p>
      <ul className="mt-3 flex flex-wrap gap-x-5 gap-y-1.5">
        {planProgress(text).map(({ label, state }) => (
          <li
            key={label}
            className={clsx('flex items-center gap-1.5', state === 'waiting' ? 'text-faint' : 'text-ink')}
          >
            <span className="grid size-4 place-items-center">
              {state === 'done' ? <Check size={14} aria-hidden="true" className="text-good" /> : null}
              {state === 'writing' ? <Spinner className="size-3!" /> : null}
              {state === 'waiting' ? <span className="size-1.5 rounded-full bg-edge" /> : null}
            </span>
            {label}
            <span className="sr-only">{spoken[state]}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

const spoken = { done: ': there', writing: ': arriving', waiting: ': not yet' };
