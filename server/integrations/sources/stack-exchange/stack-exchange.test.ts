import { expect, it, vi } from 'vitest';
import { startStackExchange } from '#fakes/stack-exchange/stack-exchange.ts';
import { fixClock, fortnight, never, openSourceWorld } from '#server/testing/worlds/source-world.ts';

fixClock();
const world = openSourceWorld(startStackExchange);
const source = (site = 'softwarerecs') => world.source({}, {}, { STACK_EXCHANGE_SITES: site });
const find = (phrase: string, site?: string) => source(site).find([phrase], fortnight(), never);
const busyFor = (ms: number) => ({ failure: 'busy', quietUntil: new Date(Date.now() + ms) });
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);
const items = { items: [], has_more: false, quota_max: 300, quota_remaining: 9 };

it('is not asked by the same method for as long as it says, and two seconds more', async () => {
  world.fake.fault({ body: { ...items, backoff: 10 } });
  expect(await find('one')).toMatchObject({ posts: [], missing: null });
  world.fake.fault(null);
  pass(11_000);
  await expect(find('two')).rejects.toMatchObject(busyFor(1_000));
  const { id } = world.fake.posts.add({ site: 'softwarerecs' });
  expect(await source().checkOpen({ externalId: String(id), threadId: '', url: '' }, never)).toBe('open');
  pass(1_000);
  expect(await find('two')).toMatchObject({ missing: null });
});

it('is left alone on all sites when it says that we ask too often', async () => {
  const error_message = 'too many requests from this IP, more requests available in 500 seconds';
  world.fake.fault({ status: 400, body: { error_id: 502, error_name: 'throttle_violation', error_message } });
  await expect(find('one')).rejects.toMatchObject(busyFor(500_000));
  await expect(find('one', 'superuser')).rejects.toMatchObject(busyFor(500_000));
  expect(world.fake.requests).toHaveLength(1);
});

it('reads a long error in no long time', async () => {
  world.fake.fault({ body: { error_id: 502, error_message: '1'.repeat(150_000) } });
  const began = performance.now();
  await expect(find('one')).rejects.toMatchObject({ failure: 'busy' });
  // It took 20 seconds when all of it was searched for a number.
  expect(performance.now() - began).toBeLessThan(5_000);
});

it('refuses with a reason in the body whatever the status is', async () => {
  world.fake.fault({ status: 400, body: { error_id: 400, error_name: 'bad_parameter' } });
  await expect(find('one')).rejects.toMatchObject({ failure: 'refused' });
});

it('is asked no more on a day whose quota is used up', async () => {
  world.fake.fault({ body: { ...items, quota_remaining: 0 } });
  await find('one');
  world.fake.fault(null);
  await expect(find('two')).rejects.toMatchObject({ failure: 'busy' });
  pass(86_400_000);
  expect(await find('two')).toMatchObject({ missing: null });
});
