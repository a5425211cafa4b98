import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { keyPhrasesOf, phrasesOfKeywords } from './key-phrases.ts';
import { stopWords } from './stop-words.data.ts';
import { termOf, termReader, termsOf, wordsOf } from './tokenise.ts';
import { loadWordWeights } from './word-weights.ts';

const weights = await loadWordWeights();
const phrasesOf = (description: string) => keyPhrasesOf(description, weights);

test('keeps names with marks whole and leaves out addresses', () => {
  const text = 'C#, C++ and Node.js (see https://c.example/a?b=c ) on .NET.';
  expect(wordsOf(text)).toEqual([
    'c#',
    'c++',
    'and',
    'node.js',
    'see',
    'https://c.example/a?b=c',
    'on',
    '.net',
  ]);
  expect(termsOf(text)).toEqual(['c#', 'c++', 'node.js', '.net']);
});

test('takes forms of a word for the same', () => {
  expect(new Set(termsOf('invoice invoices invoicing invoiced invoice’s Invoice'))).toEqual(
    new Set(['invoic']),
  );
});

test('reads text beyond English letters, and English with and without its quick way alike', () => {
  expect(wordsOf('Ｅｘｃｅｌ für Häuser, naïve “café”')).toEqual(['excel', 'für', 'häuser', 'naïve', 'café']);
  fc.assert(
    fc.property(fc.lorem({ maxCount: 40 }), (text) => {
      expect(wordsOf(`${text} ü`).slice(0, -1)).toEqual(wordsOf(text));
    }),
  );
});

test('finds no subject in words that any post or product uses, each spelled as it is met', () => {
  expect(termsOf('The app helps users: I don’t know a better tool, 2 of 3 said 2024')).toEqual([]);
  for (const word of stopWords) expect(wordsOf(word).join(' ')).toBe(word);
});

test('weighs a term by how rare English is to use any of its words', () => {
  const rising = ['wai', 'hous', 'wed', 'cater', 'rsvp'].map(weights.weigh);
  expect(rising).toEqual([...new Set(rising)].toSorted((one, other) => one - other));
  for (const term of ['the', 'i', 'you', 'c++', 'node.js', '婚礼', '']) {
    expect(weights.weigh(term)).toBeGreaterThanOrEqual(1);
    expect(weights.weigh(term)).toBeLessThanOrEqual(27);
  }
  expect(['wed', 'guest', 'happi', 'hochzeit', 'c++', ''].map(weights.isKnown)).toEqual([
    ...[true, true, true],
    ...[false, false, false],
  ]);
});

test.each<[string, string[]]>([
  [
    'Irrigation planner for allotment gardens: rain forecast, drip hoses, soil moisture, seedlings and a watering calendar.',
    ['allotment gardens', 'soil moisture', 'seedlings'],
  ],
  [
    'Interview training in C++, C# and Node.js, with a packing list.',
    ['c++', 'c#', 'node.js', 'packing list'],
  ],
])('finds the words that tell what a product is for: %s', (description, phrases) => {
  expect(phrasesOf(description)).toEqual(expect.arrayContaining(phrases));
  expect(phrasesOf(description).length).toBeLessThanOrEqual(8);
});

test.each([
  ['A sleep tracker for shift workers', ['tracker', 'shift workers', 'sleep']],
  ['A travel planner for couples with cats', ['planner', 'cats', 'travel']],
  ['Book club organiser: pick the next book, vote and meet', ['club organiser', 'vote', 'book']],
])('asks for everyday words where little else tells of the subject: %s', (description, phrases) => {
  expect(phrasesOf(description)).toEqual(expect.arrayContaining(phrases));
});

test('asks for no everyday word alone where others tell of the subject', () => {
  const description = 'Write Excel formulas from plain English: VLOOKUP, pivot tables, macros and VBA.';
  expect(phrasesOf(description)).not.toContain('write');
});

test('finds nothing in what any product says of itself', () => {
  expect(phrasesOf('A simple, smart app that helps people get things done with easy tools.')).toEqual([]);
});

test('leaves out what every text of its language says, and only in that language', () => {
  const german =
    'Ein Planer für Hochzeiten: Gästeliste, Sitzplan und Menüwünsche für Brautpaare und die Köche.';
  const words = phrasesOf(german).join(' ').split(' ');
  expect(words).toEqual(expect.arrayContaining(['gästeliste', 'sitzplan']));
  for (const word of ['ein', 'für', 'und', 'die']) expect(words).not.toContain(word);
  expect(termReader(german)('war')).toBeNull();
  expect(termReader('A board game about the great war')('war')).toBe(termOf('war'));
});

test('takes keywords as they are given, and the key phrases of long ones', () => {
  const long = 'where do we seat the divorced parents of the bridegroom';
  const phrases = phrasesOfKeywords(['Seating Chart', 'seating chart', '  ', long], weights);
  expect(phrases[0]).toBe('seating chart');
  expect(phrases.slice(1)).toHaveLength(2);
});

test('never gives a sentence, whatever the description is', () => {
  const anyText = fc.oneof(fc.string({ unit: 'binary', maxLength: 400 }), fc.lorem({ maxCount: 200 }));
  fc.assert(
    fc.property(anyText, (text) => {
      for (const phrase of [...phrasesOf(text), ...phrasesOfKeywords([text], weights)]) {
        expect(phrase.split(' ').length).toBeLessThanOrEqual(3);
        expect(phrase.length).toBeLessThanOrEqual(40);
        expect(phrase.trim()).toBe(phrase);
      }
    }),
  );
});
