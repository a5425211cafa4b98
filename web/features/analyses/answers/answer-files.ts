import { pageLimit } from '#shared/contracts/paging.ts';
import { listContacts, listSubmissions } from '#shared/contracts/surveys/submissions.ts';
import { call } from '#web/api/call.ts';
import { downloadText } from '#web/ui/controls/download-text.ts';

/** Saves every answer of the survey as a file, oldest first. */
export async function downloadAnswers(surveyId: string, questions: string[]): Promise<void> {
  const all = await readAll((before) => call(listSubmissions, { params: { surveyId }, query: { before } }));
  const { answersHead, answersRows } = await import('#shared/rules/surveys/answers-csv.ts');
  downloadText(`${surveyId}.csv`, answersHead(questions) + answersRows(questions, all));
}

/** Saves the addresses that people left with their answers as a file. */
export async function downloadContacts(surveyId: string): Promise<void> {
  const all = await readAll((before) => call(listContacts, { params: { surveyId }, query: { before } }));
  const { csvMark, csvRows } = await import('#shared/rules/text/csv.ts');
  const rows = all.map(({ number, created_at, email }) => [number, created_at, email]);
  downloadText(`${surveyId}-contacts.csv`, csvMark + csvRows([['number', 'time', 'e-mail'], ...rows]));
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
