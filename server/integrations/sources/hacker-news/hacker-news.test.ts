import { describe, expect, it } from 'vitest';
import { rateLimits } from '#server/integrations/sources/http/rate-limits.ts';
import { firstSource, fixClock, openSourceWorld } from '#server/testing/worlds/source-world.ts';
import { hackerNews } from './hacker-news.ts';

fixClock();
const world = openSourceWorld({ timeoutMs: 5_000 });

const never = new AbortController().signal;
const fortnight = new Date(Date.now() - 14 * 86_400_000);

describe('Hacker News', () => {
  it('answers what it can when one phrase fails, and names its own pages', async () => {
    const address = world.fake.addressOf('hacker-news');
    const addresses = { algolia: address, api: address, site: 'https://news.example' };
    const source = firstSource(hackerNews(world.client, addresses));
    const asked = world.fake.add('hacker-news', { title: 'Ask HN: Late invoices?' });
    world.fake.add('hacker-news', { title: 'Show HN: Invoices' });
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
