import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { stopWords } from './stop-words.data.ts';
import { termOf, wordsOf } from './tokenise.ts';

const termsOf = (text: string) => wordsOf(text).flatMap((word) => termOf(word) ?? []);

test('keeps names with marks whole and leaves out addresses', () => {
  expect(wordsOf('C#, C++ and Node.js (see https://c.example/a?b=c ) on .NET.')).toEqual([
    'c#',
    'c++',
    'and',
    'node.js',
    'see',
    'https://c.example/a?b=c',
    'on',
    '.net',
  ]);
  expect(termsOf('C#, C++ and Node.js: https://c.example/a')).toEqual(['c#', 'c++', 'node.js']);
});

test('takes forms of a word for the same', () => {
  expect(new Set(termsOf('invoice invoices invoicing invoiced invoice’s Invoice'))).toEqual(
    new Set(['invoic']),
  );
});

test('reads text beyond English letters', () => {
  expect(wordsOf('Ｅｘｃｅｌ für Häuser, naïve “café”')).toEqual(['excel', 'für', 'häuser', 'naïve', 'café']);
});

test('says nothing of words that any post or product uses', () => {
  expect(termsOf('The app helps users: I don’t know a better tool, 2 of 3 said 2024')).toEqual([]);
});

test('reads English with and without its quick way alike', () => {
  fc.assert(
    fc.property(fc.lorem({ maxCount: 40 }), (text) => {
      expect(wordsOf(`${text} ü`).slice(0, -1)).toEqual(wordsOf(text));
    }),
  );
});

test('no stop word is written in a way that is never met', () => {
  for (const word of stopWords) expect(wordsOf(word).join(' ')).toBe(word);
});
