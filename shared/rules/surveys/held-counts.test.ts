import { expect, it } from 'vitest';
import type { AnswerEvidence } from '#shared/contracts/ai.ts';
import { countParts, heldCounts } from './held-counts.ts';

const evidence: AnswerEvidence = {
  surveyId: 's',
  idea: 'i',
  submissionCount: 1_400,
  newest: null,
  figures: [{ has: 22, counted: 35, label: '', says: '', options: [] }],
  answers: [],
  options: [
    { question: 'How?', name: 'By phone', count: 9, answered: 13 },
    { question: 'How?', name: 'Never', count: 1_200, answered: 1_300 },
    { question: 'Why?', name: 'Rain', count: 3, answered: null },
  ],
};

const countsIn = (text: string) => countParts(text).flatMap((part) => (part.isCount ? [part.text] : []));

it.each([
  ['They forget, 9 of 13 say', ['9 of 13']],
  ['9 out of 13 and 15 of the 22', ['9 out of 13', '15 of the 22']],
  ['9 von 13, 9 sur 13, 9 de los 13', ['9 von 13', '9 sur 13', '9 de los 13']],
  ['69 % · 69,2% · 1,200 of 1,300', ['69 %', '69,2%', '1,200 of 1,300']],
  ['13人中9', ['13人中9']],
])('finds numbers about answers in %s', (text, found) => {
  expect(countsIn(text)).toEqual(found);
  expect(
    countParts(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text);
});

it.each([
  '$9 a month',
  'step 2',
  '24/7/2026',
  'September 9/13',
  '9 to 13 weeks',
  '9 of 13th',
  'version 1.2',
  'answer #9',
  'at 17:30 on 3 May',
])('takes %s for none', (text) => {
  expect(countsIn(text)).toEqual([]);
});

it('holds what the survey counted, and nothing else', () => {
  const holds = heldCounts(evidence);
  for (const held of ['9 of 13', '22 von 35', '1,200 of 1,300', '1.300 de 1.400', '13人中9'])
    expect([held, holds(held)]).toEqual([held, true]);
  for (const invented of ['10 of 13', '9 of 14', '13 of 9', '3 of 13', '22 of 40', '69 %', '63%', '9,13%'])
    expect([invented, holds(invented)]).toEqual([invented, false]);
  expect(heldCounts(null)('9 of 13')).toBe(false);
});
