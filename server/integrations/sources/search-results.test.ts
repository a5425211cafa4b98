import { expect, it } from 'vitest';
import * as z from 'zod';
import { itemsOf, listOf } from './http/response-fields.ts';
import type { FoundPost } from './port.ts';
import { gatherPosts } from './search-results.ts';

it('gives no more posts than any source is asked for, however many its answers hold', () => {
  const posts = Array.from({ length: 3_000 }, (_, index): FoundPost => {
    const id = String(index);
    return {
      source: 'lemmy',
      host: 'lemmy.example',
      externalId: id,
      threadId: id,
      kind: 'post',
      url: `https://lemmy.example/post/${id}`,
      title: 'Late invoices',
      threadTitle: null,
      body: '',
      author: null,
      createdAt: new Date(),
      score: 1,
      replies: 0,
      community: null,
      locked: false,
      license: null,
    };
  });
  const outcomes = [0, 1_000, 2_000].map((from) => ({
    reply: posts.slice(from, from + 1_000),
    cached: false,
  }));
  const gathered = gatherPosts(outcomes, new Date(0), (reply) => reply);
  expect(gathered.posts).toHaveLength(2_000);
});

it.each([
  ['that fit', 'fit', 100],
  ['of which none fits', 'odd', 0],
])('reads the first hundred of a million items %s, each once', (_, item, fitting) => {
  let read = 0;
  const schema = z.custom<string>((value) => {
    read += 1;
    return value === 'fit';
  });
  const items = Array.from({ length: 1_000_000 }, () => item);
  expect(itemsOf(schema).parse(items)).toHaveLength(fitting);
  expect(read).toBe(100);
  expect(listOf(schema).safeParse(items).success).toBe(fitting > 0);
  expect(read).toBe(200);
});
