import type { SurveyQuestion } from '#shared/contracts/validation.ts';

type ExampleQuestion = SurveyQuestion & { short: string; shares: number[] };

/** A made-up survey: its counts grow with the slider, in shares that come out whole at each of its steps. */
export const exampleQuestions: ExampleQuestion[] = [
  {
    short: 'Argued every week',
    question: 'In the last month, how often did you argue about whose day it was?',
    type: 'multiple-choice',
    options: ['Every week', 'Once', 'Never'],
    marks: ['has', 'hasnt', 'hasnt'],
    shares: [0.55, 0.25, 0.2],
  },
  {
    short: 'Paid for a fix before',
    question: 'What have you already paid for to solve it?',
    type: 'multiple-choice',
    options: ['An app', 'Nothing'],
    marks: ['has', 'hasnt'],
    shares: [0.45, 0.55],
  },
  {
    short: 'Tried a fix, left it',
    question: 'What have you tried and given up again?',
    type: 'multiple-choice',
    options: ['A shared app', 'A paper planner', 'Nothing'],
    marks: ['has', 'has', 'hasnt'],
    shares: [0.3, 0.2, 0.5],
  },
];
