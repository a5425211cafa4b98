import { beforeEach, describe, expect, it, vi } from 'vitest';
import { firstSource, fixClock, openSourceWorld } from '#server/testing/worlds/source-world.ts';
import { stackExchange } from './stack-exchange.ts';

fixClock();
const world = openSourceWorld({ timeoutMs: 5_000 });

const never = new AbortController().signal;
const fortnight = new Date(Date.now() - 14 * 86_400_000);
let now = Date.now();
beforeEach(() => {
  now = Date.now();
});
const pass = (ms: number) => {
  now += ms;
  vi.setSystemTime(now);
};

describe('Stack Exchange', () => {
  const make = (site = 'softwarerecs') =>
    firstSource(stackExchange(world.client, { api: world.fake.addressOf('stack-exchange'), sites: [site] }));
  const items = { items: [], has_more: false, quota_max: 300, quota_remaining: 9 };

  it('is one host for each site', () => {
    const hosts = ['stackoverflow', 'superuser', 'softwarerecs', 'rpg.stackexchange.com'].map(
      (site) => make(site).host,
    );
    expect(hosts).toEqual([
      'stackoverflow.com',
      'superuser.com',
      'softwarerecs.stackexchange.com',
      'rpg.stackexchange.com',
    ]);
  });

  it('is not asked by the same method for as long as it says, and two seconds more', async () => {
    world.fake.fault('stack-exchange', { status: 200, body: { ...items, backoff: 10 } });
    expect(await make().find(['one'], fortnight, never)).toMatchObject({ posts: [], missing: null });
    world.fake.fault('stack-exchange', null);
    pass(11_000);
    const busy = { failure: 'busy', quietUntil: new Date(now + 1_000) };
    await expect(make().find(['two'], fortnight, never)).rejects.toMatchObject(busy);
    const { id } = world.fake.add('stack-exchange', { site: 'softwarerecs' });
    expect(await make().checkOpen({ externalId: String(id), threadId: '', url: '' }, never)).toBe('open');
    pass(1_000);
    expect(await make().find(['two'], fortnight, never)).toMatchObject({ missing: null });
  });

  it.each([1e9, 1e300])(
    'is left alone for a day when it says %d seconds, and its answer counts',
    async (backoff) => {
      world.fake.fault('stack-exchange', { status: 200, body: { ...items, backoff } });
      expect(await make().find(['one'], fortnight, never)).toMatchObject({ posts: [], missing: null });
      world.fake.fault('stack-exchange', null);
      const busy = { failure: 'busy', quietUntil: new Date(now + 86_400_000) };
      await expect(make().find(['two'], fortnight, never)).rejects.toMatchObject(busy);
    },
  );

  it('is left alone on all sites when it says that we ask too often', async () => {
    const error_message = 'too many requests from this IP, more requests available in 500 seconds';
    const body = { error_id: 502, error_name: 'throttle_violation', error_message };
    world.fake.fault('stack-exchange', { status: 400, body });
    const busy = { failure: 'busy', quietUntil: new Date(now + 500_000) };
    await expect(make().find(['one'], fortnight, never)).rejects.toMatchObject(busy);
    await expect(make('superuser').find(['one'], fortnight, never)).rejects.toMatchObject(busy);
    expect(world.fake.requests).toHaveLength(1);
  });

  it('refuses with a reason in the body whatever the status is', async () => {
    world.fake.fault('stack-exchange', {
      status: 400,
      body: { error_id: 400, error_name: 'bad_parameter' },
    });
    await expect(make().find(['one'], fortnight, never)).rejects.toMatchObject({ failure: 'refused' });
  });

  it('is asked no more on a day whose quota is used up', async () => {
    world.fake.fault('stack-exchange', { status: 200, body: { ...items, quota_remaining: 0 } });
    await make().find(['one'], fortnight, never);
    world.fake.fault('stack-exchange', null);
    await expect(make().find(['two'], fortnight, never)).rejects.toMatchObject({ failure: 'busy' });
    pass(86_400_000);
    expect(await make().find(['two'], new Date(now - 86_400_000), never)).toMatchObject({ missing: null });
  });
});
