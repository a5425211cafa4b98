/**
 * SQL that counts the answers which the survey's owner has not opened yet; the owner's own are none. The numbers given
 * so far are counted, not the rows, so that a hundred thousand new answers cost no more than one.
 * @param surveyId the column with the survey's id.
 */
export function newAnswersOf(surveyId: string): string {
  return `coalesce((
    select tallies.submissions - coalesce(news.seen, 0) - (
      select count(*)::int from submissions
      where survey_id = ${surveyId} and number > coalesce(news.seen, 0) and not counted and reason = 'preview'
    )
    from survey_tallies tallies left join survey_news news on news.survey_id = tallies.survey_id
    where tallies.survey_id = ${surveyId}), 0)`;
}
