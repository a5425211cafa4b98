import type { Stack } from '#bench/stack.ts';
import type { SurveyAnswer } from '#shared/rules/surveys/survey-answers.ts';
import { countersOf, slotsOf } from '#shared/rules/surveys/survey-answers.ts';
import type { Founder } from './founder.ts';
import { answersOf, openSurveys, questions } from './surveys.ts';

// As many as an analysis reads free texts of, so that it has to do with all different ones.
const variants = Array.from({ length: 500 }, (_, variant) => {
  const answers: SurveyAnswer[] = answersOf(variant);
  return { answers, marks: slotsOf(questions, answers) };
});

/** A survey with `size` answers, written by one statement together with their exact counts. @returns its id. */
export async function fillSurvey(stack: Stack, founder: Founder, size: number): Promise<string> {
  const [id = ''] = await openSurveys(founder, 1);
  const counts = new Array<number>(countersOf(questions)).fill(0);
  variants.forEach(({ marks }, variant) => {
    const times = Math.floor(size / variants.length) + (variant < size % variants.length ? 1 : 0);
    for (const mark of marks) counts[mark] = (counts[mark] ?? 0) + times;
  });
  await stack.database.query(
    `with filled as (
       insert into submissions (survey_id, number, idempotency_key, answers, marks)
       select $1, n, 'filled-' || n, v.answers::jsonb, v.marks::int[]
       from generate_series(1, $2::int) n
       join unnest($3::text[], $4::text[]) with ordinality as v(answers, marks, place)
         on v.place = (n - 1) % $5::int + 1
     )
     update survey_tallies set submissions = $2::int, counts = $6::int[] where survey_id = $1`,
    [
      ...[id, size],
      variants.map(({ answers }) => JSON.stringify(answers)),
      variants.map(({ marks }) => `{${marks.join()}}`),
      ...[variants.length, counts],
    ],
  );
  return id;
}
