import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import {
  createSurvey,
  readSurvey,
  type Survey,
  type SurveyDraft,
} from '#shared/contracts/surveys/surveys.ts';
import type { SurveyQuestion } from '#shared/contracts/surveys/validation.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { surveyQuery } from '#web/api/survey-query.ts';
import { holdUnsent, savingKey } from '#web/drafts/unsent.ts';
import { findQuestionProblems, isComplete } from '#web/features/validation/questions/question-problems.ts';
import { SaveNote } from '#web/studio/StudioFrame.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { type FounderPlan, isSame, storedPlan, surveyDraft } from './founder-plan.ts';
import type { CurrentPlan } from './use-plan.ts';

const pauseMs = 700;

type SurveySaving = ReturnType<typeof useSurveySaving>;

/**
 * Stores the open plan's survey on the server: when the plan is ready, and after each pause in editing. A plan that can
 * only be read stays as it is.
 */
export function useSurveySaving(userId: string, current: CurrentPlan, isReadOnly: boolean) {
  const client = useQueryClient();
  const { plan } = current;
  const problems = plan && findQuestionProblems(plan);
  const complete = problems !== null && isComplete(problems);
  const waiting = complete && !isReadOnly && plan && plan.stored !== 'yes' ? textOf(plan) : null;

  const saving = useMutation({
    mutationKey: savingKey,
    // One after the other: an older version must not overtake a newer one.
    scope: { id: 'save-survey' },
    mutationFn: (draft: SurveyDraft) => call(createSurvey, { body: draft }),
    // A survey that is read meanwhile would be an older one.
    onMutate: ({ surveyId }) => client.cancelQueries({ queryKey: surveyQuery(surveyId).queryKey }),
    onSuccess: (survey, draft) => {
      client.setQueryData(surveyQuery(survey.surveyId).queryKey, survey);
      current.markStored(draft);
    },
    // People may have answered since: then the questions are locked.
    onError: (_error, { surveyId }) => client.invalidateQueries({ queryKey: surveyQuery(surveyId).queryKey }),
  });
  const restoring = useMutation({
    mutationFn: (surveyId: string) => call(readSurvey, { params: { surveyId } }),
    onSuccess: ({ questions }, surveyId) => current.edit({ questions }, surveyId),
  });

  const save = () => plan && saving.mutate(surveyDraft(plan));
  const saveWaiting = useEffectEvent(save);
  useEffect(() => {
    if (waiting === null) return;
    const saveNow = () => void saveWaiting();
    const timer = setTimeout(saveNow, pauseMs);
    addEventListener('online', saveNow);
    return () => {
      clearTimeout(timer);
      removeEventListener('online', saveNow);
    };
  }, [waiting]);

  function flush() {
    if (waiting !== null) save();
  }
  const flushNow = useEffectEvent(flush);
  const sendNew = useEffectEvent(() => {
    if (JSON.stringify(saving.variables) !== waiting) flush();
  });
  useEffect(() => {
    const release = holdUnsent(userId, async () => sendNew());
    return () => {
      release();
      flushNow();
    };
  }, [userId]);

  const isOfThisPlan = saving.variables?.surveyId === plan?.surveyId;
  return {
    problems,
    complete,
    isReadOnly,
    error: waiting !== null && isOfThisPlan ? saving.error : null,
    restoreError: isOfThisPlan ? restoring.error : null,
    /** Stores what waits for a pause in editing, because the plan is about to leave the screen. */
    flush,
    retry: save,
    /** Puts back the questions that people have already answered. */
    restoreQuestions: () => plan && restoring.mutate(plan.surveyId),
  };
}

