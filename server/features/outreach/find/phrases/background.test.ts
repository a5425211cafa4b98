import { expect, test } from 'vitest';
import { loadBackground } from './background.ts';

const { weigh, isKnown } = await loadBackground();

test('takes a term for the more telling, the rarer English uses any of its words', () => {
  const weights = ['wai', 'hous', 'wed', 'cater', 'rsvp'].map(weigh);
  expect(weights).toEqual(weights.toSorted((one, other) => one - other));
  expect(new Set(weights).size).toBe(weights.length);
});

test('holds every weight between what says little and what says most', () => {
  for (const term of ['the', 'i', 'you', 'wed', 'c++', 'node.js', 'hochzeitsplan', '婚礼', 'zzz', ''])
    expect(weigh(term)).toBeGreaterThanOrEqual(1);
  expect(weigh('hochzeitsplan')).toBe(27);
});

test('gives the same however often and in whatever order it is asked', () => {
  const terms = ['wed', 'sai', 'wedge', 'we', 'sail', 'wed'];
  const once = terms.map(weigh);
  expect(terms.toReversed().map(weigh)).toEqual(once.toReversed());
});

test('knows the stems of English words and no others', () => {
  for (const term of ['wed', 'guest', 'sai', 'happi', 'ti', 'ex']) expect(isKnown(term)).toBe(true);
  for (const term of ['hochzeit', 'guestlist', 'c++', '']) expect(isKnown(term)).toBe(false);
});
