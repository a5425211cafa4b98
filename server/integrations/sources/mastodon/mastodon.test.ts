import { describe, expect, it } from 'vitest';
import { firstSource, fixClock, openSourceWorld } from '#server/testing/worlds/source-world.ts';
import { mastodon } from './mastodon.ts';

fixClock();
const world = openSourceWorld({ timeoutMs: 5_000 });

const never = new AbortController().signal;
const fortnight = new Date(Date.now() - 14 * 86_400_000);
const inAMinute = () => Math.floor(Date.now() / 1000) + 60;

describe('Mastodon', () => {
  const make = () => firstSource(mastodon(world.client, [world.fake.addressOf('mastodon')]));

  it('is asked for hashtags, five at most and none that is too short', async () => {
    const phrases = ['guest list', 'Guest-List', 'c#', 'one', 'two', 'three', 'four', 'five'];
    await make().find(phrases, fortnight, never);
    expect(world.fake.requests.map(({ path }) => path.split('/').at(-1)).sort()).toEqual([
      'four',
      'guestlist',
      'one',
      'three',
      'two',
    ]);
  });

  it('leaves programs alone, whoever asked not to be found, and what is not for everybody', async () => {
    const body = 'Who chases #invoices?';
    world.fake.add('mastodon', { id: 1, title: '', body, warning: 'Money' });
    world.fake.add('mastodon', { id: 2, body, bot: true });
    world.fake.add('mastodon', { id: 3, body, noindex: true });
    for (const visibility of ['unlisted', 'private', 'direct'] as const)
      world.fake.add('mastodon', { body, visibility });
    const { posts } = await make().find(['invoices'], fortnight, never);
    expect(posts).toMatchObject([{ externalId: '1', body: 'Money\n\nWho chases #invoices?' }]);
  });

  it.each([
    [401, 'This method requires an authenticated user'],
    [422, 'This method requires an authenticated user'],
  ])('without a preview answers %i, and asks for an account', async (status, error) => {
    world.fake.fault('mastodon', { status, body: { error } });
    await expect(make().find(['one'], fortnight, never)).rejects.toMatchObject({ failure: 'auth-required' });
    const post = { externalId: '1', threadId: '1', url: '' };
    expect(await make().checkOpen(post, never)).toBe('unknown');
  });

  it('names the end of its wait as a date', async () => {
    const reset = new Date(inAMinute() * 1000);
    world.fake.fault('mastodon', { status: 429, headers: { 'x-ratelimit-reset': reset.toISOString() } });
    const busy = { failure: 'busy', quietUntil: reset };
    await expect(make().find(['one'], fortnight, never)).rejects.toMatchObject(busy);
  });
});
