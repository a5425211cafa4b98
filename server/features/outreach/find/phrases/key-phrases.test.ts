import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { loadBackground } from './background.ts';
import { keyPhrasesOf, phrasesOfKeywords } from './key-phrases.ts';

const background = await loadBackground();

test('finds the words that tell what a product is for', () => {
  const phrases = keyPhrasesOf(
    'Irrigation planner for allotment gardens: rain forecast, drip hoses, soil moisture, seedlings and a watering calendar.',
    background,
  );
  expect(phrases).toEqual(expect.arrayContaining(['allotment gardens', 'soil moisture', 'seedlings']));
  expect(phrases.length).toBeGreaterThanOrEqual(5);
  expect(phrases.length).toBeLessThanOrEqual(8);
});

test('keeps the names of languages and a list together with what it lists', () => {
  const phrases = keyPhrasesOf('Interview training in C++, C# and Node.js, with a packing list.', background);
  expect(phrases).toEqual(expect.arrayContaining(['c++', 'c#', 'node.js', 'packing list']));
});

test('finds nothing in what any product says of itself', () => {
  expect(
    keyPhrasesOf('A simple, smart app that helps people get things done with easy tools.', background),
  ).toEqual([]);
});

test.each([
  [
    'For founders: how to get your first ten users without ads, from a survey of your project.',
    'first users',
  ],
  ['A guide to your first 1,000 customers by cold email.', 'first customers'],
])('looks for the first ones whom somebody wants to reach: %s', (description, phrase) => {
  expect(keyPhrasesOf(description, background)).toContain(phrase);
});

test('takes keywords as they are given, and the key phrases of long ones', () => {
  const keywords = [
    'Seating Chart',
    'seating chart',
    '  ',
    'where do we seat the divorced parents of the bridegroom',
  ];
  const phrases = phrasesOfKeywords(keywords, background);
  expect(phrases[0]).toBe('seating chart');
  expect(phrases.slice(1)).toHaveLength(2);
});

test('never gives a sentence, whatever the description is', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: 'binary', maxLength: 400 }), fc.lorem({ maxCount: 200 })),
      (text) => {
        const phrases = [...keyPhrasesOf(text, background), ...phrasesOfKeywords([text], background)];
        for (const phrase of phrases) {
          expect(phrase.split(' ').length).toBeLessThanOrEqual(3);
          expect(phrase.length).toBeLessThanOrEqual(40);
          expect(phrase.trim()).toBe(phrase);
        }
      },
    ),
  );
});
