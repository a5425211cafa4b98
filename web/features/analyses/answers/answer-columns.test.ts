import { expect, it } from 'vitest';
import type { SurveyQuestion } from '#shared/contracts/surveys/validation.ts';
import { answerColumns, shownMark } from './answer-columns.ts';

const deciding = (question: string): SurveyQuestion => ({
  question,
  type: 'multiple-choice',
  options: ['Every week', 'Never'],
  marks: ['has', 'hasnt'],
});

it.each([
  ['Every week', ['has', 'has']],
  ['Never', ['hasnt', 'uncounted']],
  ['Something of their own', ['uncounted', 'uncounted']],
])('shows a later mark only of somebody who has the problem by the first: %s', (first, marks) => {
  const columns = answerColumns({ questions: [deciding('Last month?'), deciding('Last year?')] });
  expect(columns.map((column) => shownMark(columns, column, [first, 'Every week']))).toEqual(marks);
});
