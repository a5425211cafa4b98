import Papa from 'papaparse';
import { expect, it } from 'vitest';
import type { Submission } from '#shared/contracts/submissions.ts';
import { contactsCsv, submissionsCsv } from './answer-files.ts';

const questions = ['How often?', 'What have you tried?', 'What happened?'];

function submission(number: number, more: Partial<Submission>): Submission {
  return {
    number,
    created_at: '2026-11-21T09:12:00.000Z',
    counted: false,
    reason: 'burst',
    channel: null,
    answers: ['Every week', ['A list'], null],
    ...more,
  };
}

it('has a row for each submission, with what was set apart and why', async () => {
  const csv = await submissionsCsv(questions, [
    submission(1, {
      counted: true,
      reason: null,
      channel: 'r/bakery',
      answers: ['Every day', ['A list', 'An app, paid'], 'He said “no”,\nthen "yes".'],
    }),
    submission(2, { answers: ['Never', null, null] }),
  ]);
  expect(csv.startsWith('\ufeff')).toBe(true);
  const { data, errors } = Papa.parse<string[]>(csv.slice(1).trimEnd());
  expect(errors).toEqual([]);
  const time = '2026-11-21T09:12:00.000Z';
  expect(data).toEqual([
    ['number', 'time', 'counted', 'set apart because', 'place', ...questions],
    ['1', time, 'yes', '', 'r/bakery', 'Every day', 'A list\nAn app, paid', 'He said “no”,\nthen "yes".'],
    ['2', time, 'no', 'burst', '', 'Never', '', ''],
  ]);
});

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '=HYPERLINK("http://e.org")', '=1+1\nmore'])(
  '%j is no formula',
  async (answer) => {
    const csv = await submissionsCsv(questions, [submission(1, { answers: [null, null, answer] })]);
    const cell = Papa.parse<string[]>(csv.slice(1).trimEnd()).data[1]?.[7] ?? '';
    expect(cell).toBe(`'${answer}`);
  },
);

it('a question that is a formula is none either', async () => {
  expect(await submissionsCsv(['=cmd()'], [])).not.toMatch(/(?:^|,)"?=cmd/);
});

it('lists who may be asked again', async () => {
  const at = '2026-11-21T09:12:00.000Z';
  const csv = await contactsCsv([{ number: 17, created_at: at, email: 'jonas@hofbrot.example' }]);
  expect(csv).toBe(`\ufeffnumber,time,e-mail\r\n17,${at},jonas@hofbrot.example\r\n`);
});
