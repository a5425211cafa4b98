import { setTimeout as sleep } from 'node:timers/promises';
import { type Account, call } from '#e2e/harness/api.ts';
import type { SurveyAnalysis } from '#shared/contracts/analyses.ts';
import type { IdeaReading } from '#shared/contracts/reading.ts';
import type { Survey, SurveyDraft } from '#shared/contracts/surveys.ts';
import type { SurveyQuestion, ValidationPlan } from '#shared/contracts/validation.ts';
import { parseValidationReply } from '#shared/rules/model-output/validation.ts';
import { validationPrompt } from '#shared/rules/plans/validation-prompt.ts';
import { newSurveyId, surveyPath } from '#shared/rules/surveys/survey-path.ts';
import { promptBody } from '#shared/rules/text/prompt-parts.ts';

export const seedIdea = 'A tool that helps small bakeries plan how much bread to bake tomorrow';

export type SeededSurvey = { surveyId: string; path: string; questions: SurveyQuestion[] };

/** A plan and its survey, made as the browser makes them; by default strangers can't answer it. */
export async function seedSurvey(
  url: string,
  { token }: Account,
  { idea = seedIdea, reading, publicLink = false, questions }: SeedSettings = {},
): Promise<SeededSurvey> {
  const plan = await askForPlan(url, token, { idea, reading });
  const surveyId = newSurveyId(plan.appName, Math.random);
  const asked = questions ?? plan.surveyQuestions;
  const body: SurveyDraft = { surveyId, idea, socialLinks: plan.socialGroups, questions: asked };
  await call<Survey>(url, '/api/surveys', { token, body });
  const access = `/api/surveys/${surveyId}/access`;
  if (publicLink) await call(url, access, { method: 'PUT', token, body: { publicLink } });
  return { surveyId, path: surveyPath(surveyId), questions: asked };
}

type SeedSettings = {
  idea?: string;
  /** For an idea that says too little for a plan. */
  reading?: IdeaReading;
  publicLink?: boolean;
  questions?: SurveyQuestion[];
};

async function askForPlan(
  url: string,
  token: string,
  given: Pick<SeedSettings, 'reading'> & { idea: string },
): Promise<ValidationPlan> {
  const body = promptBody(validationPrompt({ kind: 'plan', ...given }));
  const { completion } = await call<{ completion: string }>(url, '/api/groq', { token, body });
  const reply = parseValidationReply(completion);
  if (!('plan' in reply)) throw new Error(`There is no plan in the reply: ${completion}`);
  return reply.plan;
}

/** Sends the submissions of `count` strangers, each answered by `answer`, and asks for a verdict on them. */
export async function submitAnswers(
  url: string,
  { token }: Account,
  { surveyId, questions }: SeededSurvey,
  { count, answer }: Submissions,
): Promise<void> {
  const survey = `/api/surveys/${surveyId}`;
  const { publicLink } = await call<Survey>(url, survey, { method: 'GET', token });
  const share = (open: boolean) =>
    call(url, `${survey}/access`, { method: 'PUT', token, body: { publicLink: open } });
  if (!publicLink) await share(true);
  const send = (index: number) => {
    const responses = questions.map((question, position) => ({
      question: question.question,
      answer: answer(question, index, position),
    }));
    const headers = { 'x-forwarded-for': nextAddress() };
    return call(url, '/api/submit-survey', { body: { surveyId, responses }, headers });
  };
  const atOnce = count > orderedCount ? 100 : 1;
  for (let sent = 0; sent < count; sent += atOnce)
    await Promise.all(Array.from({ length: Math.min(atOnce, count - sent) }, (_, more) => send(sent + more)));
  if (!publicLink) await share(false);
  await call(url, '/api/analyze-survey', { token, body: { surveyId } });
}

/** Up to so many are numbered in the order of their index; more are sent side by side. */
const orderedCount = 100;

let strangers = 0;

/** Each stranger sits in a network of their own: only a few of one network count. */
function nextAddress(): string {
  strangers += 1;
  return `10.${(strangers >> 8) & 255}.${strangers & 255}.1`;
}

type Submissions = { count: number; answer: Answerer };

/** The answer of the respondent with this index to one question, in the wire's form. */
export type Answerer = (question: SurveyQuestion, index: number, position: number) => string;

/** Waits until the survey's verdict rests on `count` submissions. */
export async function awaitVerdict(
  url: string,
  { token }: Account,
  { surveyId }: SeededSurvey,
  count: number,
): Promise<SurveyAnalysis> {
  const path = `/api/analyze-survey?surveyId=${surveyId}`;
  const giveUpAt = Date.now() + 60_000;
  while (Date.now() < giveUpAt) {
    const found = await call<SurveyAnalysis>(url, path, { method: 'GET', token }).catch(() => null);
    if (found?.submissionCount === count) return found;
    await sleep(200);
  }
  throw new Error(`The verdict on ${surveyId} did not reach ${count} submissions.`);
}
