import { readSurveyCall } from '#shared/contracts/surveys/survey-page.ts';
import type { readSurvey } from '#shared/contracts/surveys/surveys.ts';
import type { SocialGroup, SurveyQuestion } from '#shared/contracts/surveys/validation.ts';
import { surveyPath } from '#shared/rules/surveys/survey-path.ts';
import { askedPeople } from '#shared/rules/surveys/survey-title.ts';
import { ApiError } from '#web/api/api-error.ts';
import { requestJson } from '#web/api/call.ts';
import { readDraft } from '#web/drafts/draft-store.ts';
import { isAccountRemembered } from '#web/identity/remembered-account.ts';
import { readItem } from '#web/identity/storage.ts';
import { en, type SurveyTexts } from './texts/en.ts';
import { loadTexts } from './texts/survey-texts.ts';
import { isSignedIn } from './visitor.ts';

/** `sign-in` is for people who may only answer the survey with an account. */
export type SurveyState =
  | { status: 'loading' | 'not-found' | 'data-missing' | 'sign-in' }
  | { status: 'failed'; error: unknown }
  | { status: 'ready'; survey: SurveyDefinition; texts: SurveyTexts };

/** The survey as this browser stored it under its path; `loading` when it has nothing to show. */
export function loadStored(surveyId: string): SurveyState {
  const survey = readDraft(surveyPath(surveyId), { parse: toDefinition });
  return survey ? { status: 'ready', survey, texts: en } : { status: 'loading' };
}

/** Asks the server, whose definition counts; this browser's is used where the server has none. */
export async function loadSurvey(surveyId: string): Promise<SurveyState> {
  const stored = loadStored(surveyId);
  try {
    const survey = toDefinition(await fetchForVisitor(surveyId));
    if (survey) return { status: 'ready', survey, texts: await loadTexts(survey.language) };
    return stored.status === 'ready' ? stored : { status: 'data-missing' };
  } catch (error) {
    const status = error instanceof ApiError ? error.status : 0;
    // A signed-in visitor who is refused must not be sent to sign in: that would go round for ever.
    if (status === 401 && (await isStranger())) return { status: 'sign-in' };
    if (status === 404) return withoutServer(surveyId, stored);
    if (stored.status === 'ready') return stored;
    return hasStored(surveyId) ? { status: 'data-missing' } : { status: 'failed', error };
  }
}

/** Strangers get a public survey at the first try; everybody else waits until it is known who asks. */
async function fetchForVisitor(surveyId: string): Promise<unknown> {
  // A try without a token is likely to be refused where an account was signed in.
  if (isAccountRemembered()) return fetchSurvey(surveyId, 'optional');
  try {
    return await fetchSurvey(surveyId, 'public');
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401) || !(await isSignedIn())) throw error;
    return fetchSurvey(surveyId, 'optional');
  }
}

/** The server doesn't know the survey: only its owner's browser can, and its owner has an account. */
async function withoutServer(surveyId: string, stored: SurveyState): Promise<SurveyState> {
  if (stored.status !== 'ready') return { status: hasStored(surveyId) ? 'data-missing' : 'not-found' };
  return (await isStranger()) ? { status: 'sign-in' } : stored;
}

/** False also when the identity provider can't be reached. */
async function isStranger(): Promise<boolean> {
  return isSignedIn().then(
    (signedIn) => !signedIn,
    () => false,
  );
}

function hasStored(surveyId: string): boolean {
  return readItem(surveyPath(surveyId)) !== null;
}

/** With the access `public` the call doesn't wait for the visitor's token. */
function fetchSurvey(surveyId: string, access: 'optional' | 'public'): Promise<unknown> {
  return requestJson<typeof readSurvey>({ ...readSurveyCall, access }, { params: { surveyId } });
}

/** Part of a survey that the page shows and sends. */
export type SurveyDefinition = {
  idea: string;
  /** Names it in its title. */
  subject: string;
  socialLinks: SocialGroup[];
  questions: SurveyQuestion[];
  /** Absent in definitions that only this browser has. */
  language?: unknown;
  /** The visitor's own: answers are a preview. */
  isOwner: boolean;
  /** The name of the person who asks; '' where it is not known. */
  askedBy: string;
  asksContact: boolean;
  /** The results are for the person who asks alone. */
  ownerOnlyResults: boolean;
  /** The device is passed on to the next person. */
  sharedDevice: boolean;
};

/** Reads a definition from the browser's storage or the wire; null when it can't be answered. */
function toDefinition(value: unknown): SurveyDefinition | null {
  if (typeof value !== 'object' || value === null) return null;
  const { idea, subject, reading, socialLinks, questions, language, ...rest } = value as Partial<
    Record<keyof SurveyDefinition | 'publicLink' | 'reading', unknown>
  >;
  if (typeof idea !== 'string' || idea.trim() === '') return null;
  if (!Array.isArray(questions) || questions.length === 0 || !questions.every(isQuestion)) return null;
  if (new Set(questions.map((q) => q.question)).size < questions.length) return null;
  return {
    idea,
    // The founder's own browser has the whole sentence, which may hold their answer.
    subject: isText(subject) ? subject : isReading(reading) ? askedPeople(reading.who.trim(), 'en') : idea,
    socialLinks: Array.isArray(socialLinks) ? socialLinks : [],
    questions,
    language,
    // On a shared device the account says nothing of who answers, unless everybody has to sign in.
    isOwner: rest.isOwner === true && !(rest.publicLink === true && rest.sharedDevice === true),
    askedBy: typeof rest.askedBy === 'string' ? rest.askedBy.trim() : '',
    asksContact: rest.asksContact === true,
    ownerOnlyResults: rest.ownerOnlyResults === true,
    sharedDevice: rest.sharedDevice === true,
  };
}

function isReading(value: unknown): value is { who: string } {
  return typeof value === 'object' && value !== null && isText((value as { who?: unknown }).who);
}

function isQuestion(value: unknown): value is SurveyQuestion {
  if (typeof value !== 'object' || value === null) return false;
  const { question, type, options } = value as Partial<Record<keyof SurveyQuestion, unknown>>;
  if (typeof question !== 'string' || question.trim() === '') return false;
  if (type === 'open-ended') return true;
  return type === 'multiple-choice' && Array.isArray(options) && options.length > 0 && options.every(isText);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
