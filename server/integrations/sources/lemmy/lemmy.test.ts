import { describe, expect, it } from 'vitest';
import { firstSource, fixClock, openSourceWorld } from '#server/testing/worlds/source-world.ts';
import { lemmy } from './lemmy.ts';

fixClock();
const world = openSourceWorld({ timeoutMs: 5_000 });

const never = new AbortController().signal;
const fortnight = new Date(Date.now() - 14 * 86_400_000);
const pathsOf = () => world.fake.requests.map(({ path }) => path);

describe('Lemmy', () => {
  it.each(['lemmy', 'lemmy-v4'] as const)('is asked in one dialect once it is known: %s', async (name) => {
    const source = firstSource(lemmy(world.client, [world.fake.addressOf(name)]));
    await source.find(['one', 'two'], fortnight, never);
    expect(world.fake.requests).toHaveLength(4);
    await source.find(['three', 'four'], fortnight, never);
    const own = name === 'lemmy' ? '/api/v3/search' : '/api/v4/search';
    expect(pathsOf().slice(4)).toEqual([own, own]);
  });

  it('is asked in both again when it does not understand any more', async () => {
    const source = firstSource(lemmy(world.client, [world.fake.addressOf('lemmy')]));
    await source.find(['one'], fortnight, never);
    world.fake.fault('lemmy', { status: 404 });
    await expect(source.find(['two'], fortnight, never)).rejects.toMatchObject({ failure: 'refused' });
    world.fake.fault('lemmy', null);
    await source.find(['three'], fortnight, never);
    expect(pathsOf().slice(-2)).toEqual(['/api/v3/search', '/api/v4/search']);
  });

  it('gives nothing that is locked, removed, deleted or not for every eye, and copies once', async () => {
    for (const flag of ['locked', 'dead', 'deleted', 'nsfw'] as const) {
      const thread = world.fake.add('lemmy', { title: 'Late invoices', [flag]: true });
      if (flag === 'nsfw') world.fake.add('lemmy', { threadId: thread.id, body: 'invoices', nsfw: true });
      else world.fake.add('lemmy', { threadId: thread.id, body: 'invoices', [flag]: true });
    }
    const source = firstSource(lemmy(world.client, [world.fake.addressOf('lemmy')]));
    expect((await source.find(['invoices'], fortnight, never)).posts).toEqual([]);
  });

  it('of an old release says with status 400 that we ask too often', async () => {
    world.fake.fault('lemmy', { status: 400, body: { error: 'rate_limit_error' } });
    const source = firstSource(lemmy(world.client, [world.fake.addressOf('lemmy')]));
    await expect(source.find(['one'], fortnight, never)).rejects.toMatchObject({ failure: 'busy' });
  });
});
