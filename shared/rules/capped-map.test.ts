import { expect, it } from 'vitest';
import { CappedMap } from './capped-map.ts';

it('forgets its oldest entry for one more, and none for a new value of a known key', () => {
  const map = new CappedMap<string, number>(2);
  map.set('a', 1).set('b', 2).set('b', 3);
  expect([...map]).toEqual([
    ['a', 1],
    ['b', 3],
  ]);
  map.set('c', 4);
  expect([...map.keys()]).toEqual(['b', 'c']);
});
