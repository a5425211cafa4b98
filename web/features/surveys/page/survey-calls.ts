import type * as analyses from '#shared/contracts/analyses.ts';
import type * as config from '#shared/contracts/config.ts';
import type { Endpoint } from '#shared/contracts/endpoint.ts';
import type * as surveys from '#shared/contracts/surveys.ts';
import type { SurveyResponse } from '#shared/contracts/surveys.ts';
import { requestJson } from '#web/api/call.ts';
import type { SurveyDefinition } from './survey-definition.ts';

/** The survey as the server has it. With `anonymous` the call doesn't wait for who is signed in. */
export function fetchSurvey(surveyId: string, { anonymous }: { anonymous: boolean }): Promise<unknown> {
  const endpoint = anonymous ? { ...readSurvey, access: 'public' as const } : readSurvey;
  return requestJson(endpoint, { params: { surveyId } });
}

export type Submission = {
  surveyId: string;
  survey: SurveyDefinition;
  responses: SurveyResponse[];
  /** When the survey was opened, in milliseconds. */
  since?: number | undefined;
};

/** Stores the answers; sent again with the same key they are stored once. @throws ApiError */
export async function sendAnswers(submission: Submission, key: string): Promise<void> {
  const { surveyId, survey, responses, since } = submission;
  const { idea, socialLinks } = survey;
  const headers = { 'Idempotency-Key': key };
  const search = new URLSearchParams(location.search);
  // A tracked link names itself, so that its owner learns which reply brought answers.
  const via = search.get('via')?.slice(0, 32) || undefined;
  const from = search.get('from')?.slice(0, 100) || undefined;
  const seconds = since === undefined ? undefined : Math.max(0, Math.round((Date.now() - since) / 1000));
  const body = { surveyId, idea, socialLinks, responses, via, from, seconds };
  await requestJson(submitSurvey, { body, headers });
}

/** Asks for a new analysis with these answers. @throws ApiError */
export async function triggerAnalysis({ surveyId, survey, responses }: Submission): Promise<void> {
  await requestJson(analyzeSurvey, { body: { surveyId, idea: survey.idea, responses } });
}

export async function fetchConfig(): Promise<config.PublicConfig> {
  // Its own server's reply, and only to find out who answers.
  return (await requestJson(readConfig, {})) as config.PublicConfig;
}

// The types come from the contracts, the schemas stay away: with zod this page would weigh a tenth more.
const readSurvey = place<typeof surveys.readSurvey>({
  method: 'GET',
  path: '/api/surveys/{surveyId}',
  access: 'optional',
});
const submitSurvey = place<typeof surveys.submitSurvey>({
  method: 'POST',
  path: '/api/submit-survey',
  access: 'optional',
});
const analyzeSurvey = place<typeof analyses.analyzeSurvey>({
  method: 'POST',
  path: '/api/analyze-survey',
  access: 'optional',
});
const readConfig = place<typeof config.readConfig>({ method: 'GET', path: '/api/config', access: 'public' });

function place<E extends Endpoint>(address: Pick<E, 'method' | 'path' | 'access'>): E {
  return address as E;
}
