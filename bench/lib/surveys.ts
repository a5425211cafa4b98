import type { Stack } from '#bench/stack.ts';
import { type Account, call } from '#e2e/harness/api.ts';
import { connectDatabase } from '#server/database/connect.ts';
import { updateAnalysis } from '#server/features/analyses/update-analysis.ts';
import type { SurveyQuestion } from '#shared/contracts/surveys/validation.ts';
import { answerSeparator } from '#shared/rules/surveys/joined-options.ts';
import { countersOf, type SurveyAnswer, slotsOf } from '#shared/rules/surveys/survey-answers.ts';
import { freshNumber } from './load.ts';

/** Six questions as the product makes them: four single choices, a multiple choice, a free text. */
export const questions: SurveyQuestion[] = [
  choice('How often did you plan a week of dinners in the last month?'),
  choice('How often did you throw food away in the last month?'),
  choice('How often did you order in because nothing was planned?'),
  choice('How often did you pay for a recipe or a meal plan?'),
  { ...choice('What have you tried so far?'), multiSelect: true },
  { question: 'What happened the last time?', type: 'open-ended', options: null },
];

function choice(question: string): SurveyQuestion {
  const options = ['Not once', 'Once or twice', 'About every week', 'Almost every day'];
  return { question, type: 'multiple-choice', options };
}

const bodySize = 1_024;

/** Stores `count` surveys that anybody may answer. @returns their ids. */
export async function openSurveys(url: string, { token }: Account, count: number): Promise<string[]> {
  const tag = Math.random().toString(36).slice(2, 9).padEnd(7, '0');
  const ids = Array.from({ length: count }, (_, index) => `survey-bench-${index}-${tag}`);
  for (const surveyId of ids) {
    const draft = { surveyId, idea: 'Dinners for a week in ten minutes', socialLinks: [], questions };
    await call(url, '/api/surveys', { token, body: draft });
    await call(url, `/api/surveys/${surveyId}/access`, { method: 'PUT', token, body: { publicLink: true } });
  }
  return ids;
}

/** Answers that differ from variant to variant. */
export function answersOf(variant: number): SurveyAnswer[] {
  return questions.map(({ options, multiSelect }, index) => {
    const pick = (step: number) => options?.[(variant * (index + 1) + step) % options.length] ?? '';
    if (!options) return `Answer ${variant}: we noticed at six in the evening that nothing was there.`;
    return multiSelect ? [...new Set([pick(0), pick(1 + (variant % 3))])] : pick(0);
  });
}

/** A request of exactly 1,024 bytes that answers every question. */
export function submissionBody(surveyId: string, variant: number): string {
  const responses = answersOf(variant).map((answer, index) => ({
    question: questions[index]?.question ?? '',
    answer: [answer ?? ''].flat().join(answerSeparator),
  }));
  const last = responses.at(-1);
  if (last) last.answer = `${freshNumber} ${last.answer}`;
  const body = () => JSON.stringify({ surveyId, idea: 'Dinners', socialLinks: [], responses });
  const open = responses.at(-1);
  if (open) open.answer += '.'.repeat(bodySize - body().length);
  return body();
}

// As many as an analysis reads free texts of, so that it has to do with all different ones.
const variants = Array.from({ length: 500 }, (_, variant) => {
  const answers: SurveyAnswer[] = answersOf(variant);
  return { answers, slots: slotsOf(questions, answers) };
});

/** A survey with `size` answers, written by one statement together with their exact counts. @returns its id. */
export async function fillSurvey(stack: Stack, url: string, founder: Account, size: number): Promise<string> {
  const [id = ''] = await openSurveys(url, founder, 1);
  const counts = new Array<number>(countersOf(questions)).fill(0);
  variants.forEach(({ slots }, variant) => {
    const times = Math.floor(size / variants.length) + (variant < size % variants.length ? 1 : 0);
    for (const slot of slots) counts[slot] = (counts[slot] ?? 0) + times;
  });
  await stack.database.query(
    `with filled as (
       insert into submissions (survey_id, number, idempotency_key, answers, slots)
       select $1, n, 'filled-' || n, v.answers::jsonb, v.slots::int[]
       from generate_series(1, $2::int) n
       join unnest($3::text[], $4::text[]) with ordinality as v(answers, slots, place)
         on v.place = (n - 1) % $5::int + 1
     )
     update survey_tallies set submissions = $2::int, counts = $6::int[] where survey_id = $1`,
    [
      ...[id, size],
      variants.map(({ answers }) => JSON.stringify(answers)),
      variants.map(({ slots }) => `{${slots.join()}}`),
      ...[variants.length, counts],
    ],
  );
  return id;
}

/** Runs the product's own background task for each survey. @returns milliseconds. */
export async function computeAnalyses(stack: Stack, ids: string[]): Promise<number[]> {
  const database = connectDatabase(stack.databaseUrl, (error) => console.error(error.message));
  const deps = { database, model: null, noteAnalysis: async () => {}, now: () => new Date() };
  const times: number[] = [];
  // The first run also compiles and connects.
  for (const id of [ids[0] ?? '', ...ids]) {
    const began = performance.now();
    await updateAnalysis(deps, id);
    times.push(performance.now() - began);
  }
  await database.close();
  return times.slice(1);
}
