import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { firstOf, lastOf } from './response-fields.ts';

describe('a list that a server sends', () => {
  let read: unknown[] = [];
  const item = z.custom((given) => read.push(given) > 0);
  const endless = Array.from({ length: 100_000 }, (_, index) => index);

  it('is read up to its limit, from either end', () => {
    read = [];
    expect(firstOf(item, 3).parse(endless)).toEqual([0, 1, 2]);
    expect(lastOf(item, 2).parse(endless)).toEqual([99_998, 99_999]);
    expect(lastOf(item, 2, (given) => Number(given) < 5).parse(endless)).toEqual([3, 4]);
    expect(read).toHaveLength(7);
  });

  it('is none when it is something else, or what is read of it has another form', () => {
    for (const other of [{}, 'list', null, undefined, [1]]) {
      expect(firstOf(z.string(), 3).safeParse(other).success).toBe(false);
    }
  });
});
