import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { readSurvey } from '#shared/contracts/surveys.ts';
import { readAppName } from '#shared/rules/app-name.ts';
import { call } from '#web/api/call.ts';
import { rebuildPlan } from './rebuild-plan.ts';
import type { PlanStart } from './use-idea.ts';
import type { CurrentPlan } from './use-plan.ts';

/** Puts the plan of a survey on the desk: this browser's, or else what the server's survey tells of it. */
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
    if (current.openKept(surveyId)) reading.reset();
    else read({ surveyId, trailId, appName: readAppName(content)?.name });
  });
  useEffect(() => open(start), [start]);

  const { isPending, isError, variables } = reading;
  return { isReading: isPending, failed: isError, retry: () => variables && read(variables) };
}

type Wanted = { surveyId: string; trailId: string; appName: string | undefined };
