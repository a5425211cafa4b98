import { expect, test } from 'vitest';
import { ideaLanguages } from '#shared/contracts/reading.ts';
import { guessLanguage } from './guess-language.ts';
import { writeQuestions } from './write-plan.ts';

const bakeries = { who: 'small bakeries', job: '', trouble: 'throw away unsold bread' };

test.each(ideaLanguages)(
  'questions in %s are known by their words, also around an English phrase',
  (language) => {
    const questions = writeQuestions({ ...bakeries, language: 'en' }, '', language);
    const words = questions.flatMap(({ question, options }) => [question, options ?? []].flat());
    expect(guessLanguage(words.join(' '))).toBe(language);
  },
);

test.each(['', '12 !', 'Quante volte?', 'パンを焼く'])('%j is taken for English', (text) => {
  expect(guessLanguage(text)).toBe('en');
});
