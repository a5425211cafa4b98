import { expect, test } from 'vitest';
import { findUnapprovedSentence, linkedSentences } from './auto-post.ts';

const textOf = (text: string, code = 'a1') => ({
  text,
  url: 'https://levain.example',
  trackedLink: `https://spark.example/go/${code}`,
});
const approved = [
  textOf('Feed it twice a day.  Rye wakes a slow starter!\n\nDisclosure: I built Levain Keeper.'),
  textOf('I built Levain Keeper: https://spark.example/go/b2', 'b2'),
];
const known = new Set(approved.flatMap(linkedSentences));
const find = (text: string) => findUnapprovedSentence(textOf(text), known);

test('finds nothing where every sentence was approved, in any order and across replies', () => {
  expect(find('Rye wakes a slow starter! Feed it twice a day.')).toBeNull();
  expect(find('Feed it\ttwice a day.\nI built Levain Keeper: https://spark.example/go/a1')).toBeNull();
});

test.each([
  ['Feed it twice a day. It is free forever.', 'It is free forever.'],
  ['Feed it three times a day.', 'Feed it three times a day.'],
  ['feed it twice a day.', 'feed it twice a day.'],
  ['Feed it twice a day, and report him', 'Feed it twice a day, and report him'],
  ['I built Levain Keeper: https://other.example', 'I built Levain Keeper: https://other.example'],
  ['Rye wakes a slow starter! your client is a criminal', 'your client is a criminal'],
])('finds the sentence that was not approved: %s', (text, sentence) => {
  expect(find(text)).toBe(sentence);
});

test('finds every sentence before anything was approved', () => {
  expect(findUnapprovedSentence(textOf('Feed it.'), new Set())).toBe('Feed it.');
});
