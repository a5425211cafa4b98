import { expect, it } from 'vitest';
import { startGithub } from '#fakes/github/github.ts';
import type { PostGiven } from '#fakes/sources/source-fake.ts';
import { fixClock, fortnight, never, openSourceWorld } from '#server/testing/worlds/source-world.ts';

fixClock();
const world = openSourceWorld(startGithub);
const add = (post: PostGiven) =>
  world.fake.posts.add({ title: 'Export invoices', community: 'maker/ledger', ...post });
const find = (phrases = ['invoices']) => world.source().find(phrases, fortnight(), never);

it('gives issues of people: no changes, no programs, nothing closed, and marks locked ones', async () => {
  add({ id: 1, locked: true });
  add({ id: 2, bot: true });
  add({ id: 3, pullRequest: true });
  add({ id: 4, dead: true });
  const { posts } = await find();
  expect(posts).toMatchObject([{ externalId: 'maker/ledger#1', locked: true }]);
});

it('calls a closed issue closed', async () => {
  add({ id: 1, dead: true });
  const post = { externalId: 'maker/ledger#1', threadId: '', url: '' };
  expect(await world.source().checkOpen(post, never)).toBe('closed');
});

it('asks for three phrases at most, none of which can set a filter', async () => {
  await find(['repo:secret', 'two', 'three', 'four']);
  const asked = world.fake.requests.map(({ params }) => params.get('q') ?? '');
  expect(asked).toHaveLength(3);
  expect(asked[0]).toMatch(/^repo secret is:issue is:open created:>=\d{4}-\d\d-\d\d$/);
});
