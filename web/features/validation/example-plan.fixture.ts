import type { ValidationPlan } from '#shared/contracts/validation.ts';

/** A validation plan for tests. */
export const examplePlan: ValidationPlan = {
  appName: 'Two Homes',
  oneSentencePitch: 'A shared calendar that records who agreed to what.',
  problemParagraph: 'Parents who live apart may lose track of who agreed to what.',
  targetAudience: 'Parents with two homes',
  socialGroups: [{ type: 'Forum', name: 'Parents', url: 'https://parents.example/' }],
  surveyQuestions: [
    {
      question: 'How often did it happen last month?',
      type: 'multiple-choice',
      options: ['Not once', 'Every week'],
      multiSelect: false,
    },
    { question: 'What happened the last time?', type: 'open-ended', options: null },
  ],
};
