import Papa from 'papaparse';
import type { Submission } from '#shared/contracts/submissions.ts';

/**
 * The submissions as CSV (RFC 4180) in UTF-8 with its mark, for spreadsheets. A cell that would be a formula begins
 * with ', which is all that is added; several options stand in one cell, each on a line.
 */
export function submissionsCsv(questions: string[], submissions: Submission[]): string {
  const fields = ['number', 'time', 'counted', 'set apart because', 'place', ...questions];
  const data = submissions.map(({ number, created_at, counted, reason, channel, answers }) => [
    number,
    created_at,
    counted ? 'yes' : 'no',
    reason ?? '',
    channel ?? '',
    ...questions.map((_, at) => [answers[at] ?? ''].flat().join('\n')),
  ]);
  return `\ufeff${Papa.unparse({ fields, data }, { escapeFormulae: /^[=+\-@\t\r]/, newline: '\r\n' })}\r\n`;
}
