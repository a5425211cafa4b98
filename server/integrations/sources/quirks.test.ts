import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fixClock, openSourceWorld } from '#server/testing/source-world.ts';
import { discourse } from './discourse/search.ts';
import { hackerNews } from './hacker-news/search.ts';
import { lemmy } from './lemmy/search.ts';
import { rateLimits } from './rate-limits.ts';
import { stackExchange } from './stack-exchange/search.ts';

fixClock();
const world = openSourceWorld({ timeoutMs: 5_000 });
let now = Date.now();
beforeEach(() => {
  now = Date.now();
});
const pass = (ms: number) => {
  now += ms;
  vi.setSystemTime(now);
};

const never = new AbortController().signal;
const fortnight = new Date(Date.now() - 14 * 86_400_000);
const pathsOf = () => world.standIn.requests.map(({ path }) => path);

describe('Stack Exchange', () => {
  const make = (site = 'softwarerecs') =>
    stackExchange(world.client, world.standIn.addressOf('stack-exchange'), site, () => now);
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
    world.standIn.fault('stack-exchange', { status: 200, body: { ...items, backoff: 10 } });
    expect(await make().find(['one'], fortnight, never)).toMatchObject({ posts: [], missing: null });
    world.standIn.fault('stack-exchange', null);
    pass(11_000);
    const busy = { failure: 'busy', quietUntil: new Date(now + 1_000) };
    await expect(make().find(['two'], fortnight, never)).rejects.toMatchObject(busy);
    const { id } = world.standIn.add('stack-exchange', { site: 'softwarerecs' });
    expect(await make().checkOpen({ externalId: String(id), threadId: '', url: '' }, never)).toBe('open');
    pass(1_000);
    expect(await make().find(['two'], fortnight, never)).toMatchObject({ missing: null });
  });

  it.each([1e9, 1e300])(
    'is left alone for a day when it says %d seconds, and its answer counts',
    async (backoff) => {
      world.standIn.fault('stack-exchange', { status: 200, body: { ...items, backoff } });
      expect(await make().find(['one'], fortnight, never)).toMatchObject({ posts: [], missing: null });
      world.standIn.fault('stack-exchange', null);
      const busy = { failure: 'busy', quietUntil: new Date(now + 86_400_000) };
      await expect(make().find(['two'], fortnight, never)).rejects.toMatchObject(busy);
    },
  );

  it('is left alone on all sites when it says that we ask too often', async () => {
    const error_message = 'too many requests from this IP, more requests available in 500 seconds';
    const body = { error_id: 502, error_name: 'throttle_violation', error_message };
    world.standIn.fault('stack-exchange', { status: 400, body });
    const busy = { failure: 'busy', quietUntil: new Date(now + 500_000) };
    await expect(make().find(['one'], fortnight, never)).rejects.toMatchObject(busy);
    await expect(make('superuser').find(['one'], fortnight, never)).rejects.toMatchObject(busy);
    expect(world.standIn.requests).toHaveLength(1);
  });

  it('refuses with a reason in the body whatever the status is', async () => {
    world.standIn.fault('stack-exchange', {
      status: 400,
      body: { error_id: 400, error_name: 'bad_parameter' },
    });
    await expect(make().find(['one'], fortnight, never)).rejects.toMatchObject({ failure: 'refused' });
  });

  it('is asked no more on a day whose quota is used up', async () => {
    world.standIn.fault('stack-exchange', { status: 200, body: { ...items, quota_remaining: 0 } });
    await make().find(['one'], fortnight, never);
    world.standIn.fault('stack-exchange', null);
    await expect(make().find(['two'], fortnight, never)).rejects.toMatchObject({ failure: 'busy' });
    pass(86_400_000);
    expect(await make().find(['two'], new Date(now - 86_400_000), never)).toMatchObject({ missing: null });
  });
});

