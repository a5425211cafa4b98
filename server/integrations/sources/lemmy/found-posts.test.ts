import { expect, it } from 'vitest';
import { found, postsOf } from './found-posts.ts';

const view = (community: object) => ({
  post: {
    id: 1,
    name: 'Flat bread',
    ap_id: 'https://home.example/post/7',
    published: '2040-01-01T00:00:00Z',
  },
  creator: { name: 'baker' },
  community: { name: 'baking', ...community },
});

it.each([
  [{ actor_id: 'https://one.example/c/baking' }, 'baking'],
  [{ actor_id: 'https://home.example/c/baking' }, 'baking@home.example'],
  [{ ap_id: 'https://home.example/c/baking' }, 'baking@home.example'],
  [{ actor_id: 'no address' }, 'baking'],
  [{}, 'baking'],
])('a community with %j is called %s on one.example', (community, name) => {
  const reply = found.parse({ posts: [view(community)], comments: [] });
  expect(postsOf(reply, 'one.example', () => true).map((post) => post.community)).toEqual([name]);
});
