import { describe, expect, it } from 'vitest';
import type { SurveyQuestion } from '#shared/contracts/validation.ts';
import { readAnswers } from '#shared/rules/surveys/survey-answers.ts';
import { type Answers, findUnanswered, fitAnswers, toResponses } from './answers.ts';

const single: SurveyQuestion = { question: 'constructor', type: 'multiple-choice', options: ['a', 'b'] };
const several: SurveyQuestion = {
  question: '__proto__',
  type: 'multiple-choice',
  options: ['a', 'a, b', 'b'],
  multiSelect: true,
};
const text: SurveyQuestion = { question: 'Why?', type: 'open-ended', options: null };
const questions = [single, several, text];

describe('answers', () => {
  it('are what the server reads back, also where options hold the separator', () => {
    const answers: Answers = new Map<string, string | string[]>([
      ['constructor', 'b'],
      ['__proto__', ['a, b', 'b']],
      ['Why?', 'Because.'],
    ]);
    const read = readAnswers(questions, toResponses(questions, answers));
    expect(read).toEqual({ answers: ['b', ['a, b', 'b'], 'Because.'] });
  });

  it('are asked for by name, whatever the name is', () => {
    expect(findUnanswered(questions, new Map())).toEqual(new Set(['constructor', 'Why?']));
  });

  it('lose what cannot be stored: NUL and half an emoji', () => {
    const [response] = toResponses([text], new Map([['Why?', 'a\0b 🎒'.slice(0, 5)]]));
    expect(response?.answer).toBe('ab \ufffd');
  });

  it('fall away where the question no longer takes them', () => {
    const answers: Answers = new Map<string, string | string[]>([
      ['constructor', 'gone'],
      ['__proto__', ['b', 'gone', 'a']],
      ['Why?', ['a list']],
      ['Asked no more', 'x'],
    ]);
    expect([...fitAnswers(questions, answers)]).toEqual([['__proto__', ['a', 'b']]]);
  });
});
