import { describe, expect, it } from 'vitest';
import { firstSource, fixClock, openSourceWorld } from '#server/testing/worlds/source-world.ts';
import { dev } from './dev.ts';

fixClock();
const world = openSourceWorld({ timeoutMs: 5_000 });

const never = new AbortController().signal;
const fortnight = new Date(Date.now() - 14 * 86_400_000);

describe('DEV', () => {
  const make = () => firstSource(dev(world.client, world.fake.addressOf('dev')));

  it('is asked for the tags where people ask, whatever the words are, and knows questions', async () => {
    world.fake.add('dev', { title: 'How do you invoice?', community: 'help' });
    world.fake.add('dev', { title: 'Launch day', community: 'startup' });
    world.fake.add('dev', { title: 'A tutorial', community: 'webdev' });
    const { posts } = await make().find(['gardening'], fortnight, never);
    expect(posts.map(({ kind, community }) => [kind, community]).sort()).toEqual([
      ['post', 'startup'],
      ['question', 'help'],
    ]);
    expect(world.fake.requests.map(({ params }) => params.get('tag'))).toEqual([
      'discuss',
      'help',
      'startup',
    ]);
  });

  it('is asked once for two searches with different words', async () => {
    await make().find(['gardening'], fortnight, never);
    expect(await make().find(['invoices'], fortnight, never)).toMatchObject({ cached: true });
    expect(world.fake.requests).toHaveLength(3);
  });
});
