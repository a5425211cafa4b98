import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { readSurvey, type Survey } from '#shared/contracts/surveys.ts';
import { readAppName } from '#shared/rules/plans/app-name.ts';
import { surveyPath, surveySlug } from '#shared/rules/surveys/survey-path.ts';
import { call } from '#web/api/call.ts';
import { editPlan, type FounderPlan } from './plan/founder-plan.ts';
import type { CurrentPlan } from './plan/use-plan.ts';
import type { PlanStart } from './use-idea.ts';

/** Opens the plan of a survey: this browser's, or else the server's survey as a plan. */
export function useOpening(start: PlanStart | undefined, current: CurrentPlan, onLeaving: () => void) {
  const reading = useMutation({
    networkMode: 'always',
    mutationFn: ({ surveyId }: Wanted) => call(readSurvey, { params: { surveyId } }),
  });

  function read(wanted: Wanted) {
    // Only the answer to what was asked for last is opened.
    reading.mutate(wanted, {
      onSuccess: (survey) => current.open(rebuildPlan(survey, wanted.trailId, wanted.appName)),
    });
  }

  const open = useEffectEvent((given: PlanStart | undefined) => {
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

type Wanted = { surveyId: string; trailId: string; appName: string | undefined };

/** The plan as far as its survey tells it: all else stayed in the browser that made it. */
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
  return (slug || 'idea').replaceAll('-', ' ').replace(/(?<=^| )[a-z]/g, (letter) => letter.toUpperCase());
}
