import { readSurvey } from '#shared/contracts/surveys/surveys.ts';
import { call } from './call.ts';

/** A stored survey as the server has it. */
export function surveyQuery(surveyId: string) {
  return {
    queryKey: ['survey', surveyId],
    queryFn: () => call(readSurvey, { params: { surveyId } }),
  };
}
