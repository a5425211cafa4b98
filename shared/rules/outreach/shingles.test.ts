import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { shinglesOf, similarityOf } from './shingles.ts';

const similarity = (one: string, other: string) => similarityOf(shinglesOf(one), shinglesOf(other));

test('levels case, punctuation and white space', () => {
  expect(similarity('Where do we seat them?', 'where  do we, seat THEM')).toBe(1);
});

test('tells texts apart that share no run of five characters', () => {
  expect(similarity('seating chart', 'kernel panic')).toBe(0);
});

test('is near one after a small change and low after a large one', () => {
  const text = 'Our wedding is in May and the guest list changes every day, and the seating chart with it.';
  expect(similarity(text, `${text} Thanks!`)).toBeGreaterThan(0.8);
  expect(similarity(text, text.slice(0, 40))).toBeLessThan(0.6);
});

test('finds nothing in common where there is nothing to compare', () => {
  expect(similarity('', '')).toBe(0);
  expect(similarity('💐', '!')).toBe(0);
});

test('is the same both ways, between 0 and 1, for any text', () => {
  const anyText = fc.string({ unit: 'binary' });
  fc.assert(
    fc.property(anyText, anyText, (one, other) => {
      const value = similarity(one, other);
      expect(value).toBeGreaterThanOrEqual(0);
      expect(value).toBeLessThanOrEqual(1);
      expect(similarity(other, one)).toBe(value);
    }),
  );
});
