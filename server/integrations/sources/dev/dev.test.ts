import { expect, it } from 'vitest';
import { startDev } from '#fakes/dev/dev.ts';
import { fixClock, fortnight, never, openSourceWorld } from '#server/testing/worlds/source-world.ts';

fixClock();
const world = openSourceWorld(startDev);

it('asks for the tags where people ask, once for any words', async () => {
  world.fake.posts.add({ title: 'How do you invoice?', community: 'help' });
  world.fake.posts.add({ title: 'Launch day', community: 'startup' });
  world.fake.posts.add({ title: 'A tutorial', community: 'webdev' });
  const { posts } = await world.source().find(['gardening'], fortnight(), never);
  expect(posts.map(({ community }) => community).sort()).toEqual(['help', 'startup']);
  const tags = world.fake.requests.map(({ params }) => params.get('tag'));
  expect(tags).toEqual(['discuss', 'help', 'startup']);
  expect(await world.source().find(['invoices'], fortnight(), never)).toMatchObject({ cached: true });
  expect(world.fake.requests).toHaveLength(3);
});
