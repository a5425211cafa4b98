import Papa from 'papaparse';
import { expect, it } from 'vitest';
import type { Submission } from '#shared/contracts/surveys/submissions.ts';
import { answersHead, answersRows } from './answers-csv.ts';

const questions = ['How often?', 'What have you tried?', '=cmd()'];
const head = ['number', 'time', 'counted', 'set apart because', 'place'];
const time = '2026-11-21T09:12:00.000Z';

it('has a row for each submission, with what was set apart and why', () => {
  const submissions: Submission[] = [
    {
      number: 1,
      created_at: time,
      counted: true,
      reason: null,
      channel: 'r/bakery',
      answers: ['Every day', ['A list', 'An app, paid'], 'He said “no”,\nthen "yes".'],
    },
    {
      number: 2,
      created_at: time,
      counted: false,
      reason: 'burst',
      channel: null,
      answers: ['Never', null],
    },
  ];
  const file = answersHead(questions) + answersRows(questions, submissions);
  expect(file.startsWith('\ufeff')).toBe(true);
  const { data, errors } = Papa.parse<string[]>(file.slice(1).trimEnd());
  expect(errors).toEqual([]);
  expect(data).toEqual([
    [...head, 'How often?', 'What have you tried?', "'=cmd()"],
    ['1', time, 'yes', '', 'r/bakery', 'Every day', 'A list\nAn app, paid', 'He said “no”,\nthen "yes".'],
    ['2', time, 'no', 'burst', '', 'Never', '', ''],
  ]);
});
