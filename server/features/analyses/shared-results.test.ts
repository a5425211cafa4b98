import { describe, expect, it } from 'vitest';
import type { SurveyAnalysis } from '#shared/contracts/analyses.ts';
import type { SurveyQuestion } from '#shared/contracts/validation.ts';
import { sharedResults } from './results-links.ts';

const often: SurveyQuestion = {
  question: 'How often?',
  type: 'multiple-choice',
  options: ['Weekly', 'Never'],
  marks: ['has', 'hasnt'],
};
const spent: SurveyQuestion = {
  question: 'What did you spend?',
  type: 'multiple-choice',
  options: ['Over 50', 'Nothing'],
  marks: ['has', 'hasnt'],
};
const questions: SurveyQuestion[] = [
  often,
  spent,
  { question: 'What happened?', type: 'open-ended', options: null },
  { question: 'What hurts?', type: 'open-ended', options: null },
];
const figure = { label: '', counted: 20, uncounted: 0, uncountedOptions: [], low: 40, high: 70 };
const analysis: SurveyAnalysis = {
  surveyId: 'survey-bread-1234567',
  trailId: 'trail-1',
  idea: 'A bread planner',
  analysis: {
    summary:
      'How often? 12 of 20 people answered ‘Weekly’. What did you spend? 9 of 20 people answered ‘Over 50’.',
    sentiment: 'Positive',
    goNoGoDecision: 'Go',
    recommendationReasoning: 'All 2 ranges lie above your line of 40 %.',
    keyStrengths: [
      'How often? 12 of 20 people answered ‘Weekly’ (40–70 %).',
      'What did you spend? 9 of 20 people answered ‘Over 50’ (40–70 %).',
      '“The oven was off all day” (#4)',
      '“My knees” (#4, #9)',
    ],
    keyWeaknesses: [
      'How often? 8 of 20 people answered ‘Never’ (21–62 %).',
      'Words from nowhere.',
      '“…it "went" well…” (#7)',
    ],
  },
  aggregatedData: {
    'How often?': [
      { name: 'Weekly', count: 12 },
      { name: 'Never', count: 8 },
    ],
    'What did you spend?': [
      { name: 'Over 50', count: 9 },
      { name: 'Nothing', count: 11 },
    ],
    'What happened?': ['The oven was off all day', 'I think it “went” well, all in all'],
    'What hurts?': ['My knees'],
  },
  textNumbers: { 'What happened?': [4, 7], 'What hurts?': [9] },
  themes: { 'What happened?': [{ theme: 'oven door', numbers: [4] }] },
  choices: { 'How often?': { answered: 20, options: [{ numbers: [1], isTrouble: true }] } },
  questionOrder: questions.map(({ question }) => question),
  submissionCount: 20,
  created_at: '2026-11-21T09:12:00.000Z',
  model: null,
  receipt: null,
  line: 40,
  figures: [
    {
      ...figure,
      question: 'How often?',
      options: ['Weekly'],
      has: 12,
      subject: '12 of 20 people',
      says: 'answered ‘Weekly’',
    },
    {
      ...figure,
      question: 'What did you spend?',
      options: ['Over 50'],
      has: 9,
      subject: '9 of 20 people',
      says: 'answered ‘Over 50’',
    },
  ],
  basis: {
    reason: 'settled',
    moreAnswers: 0,
    setApart: 0,
    byHand: 0,
    deleted: 0,
    wentOn: 0,
    notDeciding: [{ question: 'What did you spend?', problem: 'one-sided' }],
    oneAnswerDecides: false,
    placesThatDecide: [],
    places: [],
    rules: [
      {
        version: 1,
        line: 40,
        minimumAnswers: 12,
        hash: 'a'.repeat(64),
        sealedText: 'the sealed text',
        sealedAt: '2026-11-20T09:12:00.000Z',
        answersBefore: 0,
        decision: 'Go',
      },
    ],
  },
};

const share = (hidden: number[] = [], showsTexts = false) =>
  sharedResults(analysis, questions, { hidden, showsTexts });

describe('shared results', () => {
  it('leave out open answers and their quotes', () => {
    const shared = share();
    expect(shared.questionOrder).toEqual(['How often?', 'What did you spend?']);
    expect(Object.keys(shared.aggregatedData)).toEqual(shared.questionOrder);
    expect([shared.textNumbers, shared.themes]).toEqual([{}, {}]);
    expect(shared.analysis).toEqual({
      ...analysis.analysis,
      keyStrengths: analysis.analysis.keyStrengths.slice(0, 2),
      keyWeaknesses: ['How often? 8 of 20 people answered ‘Never’ (21–62 %).'],
    });
    expect(JSON.stringify(shared)).not.toMatch(/oven|knees|\bwent\b|hurts/);
  });

  it('show open answers when the owner says so', () => {
    const shared = share([], true);
    expect(shared.aggregatedData).toEqual(analysis.aggregatedData);
    expect(shared.textNumbers).toEqual(analysis.textNumbers);
    expect(shared.themes).toEqual(analysis.themes);
    expect(shared.analysis.keyStrengths).toEqual(analysis.analysis.keyStrengths);
    expect(shared.analysis.keyWeaknesses).toEqual([
      'How often? 8 of 20 people answered ‘Never’ (21–62 %).',
      '“…it "went" well…” (#7)',
    ]);
  });

  it('say nothing of a hidden question', () => {
    const shared = share([1, 3], true);
    expect(shared.questionOrder).toEqual(['How often?', 'What happened?']);
    expect(shared.figures).toEqual(analysis.figures.slice(0, 1));
    expect(shared.analysis.summary).toBe('How often? 12 of 20 people answered ‘Weekly’.');
    expect(shared.analysis.keyStrengths).toEqual([
      'How often? 12 of 20 people answered ‘Weekly’ (40–70 %).',
      '“The oven was off all day” (#4)',
    ]);
    expect(JSON.stringify(shared)).not.toMatch(/Over 50|spend|knees|hurts|sealed text/);
    expect(JSON.stringify(share([], true))).toContain('sealed text');
  });

  it('keep the verdict when every question is hidden', () => {
    const shared = share([0, 1, 2, 3], true);
    expect(shared).toMatchObject({ figures: [], aggregatedData: {}, questionOrder: [] });
    expect(shared.analysis).toMatchObject({ goNoGoDecision: 'Go', summary: '', keyStrengths: [] });
    expect(shared.analysis.keyWeaknesses).toEqual([]);
  });

  it('name neither survey nor trail, nor who chose what', () => {
    for (const name of ['surveyId', 'trailId', 'choices']) expect(share([], true)).not.toHaveProperty(name);
  });
});
