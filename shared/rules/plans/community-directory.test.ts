import { expect, it } from 'vitest';
import { isInDirectory } from './community-directory.ts';

it.each([
  ['r/dogs', ''],
  ['Dogs of Reddit', 'https://reddit.com/r/dogs'],
  ['R/Dogs', 'https://www.reddit.com/r/dogs/'],
])('knows %s %s', (name, url) => {
  expect(isInDirectory({ name, url })).toBe(true);
});

it.each([
  ['r/dogsthatnobodychecked', 'https://www.reddit.com/r/dogsthatnobodychecked/'],
  ['', ''],
])('does not know %s %s', (name, url) => {
  expect(isInDirectory({ name, url })).toBe(false);
});
