import type { SurveyQuestion } from '#shared/contracts/validation.ts';

/** What each question's results are filed under, in the survey's order: its text, told apart where two are equal. */
export function questionTitles(questions: SurveyQuestion[]): string[] {
  const seen = new Map<string, number>();
  return questions.map(({ question }) => {
    const times = (seen.get(question) ?? 0) + 1;
    seen.set(question, times);
    return times === 1 ? question : `${question} (${times})`;
  });
}
