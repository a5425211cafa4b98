import { expect, it } from 'vitest';
import { waitingTime } from './waiting-time.ts';

it.each([
  [1, 'in a moment'],
  [45, 'in a moment'],
  [46, 'in about a minute'],
  [61, 'in about 2 minutes'],
  [1_800, 'in about 30 minutes'],
  [3_597, 'in about 60 minutes'],
  [7_200, 'in about 2 hours'],
  [86_400, 'in about 24 hours'],
  [2_592_000, 'in about 30 days'],
])('says %i seconds as %s', (seconds, words) => {
  expect(waitingTime(seconds)).toBe(words);
});
