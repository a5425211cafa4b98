import type { SurveyAnalysis } from '#shared/contracts/surveys/analyses.ts';

/** An analysis for tests. */
export const exampleAnalysis: SurveyAnalysis = {
  surveyId: 'survey-two-homes-k3x9d2a',
  idea: 'A calendar for two homes',
  analysis: {
    summary: `Can't tell yet: ${'so far '.repeat(25)}the end`,
    sentiment: 'Mixed',
    goNoGoDecision: "Can't tell yet",
    recommendationReasoning: 'The line was set.\n\nOne says: “one more thing to check” (#7).',
    keyStrengths: ['4 of 6 mention it: “we both forgot” (#4, #11).'],
    keyWeaknesses: ['Few answers.'],
  },
  aggregatedData: {
    'How often?': [
      { name: 'Never', count: 2 },
      { name: 'Every week', count: 4 },
    ],
    'What happened?': ['We both forgot', '<script>alert(1)</script>'],
  },
  textNumbers: { 'What happened?': [11, 4] },
  questionOrder: ['How often?', 'What happened?'],
  submissionCount: 6,
  created_at: '2026-11-21T09:12:00.000Z',
  model: null,
  receipt: null,
  line: 40,
  figures: [
    {
      question: 'How often?',
      label: 'forget the calendar',
      subject: '4 of 6 parents',
      says: 'forget the calendar every week or more',
      options: ['Every week'],
      uncountedOptions: [],
      has: 4,
      counted: 6,
      uncounted: 0,
      low: 30,
      high: 91,
    },
  ],
  basis: {
    reason: 'open',
    moreAnswers: 21,
    setApart: 2,
    byHand: 0,
    deleted: 0,
    wentOn: 0,
    notDeciding: [],
    oneAnswerDecides: false,
    placesThatDecide: [],
    places: [
      { name: 'r/coparenting', submissions: 4 },
      { name: null, submissions: 2 },
    ],
    rules: [
      {
        version: 1,
        line: 40,
        minimumAnswers: 5,
        hash: '7f3a90c2'.repeat(8),
        sealedAt: '2026-11-20T09:20:00.000Z',
        answersBefore: 0,
        decision: "Can't tell yet",
      },
    ],
  },
};
