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
  const current = usePlan(userId);
  const saving = useSurveySaving(current, onUpgrade !== null);
  const { plan, previous } = current;
  const answers = useLockingAnswers(plan);
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
          answers={answers}
          onEdit={current.edit}
          onNewVersion={current.copy}
          sharing={sharing}
        />
      ) : null}
    </Dialog>
  );
}

/** Opens the plan of a survey: this browser's, or else the server's survey as a plan. For a new idea it opens none. */
function useOpening(start: PlanStart | undefined, current: CurrentPlan, onLeaving: () => void) {
  const reading = useMutation({
    networkMode: 'always',
    mutationFn: ({ surveyId }: WantedPlan) => call(readSurvey, { params: { surveyId } }),
  });

  function read(wanted: WantedPlan) {
    // Only the answer to what was asked for last is opened.
    reading.mutate(wanted, {
      onSuccess: (survey) => current.open(rebuildPlan(survey, wanted.trailId, wanted.appName)),
    });
  }

  const open = useEffectEvent((given: PlanStart | undefined) => {
    if (given?.isNew && current.plan) {
      onLeaving();
      current.close();
    }
    if (!given?.surveyId || current.plan?.surveyId === given.surveyId) return reading.reset();
    onLeaving();
    const { surveyId, trailId, content = '' } = given;
    if (current.openSaved(surveyId)) reading.reset();
    else read({ surveyId, trailId, appName: readAppName(content)?.name });
  });
  useEffect(() => open(start), [start]);

  const { isPending, isError, variables } = reading;
  return { isReading: isPending, failed: isError, retry: () => variables && read(variables) };
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
