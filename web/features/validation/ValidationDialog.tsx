import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { readSurvey, type Survey } from '#shared/contracts/surveys.ts';
import { readAppName } from '#shared/rules/plans/app-name.ts';
import { surveyPath, surveySlug } from '#shared/rules/surveys/survey-path.ts';
import { call } from '#web/api/call.ts';
import { useIdeaPhrases } from '#web/drafts/idea-phrases.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';
import { Loading } from '#web/ui/states/Skeleton.tsx';
import { useOtherTab } from '#web/ui/use-other-tab.ts';
import { IdeaForm, type PlanStart } from './IdeaForm.tsx';
import { RunNote, useGeneration } from './PlanGeneration.tsx';
import { editPlan, type FounderPlan } from './plan/founder-plan.ts';
import { NarrowGroup, narrowPlan } from './plan/PlanReading.tsx';
import { type PlanSharing, PlanView } from './plan/PlanView.tsx';
import { SavingNote, useLockingAnswers, useSurveySaving } from './plan/SavingNote.tsx';
import { type CurrentPlan, usePlan } from './plan/use-plan.ts';
import { firstReading } from './workspace.ts';

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
  const saving = useSurveySaving(current, onUpgrade !== null);
  const { previous } = current;
  const opening = useOpening(start, current, saving.flush);
  // Until the wanted plan is there, no other takes its place.
  const plan = opening.isReading || opening.failed ? null : current.plan;
  const answers = useLockingAnswers(plan, current);
  const asking = useIdeaPhrases(userId);
  const generation = useGeneration(current, asking, (idea) =>
    firstReading(idea, [plan, { idea, reading: asking.of(idea) }, previous]),
  );
  const otherTab = useOtherTab(open && plan ? `validation-plan:${plan.surveyId}` : null);
  const isNarrowing = start?.narrow === true && plan?.surveyId === start.surveyId;

  function narrow(who: string): string[] {
    if (!plan) return [];
    const { patch, left } = narrowPlan(plan, who);
    current.copy();
    current.edit(patch);
    return left;
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="4xl"
      title="Validating & Prototyping"
      description="Generate a validation plan and a survey from one sentence."
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
        plan={plan}
        busy={generation.run.arrived !== null}
        onUpgrade={onUpgrade}
        onSubmit={(request) => {
          saving.flush();
          opening.leave();
          generation.generate(request);
        }}
        onStop={generation.stop}
        onBringBack={
          previous
            ? () => {
                opening.leave();
                current.bringBack();
              }
            : null
        }
      />
      <OpeningNote opening={opening} />
      <RunNote generation={generation} current={current} onSeePlans={onSeePlans} />
      {plan && start?.narrow ? (
        <NarrowGroup
          key={start.surveyId}
          plan={plan}
          isAsked={isNarrowing}
          onUpgrade={onUpgrade}
          onNarrow={narrow}
        />
      ) : null}
      {plan && saving.problems ? (
        <PlanView
          plan={plan}
          problems={saving.problems}
          onUpgrade={onUpgrade}
          answers={answers}
          onEdit={current.edit}
          isNarrowing={isNarrowing}
          onNewVersion={current.copy}
          sharing={sharing}
        />
      ) : null}
    </Dialog>
  );
}

/**
 * Opens the plan of a survey: this browser's, or else the server's survey as a plan. For an idea without a survey the
 * plan of another idea is set aside.
 */
function useOpening(start: PlanStart | undefined, current: CurrentPlan, onLeaving: () => void) {
  const reading = useMutation({
    mutationFn: ({ surveyId }: WantedPlan) => call(readSurvey, { params: { surveyId } }),
  });

  function read(wanted: WantedPlan) {
    // Only the answer to what was asked for last is opened.
    reading.mutate(wanted, {
      onSuccess: (survey) => current.open(rebuildPlan(survey, wanted.trailId, wanted.appName)),
    });
  }

  const open = useEffectEvent((given: PlanStart | undefined) => {
    const { plan } = current;
    if (!given || (plan && isPlanOf(plan, given))) return reading.reset();
    const { surveyId, trailId, content = '' } = given;
    onLeaving();
    if (!surveyId) {
      reading.reset();
      if (plan) current.close();
    } else if (current.openSaved(surveyId)) reading.reset();
    else read({ surveyId, trailId, appName: readAppName(content)?.name });
  });
  useEffect(() => open(start), [start]);

  const { isPending, isError, variables } = reading;
  return {
    isReading: isPending,
    failed: isError,
    retry: () => variables && read(variables),
    /** Opens nothing any more. */
    leave: reading.reset,
  };
}

/** True for the plan of that survey; of an idea without a survey, for a plan of the idea. */
function isPlanOf(plan: FounderPlan, { surveyId, trailId, idea }: PlanStart): boolean {
  if (surveyId) return plan.surveyId === surveyId;
  return plan.trailId && trailId ? plan.trailId === trailId : plan.idea.trim() === idea.trim();
}

type WantedPlan = { surveyId: string; trailId: string; appName: string | undefined };

/** The part of a plan that its survey has: all else stayed in the browser that made it. */
function rebuildPlan(survey: Survey, trailId: string, sessionName?: string): FounderPlan {
  const { surveyId, idea, socialLinks, questions, rule } = survey;
  const plan: FounderPlan = {
    surveyId,
    surveyUrl: `${location.origin}${surveyPath(surveyId)}`,
    idea,
    appName: nameOf(surveyId, sessionName),
    oneSentencePitch: '',
    problemParagraph: '',
    targetAudience: '',
    socialLinks,
    questions,
    line: rule?.line,
    minimumAnswers: rule?.minimumAnswers,
    summaryPost: '',
    summaryByHand: false,
    model: null,
    trailId,
    isRebuilt: true,
    stored: 'yes',
  };
  return editPlan(plan, {});
}

/** The survey's address has the app's name in it, though in small letters. */
function nameOf(surveyId: string, sessionName = ''): string {
  const slug = surveyId.replace(/-[0-9a-z]{7}$/, '').replace(/^survey-?/, '');
  if (sessionName && surveySlug(sessionName) === slug) return sessionName;
  return (slug || 'idea').replaceAll('-', ' ').replace(/(?:^| )[a-z]/g, (letter) => letter.toUpperCase());
}

type OpeningNoteProps = { opening: ReturnType<typeof useOpening> };

/** State of the opening of a plan that this browser does not have. */
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
