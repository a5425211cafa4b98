import type { Stack } from '#bench/stack.ts';
import type { SurveyQuestion } from '#shared/contracts/surveys/validation.ts';
import type { SurveyAnswer } from '#shared/rules/surveys/survey-answers.ts';
import { type QuestionTally, readTallies } from '#shared/rules/surveys/survey-answers.ts';

type Kept = { id: string; submissions: number; apart: number; counts: number[]; questions: SurveyQuestion[] };
type Stored = { id: string; answers: SurveyAnswer[]; counted: boolean; times: number; last: number };

const written = `case when answers->>-1 is null then '[null]' else '["written"]' end::jsonb`;

/**
 * Counts every stored answer again and compares it with the counts that were kept as they arrived.
 * `acknowledged` answers must be there, and no more beside them than `unread` requests that wrk left when it stopped.
 * @returns how many submissions there are. @throws when one number differs.
 */
export async function checkCounts(
  { database }: Pick<Stack, 'database'>,
  expected: { acknowledged: number; unread: number },
): Promise<number> {
  const kept = await database.query<Kept>(
    'select id, submissions, set_apart as apart, counts, questions from survey_tallies join surveys on id = survey_id',
  );
  // Answers that are alike but for their text, the last one, are counted by the database: there are few different ones.
  const stored = await database.query<Stored>(
    `select survey_id as id, (answers - -1) || ${written} as answers, counted, count(*)::int as times,
       max(number) as last
     from submissions group by 1, 2, 3`,
  );
  const bySurvey = Map.groupBy(stored.rows, ({ id }) => id);
  for (const survey of kept.rows) checkSurvey(survey, bySurvey.get(survey.id) ?? []);
  const total = stored.rows.reduce((sum, { times }) => sum + times, 0);
  const { acknowledged, unread } = expected;
  if (total < acknowledged || total > acknowledged + unread)
    throw new Error(`${acknowledged} answers were acknowledged (${unread} unread), ${total} are stored.`);
  return total;
}

function checkSurvey({ id, submissions, apart, counts, questions }: Kept, stored: Stored[]): void {
  const rowsOf = (groups: Stored[]) => groups.reduce((sum, { times }) => sum + times, 0);
  const rows = rowsOf(stored);
  const counted = stored.filter((group) => group.counted);
  const last = Math.max(0, ...stored.map((group) => group.last));
  if (rows !== submissions || last !== submissions)
    throw new Error(`${id}: ${submissions} counted, ${rows} rows, the last one is number ${last}.`);
  if (rows - rowsOf(counted) !== apart)
    throw new Error(`${id}: ${apart} set apart, ${rows - rowsOf(counted)} rows of them.`);
  const again = questions.map((question, index) => countAgain(question, index, counted));
  if (JSON.stringify(again) !== JSON.stringify(readTallies(questions, counts)))
    throw new Error(`${id}: the counts ${counts} differ from what is stored: ${JSON.stringify(again)}`);
}

function countAgain({ options }: SurveyQuestion, index: number, stored: Stored[]): QuestionTally {
  const timesOf = (matches: (answer: SurveyAnswer) => boolean) =>
    stored.reduce((sum, { answers, times }) => sum + (matches(answers[index] ?? null) ? times : 0), 0);
  return {
    answered: timesOf((answer) => answer !== null),
    options: (options ?? []).map((option) => timesOf((answer) => [answer].flat().includes(option))),
  };
}

/** Removes all surveys and answers, so that the next figure starts with empty tables. */
export async function clearAnswers({ database }: Stack): Promise<void> {
  await database.query('truncate submissions, surveys cascade');
  await database.query('drop table if exists bare_answers');
}