/** The number of answers that lock the plan's questions; null while these can be edited. */
export function useLockingAnswers(plan: FounderPlan | null, current: CurrentPlan): number | null {
  const { data } = useQuery({
    ...surveyQuery(plan?.surveyId ?? ''),
    enabled: plan !== null && plan.stored !== 'no',
  });
  const isLocked = (data?.answers ?? 0) > 0 || Boolean(data?.rule?.sealedAt);
  // Stored by another browser since.
  const isOlder = plan?.stored === 'yes' && data !== undefined && !isStoredAs(plan, data, isLocked);
  const takeStored = useEffectEvent((survey: Survey) => {
    const { stored: _, ...patch } = storedPlan(survey, plan?.trailId);
    current.edit(survey.plan ? patch : { questions: survey.questions }, survey.surveyId);
  });
  useEffect(() => {
    if (isOlder && data) takeStored(data);
  }, [isOlder, data]);
  return isLocked ? (data?.answers ?? 0) : null;
}

/**
 * True while the plan is the one that its survey holds. Without a plan beside the survey only questions that people
 * have answered count, marks and labels aside.
 */
function isStoredAs(plan: FounderPlan, survey: Survey, isLocked: boolean): boolean {
  if (!survey.plan) return !isLocked || isSame(plan.questions.map(asked), survey.questions.map(asked));
  const { idea: _, ...texts } = survey.plan;
  const { appName = '', questions, plan: own } = surveyDraft(plan);
  return isSame([appName, questions, own], [survey.appName, survey.questions, texts]);
}

function asked({ question, options }: SurveyQuestion) {
  return { question, options: options ?? null };
}

/** The words that are stored: they change only when the plan says something else. */
function textOf(plan: FounderPlan): string {
  return JSON.stringify(surveyDraft(plan));
}

type SavingNoteProps = {
  current: CurrentPlan;
  saving: SurveySaving;
  /** Another tab has the plan open too. */
  otherTab: boolean;
  onSeePlans: () => void;
};

/** Save status of the plan, and problems of the survey. */
export function SavingNote({ current, saving, otherTab, onSeePlans }: SavingNoteProps) {
  const { plan, isStored } = current;
  if (!plan) return null;
  const { text, isProblem } = describe(current, saving);
  const code = saving.error instanceof ApiError ? saving.error.code : null;
  const lost = isStored ? '' : ' This browser keeps nothing: copy what you need before you leave.';
  return (
    <SaveNote text={`${text}${lost}`} isProblem={isProblem} otherTab={otherTab} staysOnPhones={!isStored}>
      {code === 'survey_has_answers' || code === 'survey_taken' ? (
        <span className="flex flex-wrap gap-2">
          {code === 'survey_has_answers' ? (
            <Button onClick={saving.restoreQuestions}>Put the answered questions back</Button>
          ) : null}
          <Button onClick={current.copy}>New version</Button>
        </span>
      ) : null}
      {code === 'upgrade_to_pro' ? <Button onClick={onSeePlans}>See the plans</Button> : null}
      {saving.error && !codesWithOwnWay.has(code) ? <Button onClick={saving.retry}>Save again</Button> : null}
    </SaveNote>
  );
}

const codesWithOwnWay = new Set<string | null>(['survey_has_answers', 'survey_taken', 'upgrade_to_pro']);

function describe(
  { plan, isStored }: CurrentPlan,
  saving: SurveySaving,
): { text: string; isProblem: boolean } {
  const where = isStored ? ' Your edits are kept in this browser.' : '';
  if (plan?.stored === 'yes') return { text: 'Saved', isProblem: !isStored };
  if (saving.isReadOnly) {
    const lag =
      plan?.stored === 'older' ? 'Your last edits are not in the survey' : 'The survey is not saved';
    return { text: `${lag}: that needs the Pro or Developer plan.${where}`, isProblem: !isStored };
  }
  if (!saving.complete)
    return { text: `Not saved yet: complete the survey's questions.${where}`, isProblem: true };
  const failed = saving.restoreError ?? saving.error;
  if (failed) return { text: `${reason(failed)}${where}`, isProblem: true };
  return { text: 'Saving…', isProblem: !isStored };
}

function reason(error: Error): string {
  return error instanceof ApiError ? error.message : 'The survey could not be saved.';
}
