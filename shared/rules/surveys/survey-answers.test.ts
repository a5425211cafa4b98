import { describe, expect, it } from 'vitest';
import type { SurveyQuestion } from '#shared/contracts/validation.ts';
import { readAnswers } from './survey-answers.ts';

const letters: SurveyQuestion = {
  question: 'Which letters?',
  type: 'multiple-choice',
  options: ['a', 'b'],
  multiSelect: true,
};

describe('after the option that says it did not happen', () => {
  const often: SurveyQuestion = {
    question: 'How often?',
    type: 'multiple-choice',
    options: ['Weekly', 'It didn’t happen'],
    marks: ['has', 'hasnt'],
    endsWith: 'It didn’t happen',
  };
  const why: SurveyQuestion = { question: 'Why?', type: 'open-ended', options: null };
  const ended = { question: 'How often?', answer: 'It didn’t happen' };

  it('needs no other answer, but takes one', () => {
    expect(readAnswers([often, why], [ended])).toEqual({ answers: ['It didn’t happen', null] });
    const both = [ended, { question: 'Why?', answer: 'We sold out.' }];
    expect(readAnswers([often, why], both)).toEqual({ answers: ['It didn’t happen', 'We sold out.'] });
    const several = { ...often, multiSelect: true };
    expect(readAnswers([several, why], [ended])).toEqual({ answers: [['It didn’t happen'], null] });
  });

  it('still needs the questions before it, and takes no answer that fits no question', () => {
    expect(readAnswers([why, often], [ended])).toEqual({ problem: '“Why?” is not answered' });
    const unknown = { question: 'Who?', answer: 'Me' };
    expect(readAnswers([often, why], [ended, unknown])).toEqual({
      problem: '“Who?” is not a question of it',
    });
  });

  it('needs every answer after any other option, or where the survey names none', () => {
    const weekly = { question: 'How often?', answer: 'Weekly' };
    expect(readAnswers([often, why], [weekly])).toEqual({ problem: '“Why?” is not answered' });
    const { endsWith: _, ...older } = often;
    expect(readAnswers([older, why], [ended])).toEqual({ problem: '“Why?” is not answered' });
  });
});

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
