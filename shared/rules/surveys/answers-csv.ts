import type { Submission } from '#shared/contracts/surveys/submissions.ts';
import { csvMark, csvRows } from '#shared/rules/text/csv.ts';

/** The start of a survey's answers as a CSV file; `answersRows` follow. */
export function answersHead(questions: string[]): string {
  return csvMark + csvRows([['number', 'time', 'counted', 'set apart because', 'place', ...questions]]);
}

/** A row for each submission. */
export function answersRows(questions: string[], submissions: Submission[]): string {
  return csvRows(
    submissions.map(({ number, created_at, counted, reason, channel, answers }) => [
      number,
      created_at,
      counted ? 'yes' : 'no',
      reason,
      channel,
      ...questions.map((_, at) => answers[at] ?? null),
    ]),
  );
}
