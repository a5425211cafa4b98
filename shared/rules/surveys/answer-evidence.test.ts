import { expect, test } from 'vitest';
import type { SurveyAnalysis } from '#shared/contracts/surveys/analyses.ts';
import { answerEvidence } from './answer-evidence.ts';

const analysis: SurveyAnalysis = {
  surveyId: 'survey-shift-loop-abc1234',
  idea: 'Swap shifts',
  analysis: {
    summary: '',
    sentiment: 'Mixed',
    goNoGoDecision: '',
    recommendationReasoning: '',
    keyStrengths: [],
    keyWeaknesses: [],
  },
  aggregatedData: {
    'How often?': [
      { name: 'Never', count: 3 },
      { name: 'Every week', count: 9 },
    ],
    'What happened?': ['I rang everybody', '  ', 'Nobody came'],
    'How did you do it?': [{ name: 'By phone', count: 7 }],
  },
  submissionCount: 14,
  textNumbers: { 'What happened?': [14, 13, 2] },
  created_at: '2026-11-01T00:00:00.000Z',
  model: null,
  receipt: null,
  line: 40,
  figures: [],
  basis: null,
  questionOrder: ['What happened?', 'How often?', 'How did you do it?'],
};

test('free answers keep the numbers of their submissions, in the order of the survey', () => {
  const { answers } = answerEvidence(analysis);
  expect(answers).toEqual([
    { number: 14, question: 'What happened?', text: 'I rang everybody' },
    { number: 2, question: 'What happened?', text: 'Nobody came' },
  ]);
});

test('an option of an analysis from before says nothing of how many answered', () => {
  expect(answerEvidence(analysis).options).toEqual([
    { question: 'How often?', name: 'Never', count: 3, answered: null },
    { question: 'How often?', name: 'Every week', count: 9, answered: null },
    { question: 'How did you do it?', name: 'By phone', count: 7, answered: null },
  ]);
});

test('an option says who chose it, and whether it names a trouble', () => {
  const chosen = (numbers: number[], isTrouble: boolean) => ({ numbers, isTrouble });
  const choices = {
    'How did you do it?': { answered: 8, options: [chosen([1, 3], true)] },
    constructor: { answered: 1, options: [] },
  };
  const { options } = answerEvidence({ ...analysis, choices });
  expect(options.at(-1)).toEqual({
    question: 'How did you do it?',
    name: 'By phone',
    count: 7,
    answered: 8,
    numbers: [1, 3],
    isTrouble: true,
  });
  expect(options[0]).toEqual({ question: 'How often?', name: 'Never', count: 3, answered: null });
});

test.each([
  ['every text', ['a', 'b'], 14, null],
  ['as many texts as are listed of one question', Array(100).fill('a'), 500, 100],
  ['texts of the newest submissions only', ['a', 'b', 'c'], 501, 3],
  ['texts up to a number of characters', Array(40).fill('x'.repeat(2_400)), 60, 40],
])('with %s it is known how many of the newest they are', (_what, texts, submissionCount, newest) => {
  const aggregatedData = { ...analysis.aggregatedData, 'What happened?': texts };
  const textNumbers = { 'What happened?': texts.map((_text, index) => submissionCount - index) };
  expect(answerEvidence({ ...analysis, aggregatedData, textNumbers, submissionCount }).newest).toBe(newest);
});

test('texts whose numbers were not kept give no numbered answer', () => {
  const older = answerEvidence({ ...analysis, textNumbers: {} });
  expect(older.answers).toEqual([]);
  expect(older.options).toHaveLength(3);
  expect(older.submissionCount).toBe(14);
});

test('a question called like something that objects inherit is read like any other', () => {
  const odd = { ...analysis, aggregatedData: { constructor: ['It broke'] }, questionOrder: [] };
  expect(answerEvidence({ ...odd, textNumbers: {} }).answers).toEqual([]);
  expect(answerEvidence({ ...odd, textNumbers: { constructor: [5] } }).answers).toEqual([
    { number: 5, question: 'constructor', text: 'It broke' },
  ]);
});
