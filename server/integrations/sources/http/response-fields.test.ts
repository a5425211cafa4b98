import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { foundPost, gatherPosts } from '#server/integrations/sources/search-results.ts';
import * as fields from './response-fields.ts';

describe('a list that a server sends', () => {
  let read = 0;
  const item = z.custom((value) => {
    read += 1;
    return value !== 'odd';
  });
  const endless = Array.from({ length: 1_000_000 }, (_, index) => index);

  it('is read up to its limit, from either end', () => {
    read = 0;
    expect(fields.firstOf(item, 3).parse(endless)).toEqual([0, 1, 2]);
    expect(fields.lastOf(item, 2).parse(endless)).toEqual([999_998, 999_999]);
    expect(fields.lastOf(item, 2, (given) => Number(given) < 5).parse(endless)).toEqual([3, 4]);
    expect(read).toBe(7);
  });

  it('is none when it is something else, or when an item of it has another form', () => {
    for (const other of [{}, 'list', null, undefined, [1]]) {
      expect(fields.firstOf(z.string(), 3).safeParse(other).success).toBe(false);
    }
  });

  it.each([
    ['that fit', 'fit', 100],
    ['of which none fits', 'odd', 0],
  ])('is read to its hundredth of a million items %s', (_, value, fitting) => {
    read = 0;
    const items = endless.map(() => value);
    expect(fields.itemsOf(item).parse(items)).toHaveLength(fitting);
    expect(fields.listOf(item).safeParse(items).success).toBe(fitting > 0);
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
    response: posts.slice(from, from + 1_000),
    cached: false,
  }));
  const gathered = gatherPosts(outcomes, new Date(0), (response) => response).posts;
  expect(new Set(gathered.map(({ externalId }) => externalId)).size).toBe(2_000);
  expect(gathered).toHaveLength(2_000);
});

it.each(['soon', '', '-200000-01-01T00:00:00Z', '+275760-09-13T00:00:00.000Z', `${'('.repeat(100_000)}`])(
  'reads no date in %.40j',
  (text) => expect(fields.dateOrNull(text)).toBeNull(),
);

it.each([JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`), { toString: 1, valueOf: 1 }, 1e300, null])(
  'takes nothing else for a date or an address (%#)',
  (value) => {
    expect(fields.maybe(fields.instant).parse(value)).toBeNull();
    expect(fields.maybe(fields.webAddress).parse(value)).toBeNull();
  },
);

it.each(['javascript:alert(1)', 'data:text/html,x', `https://x.example/${'a'.repeat(3_000)}`])(
  'takes %.40s for no address of a page',
  (url) => expect(fields.webAddress.safeParse(url).success).toBe(false),
);
