import { pageLimit } from '#shared/contracts/paging.ts';
import {
  listContacts,
  listSubmissions,
  type RespondentContact,
  type Submission,
} from '#shared/contracts/submissions.ts';
import { call } from '#web/api/call.ts';
import { downloadText } from '#web/ui/controls/download-text.ts';

/** Saves every answer of the survey as a file. */
export async function downloadAnswers(surveyId: string, questions: string[]): Promise<void> {
  const all = await readAll((before) => call(listSubmissions, { params: { surveyId }, query: { before } }));
  downloadText(`${surveyId}.csv`, await submissionsCsv(questions, all));
}

/** Saves the addresses that people left with their answers as a file. */
export async function downloadContacts(surveyId: string): Promise<void> {
  const all = await readAll((before) => call(listContacts, { params: { surveyId }, query: { before } }));
  downloadText(`${surveyId}-contacts.csv`, await contactsCsv(all));
}

/**
 * The submissions as CSV (RFC 4180) in UTF-8 with its mark, for spreadsheets. A cell that would be a formula begins
 * with ', which is all that is added; several options share one cell, each on a line.
 */
export function submissionsCsv(questions: string[], submissions: Submission[]): Promise<string> {
  const fields = ['number', 'time', 'counted', 'set apart because', 'place', ...questions];
  const data = submissions.map(({ number, created_at, counted, reason, channel, answers }) => [
    number,
    created_at,
    counted ? 'yes' : 'no',
    reason ?? '',
    channel ?? '',
    ...questions.map((_, at) => [answers[at] ?? ''].flat().join('\n')),
  ]);
  return csvOf(fields, data);
}

export function contactsCsv(contacts: RespondentContact[]): Promise<string> {
  const data = contacts.map(({ number, created_at, email }) => [number, created_at, email]);
  return csvOf(['number', 'time', 'e-mail'], data);
}

async function csvOf(fields: string[], data: unknown[][]): Promise<string> {
  // Loaded on demand.
  const { default: Papa } = await import('papaparse');
  return `\ufeff${Papa.unparse({ fields, data }, { escapeFormulae: /^[=+\-@\t\r]/, newline: '\r\n' })}\r\n`;
}

/** Every entry of a list, oldest first. */
async function readAll<Entry extends { number: number; created_at: string }>(
  readPage: (before: string | undefined) => Promise<Entry[]>,
): Promise<Entry[]> {
  const all: Entry[] = [];
  for (let before: string | undefined; ; ) {
    const page = await readPage(before);
    all.push(...page);
    const last = page.at(-1);
    if (!last || page.length < pageLimit) return all.reverse();
    before = `${last.created_at}~${last.number}`;
  }
}
