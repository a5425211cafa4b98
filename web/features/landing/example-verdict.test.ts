import { expect, it } from 'vitest';
import type { SurveyQuestion } from '#shared/contracts/surveys/validation.ts';
import type { AnswerMark } from '#shared/rules/verdict/marks.ts';
import { defaultRule } from '#shared/rules/verdict/rule.ts';
import { reachVerdict } from '#shared/rules/verdict/verdict.ts';
import { exampleVerdict } from './example-verdict.data.ts';

it('shows on the landing page exactly what the rule says of its answers', () => {
  const { answers, figures } = exampleVerdict;
  const questions = figures.map(({ label }): SurveyQuestion => {
    const options = ['Yes', 'No', 'I don’t remember'];
    return { question: label, label, type: 'multiple-choice', options, marks: ['has', 'hasnt', null] };
  });
  const [first] = figures;
  const people = Array.from({ length: answers }, (_, person) => {
    const marks = figures.map(({ has, counted }, at): AnswerMark => {
      if (at > 0 && person >= first.has) return null;
      if (person < has) return 'has';
      return person < counted ? 'hasnt' : 'uncounted';
    });
    return { channel: null, marks, count: 1 };
  });
  const verdict = reachVerdict(questions, people, defaultRule);
  expect(verdict.decision).toBe(exampleVerdict.decision);
  expect(exampleVerdict.line).toBe(defaultRule.line);
  expect(
    verdict.figures.map(({ label, has, counted, low, high }) => ({ label, has, counted, low, high })),
  ).toEqual(figures);
});
