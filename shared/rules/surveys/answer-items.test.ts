import { expect, test } from 'vitest';
import type { AnswerEvidence } from '#shared/contracts/ai.ts';
import { answerItems, isUsed } from './answer-items.ts';

const option = (name: string, count: number) => ({ question: 'What do you use?', name, count, answered: 30 });
const figure = {
  has: 22,
  counted: 35,
  label: 'throw away bread',
  says: 'throw away bread weekly',
  options: ['A', 'B'],
};
const evidence: AnswerEvidence = {
  surveyId: 'survey-bread-abc1234',
  idea: '',
  submissionCount: 40,
  newest: null,
  figures: [figure],
  answers: [{ number: 4, question: 'And then?', text: 'He said "no". Then I binned [all] of the bread' }],
  options: [
    option('Paper', 3),
    option('A spreadsheet', 21),
    { ...option('A', 9), question: 'How often?' },
    { ...option('B', 4), question: 'How often?' },
  ],
};
const textsOf = (given: AnswerEvidence, ...language: Parameters<typeof answerItems>[1][]) =>
  answerItems(given, ...language).map(({ text }) => text);

test('counts come first, of a question without a figure the most chosen option, then citations', () => {
  expect(textsOf(evidence)).toEqual([
    '22 of 35 throw away bread weekly',
    '21 of 30 answered ‘A spreadsheet’ to “What do you use?”',
    '[#4 "Then I binned"]',
  ]);
});

test('counts are worded in the language of the idea', () => {
  const german = { ...evidence, figures: [{ ...figure, says: 'Brot im Müll' }], options: [], answers: [] };
  expect(textsOf(german, 'de')).toEqual(['22 von 35: Brot im Müll']);
  const unlabelled = { ...german, figures: [{ ...figure, label: '' }] };
  expect(textsOf(unlabelled, 'fr')).toEqual(['22 sur 35 ont répondu ‘A’ / ‘B’']);
});

test('a long answer is cited by its beginning, cut at a word', () => {
  const long = { ...evidence, answers: [{ number: 9, question: '', text: 'word '.repeat(500) }] };
  const cited = textsOf(long).at(-1) ?? '';
  expect(cited.length).toBeLessThan(180);
  expect(cited).toMatch(/^\[#9 "word (?:word )*word"\]$/);
});

test('an item is used when its count or words of its answer stand in the text', () => {
  const items = answerItems(evidence);
  const used = (text: string) => items.filter((item) => isUsed(item, text)).map(({ key }) => key.slice(0, 5));
  expect(used('So [#4 "BINNED"] it')).toHaveLength(1);
  expect(used('So [#4 "binned [all] of the bread"] it')).toHaveLength(1);
  expect(used('[#4] [#4 "I baked"] [#44 "binned"]')).toEqual([]);
  expect(used('We know: 22 of 35 throw away bread weekly.')).toHaveLength(1);
});
