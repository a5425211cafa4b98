import { expect, test } from 'vitest';
import type { SurveyAnalysis } from '#shared/contracts/analyses.ts';
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
  signals: [{ question: 'How often?', showed: 9, answered: 12, low: 40, high: 90 }],
  questionOrder: ['What happened?', 'How often?', 'How did you do it?'],
};

test('free answers keep the numbers of their submissions, in the order of the survey', () => {
  const { answers } = answerEvidence(analysis);
  expect(answers).toEqual([
    { number: 14, question: 'What happened?', text: 'I rang everybody' },
    { number: 2, question: 'What happened?', text: 'Nobody came' },
  ]);
});

test('an option says of how many who answered, or who took part where that is not known', () => {
  expect(answerEvidence(analysis).options).toEqual([
    { question: 'How often?', name: 'Never', count: 3, answered: 12 },
    { question: 'How often?', name: 'Every week', count: 9, answered: 12 },
    { question: 'How did you do it?', name: 'By phone', count: 7, answered: 14 },
  ]);
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
