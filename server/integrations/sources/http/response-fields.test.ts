import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { foundPost, gatherPosts } from '#server/integrations/sources/search-results.ts';
import { firstOf, itemsOf, lastOf, listOf } from './response-fields.ts';

describe('a list that a server sends', () => {
  let read = 0;
  const item = z.custom((value) => {
    read += 1;
    return value !== 'odd';
  });
  const endless = Array.from({ length: 1_000_000 }, (_, index) => index);

  it('is read up to its limit, from either end', () => {
    read = 0;
    expect(firstOf(item, 3).parse(endless)).toEqual([0, 1, 2]);
    expect(lastOf(item, 2).parse(endless)).toEqual([999_998, 999_999]);
    expect(lastOf(item, 2, (given) => Number(given) < 5).parse(endless)).toEqual([3, 4]);
    expect(read).toBe(7);
  });

  it('is none when it is something else, or when an item of it has another form', () => {
    for (const other of [{}, 'list', null, undefined, [1]]) {
      expect(firstOf(z.string(), 3).safeParse(other).success).toBe(false);
    }
  });

  it.each([
    ['that fit', 'fit', 100],
    ['of which none fits', 'odd', 0],
  ])('is read to its hundredth of a million items %s', (_, value, fitting) => {
    read = 0;
    const items = endless.map(() => value);
    expect(itemsOf(item).parse(items)).toHaveLength(fitting);
    expect(listOf(item).safeParse(items).success).toBe(fitting > 0);
    expect(read).toBe(200);
  });
});

it('gathers no more posts than any source is asked for, each once', () => {
  const posts = Array.from({ length: 3_000 }, (_, index) =>
    foundPost({
      source: 'lemmy',
      host: 'lemmy.example',
      externalId: String(index),
      url: `https://lemmy.example/post/${index}`,
      body: '',
      author: null,
      createdAt: new Date(),
    }),
  );
  const outcomes = [0, 500, 1_000, 2_000].map((from) => ({
    reply: posts.slice(from, from + 1_000),
    cached: false,
  }));
  const gathered = gatherPosts(outcomes, new Date(0), (reply) => reply).posts;
  expect(new Set(gathered.map(({ externalId }) => externalId)).size).toBe(2_000);
  expect(gathered).toHaveLength(2_000);
});
