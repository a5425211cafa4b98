import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { IdeaReading } from '#shared/contracts/reading.ts';
import { readSurvey } from '#shared/contracts/surveys/surveys.ts';
import type { Trail } from '#shared/contracts/trails.ts';
import { storable } from '#shared/rules/text/plain-text.ts';
import { call } from '#web/api/call.ts';
import { findTrail } from '#web/api/find-trail.ts';
import { type AskedPhrases, isComplete, useIdeaPhrases } from '#web/drafts/idea-phrases.ts';
import { sendPhrases } from '#web/drafts/send-phrases.ts';
import { StudioFrame } from '#web/studio/StudioFrame.tsx';
import { useStudio } from '#web/studio/use-studio.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { KnownIdea } from '#web/ui/idea/KnownIdea.tsx';
import { Loading } from '#web/ui/states/Skeleton.tsx';
import { useSettled } from '#web/ui/use-settled.ts';
import { PlanForm, type PlanRequest, type PlanStart, planForm, useSentence } from './PlanForm.tsx';
import { type PlanOutcome, RunNote, useGeneration, withKnown } from './PlanGeneration.tsx';
import { editPlan, type FounderPlan, storedPlan } from './plan/founder-plan.ts';
import { PlanName } from './plan/PlanName.tsx';
import { NarrowGroup, narrowPlan, PlanHead } from './plan/PlanReading.tsx';
import { type PlanSharing, PlanView } from './plan/PlanView.tsx';
import { SavingNote, useLockingAnswers, useSurveySaving } from './plan/SavingNote.tsx';
import { type CurrentPlan, usePlan } from './plan/use-plan.ts';
import { changeWorkspace, firstReading, readWorkspace } from './workspace.ts';

export type ValidationDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  userId: string;
  /** The trail that the idea belongs to. */
  start?: PlanStart | undefined;
  sharing: PlanSharing;
  onSeePlans: () => void;
  /** Shows what the plan lacks; then everything is read-only. */
  onUpgrade?: (() => void) | null;
};

/** Stays mounted while closed, so that closing it does not end what is under way. */
export function ValidationDialog(props: ValidationDialogProps) {
  const { open, onOpenChange, userId, start, sharing, onSeePlans, onUpgrade = null } = props;
  const current = usePlan(userId, start?.surveyId);
  const saving = useSurveySaving(userId, current, onUpgrade !== null);
  const { previous } = current;
  const studio = usePlanStudio({ open, start, current, onLeaving: saving.flush });
  const { run } = studio;
  // Until the wanted plan is there, no other takes its place.
  const plan = studio.isReading || studio.readError ? null : current.plan;
  const answers = useLockingAnswers(plan, current);
  const asking = useIdeaPhrases(userId);
  const generation = useGeneration(run, current, asking, (idea) =>
    firstReading(idea, [plan, { idea, reading: asking.of(idea) }, previous]),
  );
  const isReadOnly = onUpgrade !== null;
  const isBusy = run.arrived !== null;
  const sentence = useSentence(userId, start, plan);
  const isAsking = open && !plan && !isBusy;
  const { typed, reading, boxes, found } = useTypedIdea(userId, sentence.idea, { plan, asking, isAsking });
  const known = generation.known?.idea === typed ? generation.known.trail : found;
  const isNarrowing = start?.narrow === true && plan?.surveyId === start.surveyId;

  function generate(request: PlanRequest) {
    saving.flush();
    studio.leave();
    generation.generate(request);
  }

  useWantedPlan(userId, open && !isReadOnly, (idea) => {
    const known = asking.of(idea);
    if (known && isComplete(known)) generate({ idea, trail: sentence.trail });
  });

  function bringBack() {
    studio.leave();
    current.bringBack();
  }

  const shown = plan && saving.problems ? { plan, problems: saving.problems } : null;
  const isFirst = !shown && reading === null && !isBusy;
  return (
    <StudioFrame
      open={open}
      onOpenChange={onOpenChange}
      size={shown ? '4xl' : '3xl'}
      title="Validating & Prototyping"
      description={isFirst ? 'Generate a validation plan and a survey from one sentence.' : undefined}
      closeLabel="Close"
      bar={
        shown
          ? {
              name: (
                <PlanName
                  key={shown.plan.surveyId}
                  {...shown}
                  isReadOnly={isReadOnly}
                  onEdit={current.edit}
                />
              ),
              actions: sharing.bar(shown.plan),
            }
          : undefined
      }
      run={{ arrived: run.arrived, stop: generation.stop }}
      foot={shown ? null : ideaFoot(reading, previous && !isBusy ? bringBack : null)}
    >
      {shown ? (
        <PlanHead
          key={`head ${shown.plan.surveyId}`}
          plan={shown.plan}
          sentence={sentence}
          isNarrowing={isNarrowing}
          onUpgrade={onUpgrade}
          answers={answers}
          onEdit={current.edit}
          onSubmit={generate}
          onBringBack={previous ? bringBack : null}
        >
          <SavingNote current={current} saving={saving} otherTab={studio.otherTab} onSeePlans={onSeePlans} />
        </PlanHead>
      ) : (
        <PlanForm
          sentence={sentence}
          reading={reading}
          onRead={boxes.change}
          timesAsked={asking.timesAsked}
          busy={isBusy}
          onUpgrade={onUpgrade}
          onSubmit={generate}
        />
      )}
      <KnownIdea
        trail={isAsking ? known : null}
        onOpen={(trail, surveyId) => studio.openPlan(surveyId, trail.id)}
        onAnother={
          isReadOnly ? null : () => generate({ idea: typed, trail: sentence.trail, isAnother: true })
        }
      />
      <OpeningNote studio={studio} />
      <RunNote generation={generation} current={current} onSeePlans={onSeePlans} />
      <Narrowing start={start} plan={plan} current={current} onUpgrade={onUpgrade} />
      {shown ? (
        <PlanView
          {...shown}
          isFresh={generation.madeAtOnce === shown.plan.surveyId}
          onUpgrade={onUpgrade}
          answers={answers}
          onEdit={current.edit}
          onNewVersion={current.copy}
          sharing={sharing}
        />
      ) : null}
    </StudioFrame>
  );
}

