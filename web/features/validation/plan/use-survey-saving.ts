import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { createSurvey, readSurvey, type Survey, type SurveyDraft } from '#shared/contracts/surveys.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { findQuestionProblems, isComplete } from '#web/features/validation/questions/question-problems.ts';
import { type FounderPlan, surveyDraft } from './founder-plan.ts';
import type { CurrentPlan } from './use-plan.ts';

const pauseMs = 700;

export type SurveySaving = ReturnType<typeof useSurveySaving>;

/**
 * Stores the open plan's survey on the server: when the plan is ready, and after each pause in editing. A plan that can
 * only be read stays as it is.
 */
export function useSurveySaving(
  current: CurrentPlan,
  onSaved: (survey: Survey) => void,
  isReadOnly: boolean,
) {
  const { plan } = current;
  const problems = plan && findQuestionProblems(plan);
  const complete = problems !== null && isComplete(problems);
  const waiting = complete && !isReadOnly ? unsavedDraft(plan) : null;

  const saving = useMutation({
    // One after the other: an older version must not overtake a newer one.
    scope: { id: 'save-survey' },
    networkMode: 'always',
    mutationFn: (draft: SurveyDraft) => call(createSurvey, { body: draft }),
    onSuccess: (survey, draft) => {
      current.markStored(draft);
      onSaved(survey);
    },
    onError: (error, { surveyId }) => {
      if (error instanceof ApiError && error.code === 'survey_taken') current.move(surveyId);
    },
  });
  const restoring = useMutation({
    networkMode: 'always',
    mutationFn: (surveyId: string) => call(readSurvey, { params: { surveyId } }),
    onSuccess: ({ questions }, surveyId) => current.edit({ questions }, surveyId),
  });

  const save = (draft: string) => saving.mutate(JSON.parse(draft));
  const saveWaiting = useEffectEvent(save);
  useEffect(() => {
    if (waiting === null) return;
    const saveNow = () => saveWaiting(waiting);
    const timer = setTimeout(saveNow, pauseMs);
    addEventListener('online', saveNow);
    return () => {
      clearTimeout(timer);
      removeEventListener('online', saveNow);
    };
  }, [waiting]);

  const flush = () => waiting !== null && save(waiting);
  const flushOnLeaving = useEffectEvent(flush);
  useEffect(() => () => void flushOnLeaving(), []);

  const isOfThisPlan = saving.variables?.surveyId === plan?.surveyId;
  return {
    problems,
    complete,
    isReadOnly,
    error: waiting !== null && isOfThisPlan ? saving.error : null,
    restoreError: isOfThisPlan ? restoring.error : null,
    /** Stores what waits for a pause in editing, because the plan is about to leave the screen. */
    flush,
    retry: () => plan && saving.mutate(surveyDraft(plan)),
    /** Puts back the questions that people have already answered. */
    restoreQuestions: () => plan && restoring.mutate(plan.surveyId),
  };
}

/** As text, so that it only changes with what it says; null when the server has it. */
function unsavedDraft(plan: FounderPlan | null): string | null {
  return plan && plan.stored !== 'yes' ? JSON.stringify(surveyDraft(plan)) : null;
}
