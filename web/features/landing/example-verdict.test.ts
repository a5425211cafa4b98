import { expect, it } from 'vitest';
import type { SurveyQuestion } from '#shared/contracts/validation.ts';
import { defaultRule } from '#shared/rules/verdict/rule.ts';
import { reachVerdict } from '#shared/rules/verdict/verdict.ts';
import { exampleVerdict } from './example-verdict.data.ts';

it('shows on the landing page exactly what the rule says of its answers', () => {
  const { answers, figures } = exampleVerdict;
  const questions = figures.map(({ name }): SurveyQuestion => {
    return { question: name, type: 'multiple-choice', options: ['Yes', 'No'], marks: ['has', 'hasnt'] };
  });
  const people = Array.from({ length: answers }, (_, person) => {
    const marks = figures.map(({ has }) => (person < has ? ('has' as const) : ('hasnt' as const)));
    return { channel: null, marks, count: 1 };
  });
  const verdict = reachVerdict(questions, people, defaultRule);
  expect(verdict.decision).toBe(exampleVerdict.decision);
  expect(exampleVerdict.line).toBe(defaultRule.line);
  expect(verdict.figures.map(({ question, has, low, high }) => ({ name: question, has, low, high }))).toEqual(
    figures,
  );
  expect(exampleVerdict.says).toContain(`${figures[0].has} of ${answers}`);
});
