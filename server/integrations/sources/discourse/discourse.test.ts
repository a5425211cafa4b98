import { beforeEach, describe, expect, it } from 'vitest';
import { firstSource, fixClock, openSourceWorld } from '#server/testing/worlds/source-world.ts';
import { discourse } from './discourse.ts';

fixClock();
const world = openSourceWorld({ timeoutMs: 5_000 });

const never = new AbortController().signal;
const fortnight = new Date(Date.now() - 14 * 86_400_000);
let now = Date.now();
beforeEach(() => {
  now = Date.now();
});

describe('Discourse', () => {
  const make = () => firstSource(discourse(world.client, [world.fake.addressOf('discourse')]));

  it('that asks visitors to sign in is told apart from one that refuses us', async () => {
    const body = { errors: ['You need to be logged in to do that.'], error_type: 'not_logged_in' };
    world.fake.fault('discourse', { status: 403, body });
    await expect(make().find(['one'], fortnight, never)).rejects.toMatchObject({ failure: 'auth-required' });
    world.fake.fault('discourse', 'html');
    await expect(make().find(['one'], fortnight, never)).rejects.toMatchObject({ failure: 'refused' });
  });

  it('names its wait in the body', async () => {
    const body = { errors: ['Slow down'], error_type: 'rate_limit', extras: { wait_seconds: 21 } };
    world.fake.fault('discourse', { status: 429, body });
    const busy = { failure: 'busy', quietUntil: new Date(now + 21_000) };
    await expect(make().find(['one'], fortnight, never)).rejects.toMatchObject(busy);
  });

  it('without a hit leaves the topics out, and is asked for words alone', async () => {
    const filters = ' order:latest status:open';
    expect(await make().find(['user:admin #staff'], fortnight, never)).toMatchObject({ posts: [] });
    const asked = world.fake.requests[0]?.params.get('q') ?? '';
    expect(asked.replace(/ after:\S+/, '')).toBe(`user admin  staff${filters}`);
  });
});