describe('Lemmy', () => {
  it.each(['lemmy', 'lemmy-v4'] as const)('is asked in one dialect once it is known: %s', async (name) => {
    const source = lemmy(world.client, world.standIn.addressOf(name), () => now);
    await source.find(['one', 'two'], fortnight, never);
    expect(world.standIn.requests).toHaveLength(4);
    await source.find(['three', 'four'], fortnight, never);
    const own = name === 'lemmy' ? '/api/v3/search' : '/api/v4/search';
    expect(pathsOf().slice(4)).toEqual([own, own]);
  });

  it('is asked in both again when it does not understand any more', async () => {
    const source = lemmy(world.client, world.standIn.addressOf('lemmy'), () => now);
    await source.find(['one'], fortnight, never);
    world.standIn.fault('lemmy', { status: 404 });
    await expect(source.find(['two'], fortnight, never)).rejects.toMatchObject({ failure: 'refused' });
    world.standIn.fault('lemmy', null);
    await source.find(['three'], fortnight, never);
    expect(pathsOf().slice(-2)).toEqual(['/api/v3/search', '/api/v4/search']);
  });

  it('gives nothing that is locked, removed, deleted or not for every eye, and copies once', async () => {
    for (const flag of ['locked', 'dead', 'deleted', 'nsfw'] as const) {
      const thread = world.standIn.add('lemmy', { title: 'Late invoices', [flag]: true });
      if (flag === 'nsfw') world.standIn.add('lemmy', { threadId: thread.id, body: 'invoices', nsfw: true });
      else world.standIn.add('lemmy', { threadId: thread.id, body: 'invoices', [flag]: true });
    }
    const source = lemmy(world.client, world.standIn.addressOf('lemmy'), () => now);
    expect((await source.find(['invoices'], fortnight, never)).posts).toEqual([]);
  });

  it('of an old release says with status 400 that we ask too often', async () => {
    world.standIn.fault('lemmy', { status: 400, body: { error: 'rate_limit_error' } });
    const source = lemmy(world.client, world.standIn.addressOf('lemmy'), () => now);
    await expect(source.find(['one'], fortnight, never)).rejects.toMatchObject({ failure: 'busy' });
  });
});

describe('Discourse', () => {
  const make = () => discourse(world.client, world.standIn.addressOf('discourse'));

  it('that asks visitors to sign in is told apart from one that refuses us', async () => {
    const body = { errors: ['You need to be logged in to do that.'], error_type: 'not_logged_in' };
    world.standIn.fault('discourse', { status: 403, body });
    await expect(make().find(['one'], fortnight, never)).rejects.toMatchObject({ failure: 'auth-required' });
    world.standIn.fault('discourse', 'html');
    await expect(make().find(['one'], fortnight, never)).rejects.toMatchObject({ failure: 'refused' });
  });

  it('names its wait in the body', async () => {
    const body = { errors: ['Slow down'], error_type: 'rate_limit', extras: { wait_seconds: 21 } };
    world.standIn.fault('discourse', { status: 429, body });
    const busy = { failure: 'busy', quietUntil: new Date(now + 21_000) };
    await expect(make().find(['one'], fortnight, never)).rejects.toMatchObject(busy);
  });

  it('without a hit leaves the topics out, and is asked for words alone', async () => {
    const filters = ' order:latest status:open';
    expect(await make().find(['user:admin #staff'], fortnight, never)).toMatchObject({ posts: [] });
    const asked = world.standIn.requests[0]?.params.get('q') ?? '';
    expect(asked.replace(/ after:\S+/, '')).toBe(`user admin  staff${filters}`);
  });
});

describe('Hacker News', () => {
  it('answers what it can when one phrase fails, and names its own pages', async () => {
    const address = world.standIn.addressOf('hacker-news');
    const addresses = { algolia: address, api: address, site: 'https://news.example' };
    const source = hackerNews(world.client, addresses, () => now);
    const asked = world.standIn.add('hacker-news', { title: 'Ask HN: Late invoices?' });
    world.standIn.add('hacker-news', { title: 'Show HN: Invoices' });
    const key = address.replace('http://', '');
    const limit = { requests: 80, seconds: 30 };
    await rateLimits(world.database.pool).take({ key, part: key, limit }, 78);
    const answer = await source.find(['invoices', 'payments', 'money'], fortnight, never);
    expect(answer.missing).toBe('busy');
    const found = answer.posts.toSorted((one, other) => Number(one.externalId) - Number(other.externalId));
    expect(found).toMatchObject([
      { kind: 'question', url: `https://news.example/item?id=${asked.id}` },
      { kind: 'post', title: 'Show HN: Invoices' },
    ]);
  });
});
