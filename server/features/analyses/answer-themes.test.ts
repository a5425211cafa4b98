import { describe, expect, it } from 'vitest';
import type { WrittenAnswer } from '#shared/rules/verdict.ts';
import { findThemes, withoutCopies } from './answer-themes.ts';

function answers(texts: string[]): WrittenAnswer[] {
  return texts.map((answer, position) => ({ question: 0, number: position + 1, answer }));
}

function themes(texts: string[], known = ''): [string, number[]][] {
  return findThemes(answers(texts), known).map((theme) => [
    theme.words,
    theme.answers.map(({ number }) => number),
  ]);
}

describe('a theme', () => {
  it('is what several answers share, whatever the form of the word', () => {
    expect(themes(['He forgot checking', 'nobody checked', 'I check twice', 'too dear'])).toEqual([
      ['checking', [1, 2, 3]],
    ]);
  });

  it('is a pair of words rather than one of them, when nearly as many share it', () => {
    expect(themes(['the school run was late', 'School run again', 'our school run', 'school fees'])).toEqual([
      ['school run', [1, 2, 3]],
    ]);
  });

  it('is not made of common words, in several languages, nor of words that were asked', () => {
    expect(themes(['it was the other one', 'that was the one', 'the one that was'])).toEqual([]);
    expect(themes(['und dann nicht mehr', 'und nicht', 'nicht und nicht'])).toEqual([]);
    expect(
      themes(['the calendar broke', 'calendars lie', 'my calendar'], 'Which calendar do you use?'),
    ).toEqual([]);
  });

  it('needs three answers, two when there are few, more when there are many', () => {
    const others = (count: number) =>
      Array.from({ length: count }, (_, index) => `q${'abcdefghij'[index % 10]}${index}`);
    expect(themes(['slow', 'slow', ...others(5)])).toHaveLength(1);
    expect(themes(['slow', 'slow', ...others(8)])).toHaveLength(0);
    expect(themes(['slow', 'slow', 'slow', ...others(8)])).toHaveLength(1);
    expect(themes(['slow', 'slow', 'slow', ...others(197)])).toHaveLength(0);
  });

  it('is counted once an answer, however often that repeats it', () => {
    expect(themes(['slow slow slow slow', 'fine'])).toEqual([]);
  });

  it('is named once, not again by other words of the same answers', () => {
    const told = themes([
      'battery drained overnight',
      'battery drained overnight',
      'battery drained overnight',
    ]);
    expect(told).toHaveLength(1);
  });

  it('is found among 500 answers of 10,000 characters in well under a second', () => {
    const long = Array.from({ length: 500 }, (_, index) =>
      `w${index} x${index % 7} lorem${index % 90} `.repeat(600),
    );
    const start = performance.now();
    findThemes(answers(long), '');
    expect(performance.now() - start).toBeLessThan(800);
  });
});

describe('copies', () => {
  it('of a long answer count once, equal short answers each', () => {
    const long = 'this is the very best idea ever';
    const kept = withoutCopies(answers([long, `  ${long.toUpperCase()}`, 'price', 'price']));
    expect(kept.map(({ number }) => number)).toEqual([1, 3, 4]);
  });
});