type PlanStudioDeps = {
  open: boolean;
  start: PlanStart | undefined;
  current: CurrentPlan;
  onLeaving: () => void;
};

/**
 * Opens the plan of a survey: this browser's, or else the server's survey as a plan. For an idea without a survey the
 * plan of another idea is set aside.
 */
function usePlanStudio({ open, start, current, onLeaving }: PlanStudioDeps) {
  const { plan } = current;
  const studio = useStudio<PlanOutcome, PlanStart>({
    open,
    start,
    isReady: true,
    begin(wanted) {
      if (!wanted || (plan && isPlanOf(plan, wanted))) return;
      onLeaving();
      if (wanted.surveyId) openPlan(wanted.surveyId, wanted.trailId);
      else if (plan) current.close();
    },
    lock: plan && `validation-plan:${plan.surveyId}`,
  });

  function openPlan(surveyId: string, trailId: string) {
    if (current.openSaved(surveyId)) return;
    void studio.read(
      () => call(readSurvey, { params: { surveyId } }),
      (survey) => current.open(editPlan(storedPlan(survey, trailId), {})),
    );
  }

  return { ...studio, openPlan };
}

/** State of the opening of a plan that this browser does not have. */
function OpeningNote({ studio }: { studio: ReturnType<typeof usePlanStudio> }) {
  if (studio.isReading) return <Loading label="Opening the plan" />;
  if (!studio.readError) return null;
  return (
    <p role="alert" className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-1 text-bad">
      The plan is not in this browser, and its survey could not be read.
      <Button onClick={studio.retryReading}>Try again</Button>
    </p>
  );
}

/** The one way on from an idea, always in sight. */
function ideaFoot(reading: IdeaReading | null, onBringBack: (() => void) | null) {
  return {
    children: onBringBack ? (
      <Button variant="quiet" onClick={onBringBack} className="mr-auto -ml-3.5">
        Bring back the previous plan
      </Button>
    ) : null,
    close: null,
    write: {
      form: planForm,
      label: reading ? 'Make the plan' : 'Process for Validation',
      busyText: 'Validating...',
      isUnfinished: reading !== null && !isComplete(reading),
      className: 'max-sm:grow',
    },
  };
}

