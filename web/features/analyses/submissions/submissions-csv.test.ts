import Papa from 'papaparse';
import { expect, test } from 'vitest';
import type { Submission } from '#shared/contracts/submissions.ts';
import { submissionsCsv } from './submissions-csv.ts';

const questions = ['How often?', 'What have you tried?', 'What happened?'];

function submission(
  number: number,
  answers: Submission['answers'],
  more: Partial<Submission> = {},
): Submission {
  const created_at = '2026-11-21T09:12:00.000Z';
  return { number, created_at, counted: true, reason: null, channel: null, answers, ...more };
}

test('has a row for each submission, with what was set apart and why', () => {
  const csv = submissionsCsv(questions, [
    submission(1, ['Every day', ['A list', 'An app, paid'], 'He said “no”,\nthen "yes".'], {
      channel: 'r/bakery',
    }),
    submission(2, ['Never', null, null], { counted: false, reason: 'burst' }),
  ]);
  expect(csv.startsWith('\ufeff')).toBe(true);
  const { data, errors } = Papa.parse<string[]>(csv.slice(1).trimEnd());
  expect(errors).toEqual([]);
  expect(data).toEqual([
    ['number', 'time', 'counted', 'set apart because', 'place', ...questions],
    [
      '1',
      '2026-11-21T09:12:00.000Z',
      'yes',
      '',
      'r/bakery',
      'Every day',
      'A list\nAn app, paid',
      'He said “no”,\nthen "yes".',
    ],
    ['2', '2026-11-21T09:12:00.000Z', 'no', 'burst', '', 'Never', '', ''],
  ]);
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '=HYPERLINK("http://e.org")', '=1+1\nmore'])(
  '%j is no formula',
  (answer) => {
    const csv = submissionsCsv(questions, [submission(1, [null, null, answer])]);
    const cell = Papa.parse<string[]>(csv.slice(1).trimEnd()).data[1]?.[7] ?? '';
    expect(cell).toBe(`'${answer}`);
  },
);

test('a question that is a formula is none either', () => {
  const csv = submissionsCsv(['=cmd()'], []);
  expect(csv).not.toMatch(/(?:^|,)"?=cmd/);
});
