import { describe, expect, it } from 'vitest';
import type { SurveyQuestion } from '#shared/contracts/validation.ts';
import { readAnswers } from './survey-answers.ts';

const letters: SurveyQuestion = {
  question: 'Which letters?',
  type: 'multiple-choice',
  options: ['a', 'b'],
  multiSelect: true,
};

describe('why answers can not be taken', () => {
  it('tells an option that comes twice from one that does not exist', () => {
    const problemOf = (answer: string) => readAnswers([letters], [{ question: letters.question, answer }]);
    expect(problemOf('a, a')).toEqual({ problem: '“Which letters?” has an option twice' });
    expect(problemOf('a, c')).toEqual({ problem: '“Which letters?” has no such option' });
    expect(problemOf('b, a')).toEqual({ answers: [['b', 'a']] });
  });

  it('names a long question by whole characters', () => {
    const question = `${'x'.repeat(79)}🐝 and more`;
    const read = readAnswers([{ question, type: 'open-ended', options: null }], []);
    expect(read).toEqual({ problem: `“${'x'.repeat(79)}...” is not answered` });
  });
});
