import { describe, expect, it } from 'vitest';
import type { SurveyQuestion } from '#shared/contracts/validation.ts';
import { checkQuality, comparableText } from './answer-quality.ts';
import { honestSubmissions } from './honest-answers.fixture.ts';

const choice = (question: string, endsWith?: string): SurveyQuestion => ({
  question,
  type: 'multiple-choice',
  options: ['Every week', 'Once', 'Not once'],
  ...(endsWith ? { endsWith } : {}),
});
const open = (question: string): SurveyQuestion => ({ question, type: 'open-ended', options: null });
const questions = [
  choice('How often did the handover go wrong last month?', 'Not once'),
  open('What happened the last time?'),
  open('What was the hardest part of it?'),
];
const check = (texts: string[], seconds?: number) => checkQuality(questions, ['Once', ...texts], seconds);

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

describe('honest submissions', () => {
  it.each([1, 7, 42])('in four languages are set apart in fewer than 2 of 100 cases (seed %i)', (seed) => {
    const honest = honestSubmissions(300, seeded(seed));
    const flagged = honest.filter(({ questions, answers, seconds }) =>
      checkQuality(questions, answers, seconds),
    );
    expect(flagged.length / honest.length).toBeLessThan(0.02);
  });

  it.each([
    ['no', 'nothing'],
    ['3', '11'],
    ['n/a', 'ok'],
    ['nein', 'Wer?'],
    ['нет', 'да'],
    ['没有', '无'],
    ['y', 'n'],
  ])('keeps the short answers %j and %j', (...texts) => expect(check(texts)).toBeNull());
});

describe('texts without content', () => {
  it.each([
    ['.', '-'],
    ['aaaa', 'xxxxxxx'],
    ['asdf', 'qwerty'],
    ['asdasd', 'asdfasdf jkljkl'],
    ['sdfghjk', 'hjkl'],
    ['фыва', 'йцукен'],
    ['sdkjfhskdjf', 'hgfdkjh'],
    ['😀😀', '???'],
  ])('set %j and %j apart', (...texts) => expect(check(texts)).toBe('empty'));

  it('count when one of them says something', () => {
    expect(check(['asdf', 'The driver never came'])).toBeNull();
  });

  it('are not asked of somebody to whom it did not happen', () => {
    expect(checkQuality(questions, ['Not once', '-', '.'], undefined)).toBeNull();
    expect(checkQuality(questions, ['Not once', null, null], undefined)).toBeNull();
  });
});

describe('the time it took', () => {
  it('sets apart what nobody can have read', () => {
    expect(check(['It was late', 'the wait'], 1)).toBe('too-fast');
    expect(check(['It was late', 'the wait'], 3)).toBeNull();
  });

  it('is not held against anybody whose browser did not measure it', () => {
    expect(check(['It was late', 'the wait'])).toBeNull();
  });

  it('is less for somebody to whom it did not happen', () => {
    expect(checkQuality(questions, ['Not once', null, null], 1)).toBeNull();
  });
});

describe('the same place in every list', () => {
  const asked = (count: number) => Array.from({ length: count }, (_, at) => choice(`Question ${at}?`));
  it('sets apart from five questions on', () => {
    expect(checkQuality(asked(5), Array(5).fill('Once'), undefined)).toBe('straight-line');
    expect(checkQuality(asked(4), Array(4).fill('Once'), undefined)).toBeNull();
    expect(checkQuality(asked(5), ['Every week', ...Array(4).fill('Once')], undefined)).toBeNull();
  });

  it('means nothing where there are only two options', () => {
    const twoOptions = asked(5).map((question) => ({ ...question, options: ['Once', 'Not once'] }));
    expect(checkQuality(twoOptions, Array(5).fill('Once'), undefined)).toBeNull();
  });
});

describe('the text by which copies are found', () => {
  const long = 'The driver never came and nobody picked up the phone';
  it('is the same whatever the spaces and capitals', () => {
    const text = comparableText(questions, ['Once', long, 'waiting']);
    expect(comparableText(questions, ['Every week', ` ${long.toUpperCase()}\n`, 'waiting'])).toBe(text);
    expect(comparableText(questions, ['Once', long, 'paying'])).not.toBe(text);
  });

  it('is none for short texts', () => {
    expect(comparableText(questions, ['Once', 'It was late', 'the wait'])).toBeNull();
  });
});