const pauseMs = 700;

type TypedIdeaDeps = { plan: FounderPlan | null; asking: AskedPhrases; isAsking: boolean };

/** A typed sentence with its boxes, and its trail while there is no plan of it. */
function useTypedIdea(userId: string, idea: string, { plan, asking, isAsking }: TypedIdeaDeps) {
  const typed = storable(idea).trim();
  // Phrases belong to the sentence that they were asked for.
  const reading = plan ? null : asking.of(typed);
  const boxes = useBoxes(typed, reading, asking);
  const found = useFoundIdea(userId, typed, isAsking, boxes.fill);
  return { typed, reading, boxes, found };
}

/** The boxes of a typed sentence; what the founder types is kept in the account for other devices and tools. */
function useBoxes(idea: string, reading: IdeaReading | null, asking: AskedPhrases) {
  const [edited, setEdited] = useState<string | null>(null);
  // Those of a sentence that was left, or that has its plan, are not sent any more.
  const typed = edited === idea && reading ? JSON.stringify(reading) : null;
  const send = useEffectEvent(() => reading && void sendPhrases(idea, reading));
  useEffect(() => {
    if (typed === null) return;
    const timer = setTimeout(() => send(), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return {
    change(next: IdeaReading) {
      setEdited(idea);
      asking.change(idea, next);
    },
    /** Fills empty boxes with what is known. */
    fill: (known: IdeaReading) => asking.change(idea, withKnown(known, reading ?? undefined)),
  };
}

/** The trail of a typed sentence, once typing pauses. While it has no survey, its boxes are filled in. */
function useFoundIdea(
  userId: string,
  idea: string,
  isOn: boolean,
  fill: (reading: IdeaReading) => void,
): Trail | null {
  const settled = useSettled(idea);
  const { data } = useQuery({
    queryKey: ['found-idea', userId, settled],
    queryFn: ({ signal }) => findTrail({ idea: settled }, signal),
    enabled: isOn && settled !== '',
    retry: false,
  });
  const found = (settled === idea && data) || null;
  const boxes = isOn && found?.surveys.length === 0 ? found.reading : null;
  const fillIn = useEffectEvent(fill);
  useEffect(() => {
    if (boxes) fillIn(boxes);
  }, [boxes]);
  return found;
}

/** Makes the plan that was asked for before there was an account or a plan for it, once. */
function useWantedPlan(userId: string, canMake: boolean, onMake: (idea: string) => void) {
  const make = useEffectEvent(() => {
    const { wanted, idea } = readWorkspace(userId);
    if (wanted === '') return;
    changeWorkspace(userId, { wanted: '' });
    if (wanted.trim() === idea.trim()) onMake(wanted);
  });
  useEffect(() => {
    if (canMake) make();
  }, [canMake]);
}

type NarrowingProps = {
  start: PlanStart | undefined;
  plan: FounderPlan | null;
  current: CurrentPlan;
  onUpgrade: (() => void) | null;
};

/** Asks for a narrower group where that was asked for. */
function Narrowing({ start, plan, current, onUpgrade }: NarrowingProps) {
  if (!plan || !start?.narrow) return null;
  return (
    <NarrowGroup
      key={start.surveyId}
      plan={plan}
      isAsked={plan.surveyId === start.surveyId}
      onUpgrade={onUpgrade}
      onNarrow={(who) => narrow(current, plan, who)}
    />
  );
}

/** Opens the plan of a narrower group; gives the labels of the edited parts that stay. */
function narrow(current: CurrentPlan, plan: FounderPlan, who: string): string[] {
  const { patch, left } = narrowPlan(plan, who);
  current.copy();
  current.edit(patch);
  return left;
}

/** True for the plan of that survey; of an idea without a survey, for a plan of the idea. */
function isPlanOf(plan: FounderPlan, { surveyId, trailId, idea }: PlanStart): boolean {
  if (surveyId) return plan.surveyId === surveyId;
  return plan.trailId && trailId ? plan.trailId === trailId : plan.idea.trim() === idea.trim();
}
