import { describe, expect, it } from 'vitest';
import type { SourceFake } from '#fakes/sources/sources.ts';
import { firstSource, fixClock, openSourceWorld } from '#server/testing/worlds/source-world.ts';
import { github } from './github.ts';

fixClock();
const world = openSourceWorld({ timeoutMs: 5_000 });

const never = new AbortController().signal;
const fortnight = new Date(Date.now() - 14 * 86_400_000);
const inAMinute = () => Math.floor(Date.now() / 1000) + 60;

describe('GitHub', () => {
  const make = () => firstSource(github(world.client, world.fake.addressOf('github')));
  const add = (post: Parameters<SourceFake['add']>[1]) =>
    world.fake.add('github', { title: 'Export invoices', community: 'maker/ledger', ...post });

  it('gives issues of people: no changes, no programs, nothing closed', async () => {
    add({ id: 1 });
    add({ id: 2, bot: true });
    add({ id: 3, pullRequest: true });
    add({ id: 4, dead: true });
    const { posts } = await make().find(['invoices'], fortnight, never);
    expect(posts).toMatchObject([{ externalId: 'maker/ledger#1', kind: 'question', locked: false }]);
  });

  it('marks an issue that is locked, and calls a closed one closed', async () => {
    add({ id: 1, locked: true });
    const { posts } = await make().find(['invoices'], fortnight, never);
    expect(posts).toMatchObject([{ locked: true }]);
    world.fake.change('github', 1, { locked: false, dead: true });
    const post = { externalId: 'maker/ledger#1', threadId: '', url: '' };
    expect(await make().checkOpen(post, never)).toBe('closed');
  });

  it('is asked for three phrases at most, none of which can set a filter', async () => {
    await make().find(['repo:secret', 'two', 'three', 'four'], fortnight, never);
    const asked = world.fake.requests.map(({ params }) => params.get('q') ?? '');
    expect(asked).toHaveLength(3);
    expect(asked[0]).toMatch(/^repo secret is:issue is:open created:>=\d{4}-\d\d-\d\d$/);
  });

  it('keeps quiet until its limit is reset', async () => {
    const reset = inAMinute();
    const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(reset) };
    world.fake.fault('github', { status: 403, headers, body: { message: 'API rate limit exceeded' } });
    const busy = { failure: 'busy', quietUntil: new Date(reset * 1000) };
    await expect(make().find(['one'], fortnight, never)).rejects.toMatchObject(busy);
    world.fake.fault('github', null);
    await expect(make().find(['two'], fortnight, never)).rejects.toMatchObject(busy);
    expect(world.fake.requests).toHaveLength(1);
  });

  it('refuses a query that it can not read', async () => {
    world.fake.fault('github', { status: 422, body: { message: 'Validation Failed' } });
    await expect(make().find(['one'], fortnight, never)).rejects.toMatchObject({ failure: 'refused' });
  });
});
