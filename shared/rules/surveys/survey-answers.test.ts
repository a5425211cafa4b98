import { describe, expect, it } from 'vitest';
import { createSurvey } from '#shared/contracts/surveys/surveys.ts';
import type { SurveyQuestion } from '#shared/contracts/surveys/validation.ts';
import { findUnanswered, readAnswers, toResponses } from './survey-answers.ts';
import { newSurveyId, resultsPath } from './survey-path.ts';

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
    const answers = ['b', ['a, b', 'b'], 'Because.'];
    const sent = toResponses(questions, answers);
    expect(readAnswers(questions, sent)).toEqual({ answers });
    expect(sent[1]).toEqual({ question: '__proto__', answer: 'a, b, b', choices: ['a, b', 'b'] });
  });

  it('are required everywhere but at checkboxes', () => {
    expect(findUnanswered(questions, [])).toEqual([0, 2]);
    expect(findUnanswered(questions, ['a', null, '  '])).toEqual([2]);
  });

  it('lose what cannot be stored: NUL and half an emoji', () => {
    const [response] = toResponses([text], ['a\0b 🎒'.slice(0, 5)]);
    expect(response?.answer).toBe('ab \ufffd');
  });

  it('name a long question by whole characters when it is not answered', () => {
    const question = `${'x'.repeat(79)}🐝 and more`;
    expect(readAnswers([{ ...text, question }], [])).toEqual({
      problem: `“${'x'.repeat(79)}...” is not answered`,
    });
  });
});

describe('after the option that says it did not happen', () => {
  const often: SurveyQuestion = {
    question: 'How often?',
    type: 'multiple-choice',
    options: ['Weekly', 'It didn’t happen'],
    marks: ['has', 'hasnt'],
    endsWith: 'It didn’t happen',
  };
  const ended = { question: 'How often?', answer: 'It didn’t happen' };

  it('the rest is optional', () => {
    expect(readAnswers([often, text], [ended])).toEqual({ answers: ['It didn’t happen', null] });
    const both = [ended, { question: 'Why?', answer: 'We sold out.' }];
    expect(readAnswers([often, text], both)).toEqual({ answers: ['It didn’t happen', 'We sold out.'] });
    const checkboxes = { ...often, multiSelect: true };
    expect(readAnswers([checkboxes, text], [ended])).toEqual({ answers: [['It didn’t happen'], null] });
  });

  it('the questions before it are not, nor those after any other option', () => {
    const open = { problem: '“Why?” is not answered' };
    expect(readAnswers([text, often], [ended])).toEqual(open);
    expect(readAnswers([often, text], [{ question: 'How often?', answer: 'Weekly' }])).toEqual(open);
    const { endsWith: _, ...older } = often;
    expect(readAnswers([older, text], [ended])).toEqual(open);
  });
});

it.each([
  ['Two Homes!', 'survey-two-homes-0000000'],
  ['Pain sûr, façon Élodie', 'survey-pain-sur-facon-elodie-0000000'],
  ['🐝🐝', 'survey-0000000'],
  ['双方の家', 'survey-0000000'],
])('makes an id of %s that the server accepts', (name, id) => {
  expect(newSurveyId(name, () => 0)).toBe(id);
  expect(createSurvey.body.shape.surveyId.safeParse(id).success).toBe(true);
});

it('encodes an id in the path of its results', () => {
  expect(resultsPath('survey-a b')).toBe('/survey/survey-a%20b/results');
});
