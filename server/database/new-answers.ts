import { decidedReasons } from '#shared/contracts/surveys/submissions.ts';

/** More are not told apart: a list stays quick whatever came in. */
const mostNew = 1_000;

/**
 * SQL that counts the answers which the survey's owner has not opened yet, up to `mostNew`; the owner's own are none.
 * @param surveyId the column with the survey's id.
 */
export function newAnswersOf(surveyId: string): string {
  return `(select count(*)::int from (
    select from submissions
    where survey_id = ${surveyId} and (counted or reason <> 'preview')
      and number > coalesce((select seen from survey_news where survey_id = ${surveyId}), 0)
    limit ${mostNew}
  ) as fresh)`;
}

/**
 * SQL that counts the answers which are set apart and wait for the survey's owner, up to `mostNew`.
 * @param surveyId the column with the survey's id.
 */
export function waitingAnswersOf(surveyId: string): string {
  return `(select count(*)::int from (
    select from submissions
    where survey_id = ${surveyId} and not counted and reason not in (${decidedReasons.map((reason) => `'${reason}'`).join()})
    limit ${mostNew}
  ) as waiting)`;
}
