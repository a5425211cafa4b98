import { surveyPath } from '#shared/rules/surveys/survey-path.ts';
import { ApiError } from '#web/api/api-error.ts';
import { readStoredSurvey } from '#web/features/surveys/survey-store.ts';
import { isAccountRemembered } from '#web/identity/remembered-account.ts';
import { readItem } from '#web/identity/storage.ts';
import { fetchSurvey } from './survey-calls.ts';
import { type SurveyDefinition, toDefinition } from './survey-definition.ts';
import { isSignedIn } from './visitor.ts';

/** What is known of a survey; `sign-in` is for people who may only answer it with an account. */
export type SurveyState =
  | { status: 'loading' | 'not-found' | 'data-missing' | 'sign-in' }
  | { status: 'failed'; error: unknown }
  | { status: 'ready'; survey: SurveyDefinition };

/** What this browser keeps under the survey's path; `loading` when it has nothing to show. */
export function loadStored(surveyId: string): SurveyState {
  const survey = toDefinition(readStoredSurvey(surveyPath(surveyId)));
  return survey ? { status: 'ready', survey } : { status: 'loading' };
}

/** Asks the server, whose definition counts; what this browser keeps stands in where the server has none. */
export async function loadSurvey(surveyId: string): Promise<SurveyState> {
  const stored = loadStored(surveyId);
  try {
    const survey = toDefinition(await fetchForVisitor(surveyId));
    if (survey) return { status: 'ready', survey };
    return stored.status === 'ready' ? stored : { status: 'data-missing' };
  } catch (error) {
    const status = error instanceof ApiError ? error.status : 0;
    // Who is signed in and still refused must not be sent to sign in: that would go round for ever.
    if (status === 401 && (await isStranger())) return { status: 'sign-in' };
    if (status === 404) return withoutServer(surveyId, stored);
    if (stored.status === 'ready') return stored;
    return hasStored(surveyId) ? { status: 'data-missing' } : { status: 'failed', error };
  }
}

/** Strangers get a public survey at the first try; everybody else waits until it is known who asks. */
async function fetchForVisitor(surveyId: string): Promise<unknown> {
  // Somebody was signed in here: then the first try without a token is one that may be refused.
  if (isAccountRemembered()) return fetchSurvey(surveyId, { anonymous: false });
  try {
    return await fetchSurvey(surveyId, { anonymous: true });
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401) || !(await isSignedIn())) throw error;
    return fetchSurvey(surveyId, { anonymous: false });
  }
}

/** The server doesn't know the survey: only its owner's browser can, and its owner has an account. */
async function withoutServer(surveyId: string, stored: SurveyState): Promise<SurveyState> {
  if (stored.status !== 'ready') return { status: hasStored(surveyId) ? 'data-missing' : 'not-found' };
  return (await isStranger()) ? { status: 'sign-in' } : stored;
}

/** False also when nobody can tell. */
async function isStranger(): Promise<boolean> {
  return isSignedIn().then(
    (signedIn) => !signedIn,
    () => false,
  );
}

function hasStored(surveyId: string): boolean {
  return readItem(surveyPath(surveyId)) !== null;
}
