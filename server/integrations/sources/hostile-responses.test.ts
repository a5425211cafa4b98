import { describe, expect, it } from 'vitest';
import { type FakeName, startSourceFake } from '#fakes/sources/sources.ts';
import { firstSource, openSourceWorld } from '#server/testing/worlds/source-world.ts';
import { discourse } from './discourse/discourse.ts';
import { nearFetch } from './http/public-address.ts';
import { mastodon } from './mastodon/mastodon.ts';
import { stackExchange } from './stack-exchange/stack-exchange.ts';

const world = openSourceWorld();

const never = new AbortController().signal;
const fortnight = new Date(Date.now() - 14 * 86_400_000);
const created_at = new Date(Date.now() - 86_400_000).toISOString();

const forum = () => firstSource(discourse(world.client, [world.fake.addressOf('discourse')]));
const post = (id: number, changes: object = {}) => ({
  id,
  username: 'reader',
  created_at,
  like_count: 1,
  blurb: 'Late invoices?',
  post_number: 1,
  topic_id: id,
  ...changes,
});
const topic = (id: number, changes: object = {}) => ({
  id,
  title: 'Invoices',
  slug: 'invoices',
  posts_count: 2,
  closed: false,
  archived: false,
  category_id: 1,
  ...changes,
});
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
/** As much as is read of a forum's answer, nearly. */
const aForumsMost = 990_000;
/** A list of so many bytes. */
const listOf = (item: string, bytes = aForumsMost) =>
  `[${Array.from({ length: Math.floor(bytes / (item.length + 1)) }, () => item).join()}]`;

function answer(source: FakeName, body: unknown) {
  world.fake.fault(source, { status: 200, body });
}

describe('a forum that an owner named', () => {
  it.each([
    ['posts', `{"posts":${listOf('{}')}}`],
    ['topics', `{"posts":[],"topics":${listOf('{}')}}`],
    ['categories', `{"posts":[],"categories":${listOf('[]')}}`],
  ])('is read when nothing fits of its %s', async (_, body) => {
    answer('discourse', body);
    expect((await forum().find(['invoices'], fortnight, never)).posts).toEqual([]);
  });

  it('refuses however long its list of errors is', async () => {
    answer('discourse', `{"posts":[],"errors":${listOf('{}')}}`);
    await expect(forum().find(['invoices'], fortnight, never)).rejects.toMatchObject({ failure: 'refused' });
  });

  it('is not read to the end when it sends more than a forum has to say', async () => {
    answer('discourse', `{"posts":${listOf('{}', aForumsMost + 20_000)}}`);
    await expect(forum().find(['invoices'], fortnight, never)).rejects.toMatchObject({
      failure: 'too-large',
    });
  });

  it('gives so many posts of an answer and no more', async () => {
    const ids = numbers(3_000);
    answer('discourse', { posts: ids.map((id) => post(id)), topics: ids.map((id) => topic(id)) });
    const { posts } = await forum().find(['invoices'], fortnight, never);
    expect(posts).toHaveLength(100);
  });

  it('has no more of its words kept than people write', async () => {
    const long = `a${'😀'.repeat(45_000)}`;
    answer('discourse', {
      posts: [post(9_999, { blurb: long, username: long })],
      topics: [topic(9_999, { title: long, slug: long })],
      categories: [{ id: 1, name: long }],
    });
    const source = forum();
    const { posts } = await source.find(['invoices'], fortnight, never);
    expect(posts).toHaveLength(1);
    const [kept] = posts;
    expect(kept?.url.length).toBeLessThan(2_000);
    expect(JSON.stringify(kept).length).toBeLessThan(10_000);
    expect(JSON.stringify(kept)).not.toContain('\\ud83d');
    // Gives what was kept once it is.
    expect(await source.find(['invoices'], fortnight, never)).toEqual({ posts, cached: true, missing: null });
    const { rows } = await world.database.pool.query(
      `select length(reply::text) as size from source_replies where reply @> '{"posts":[{"id":9999}]}'`,
    );
    expect(rows[0].size).toBeLessThan(10_000);
  });

  it.each([
    ['a list in a list', `${'['.repeat(50_000)}${']'.repeat(50_000)}`],
    ['an object that is no text', '{"toString":1,"valueOf":1}'],
    ['a number', '1e300'],
    ['nothing', 'null'],
    ['a year that no calendar has', '"+275760-09-13T00:00:00.000Z"'],
    ['a long text', `"${'('.repeat(100_000)}"`],
  ])('loses the post whose date is %s, and no other', async (_, date) => {
    const [odd, plain] = [1, 2].map((id) => JSON.stringify(post(id)));
    const posts = `[${odd?.replace(`"${created_at}"`, date)},${plain}]`;
    answer('discourse', `{"posts":${posts},"topics":${JSON.stringify([topic(1), topic(2)])}}`);
    const found = await forum().find(['invoices'], fortnight, never);
    expect(found.posts.map(({ externalId }) => externalId)).toEqual(['2']);
  });

  it.each([
    ['like_count', { like_count: 1e300 }, { score: null }],
    ['posts_count', { posts_count: 0.5 }, { replies: null }],
  ])('has no %s that nobody counts', async (_, odd, read) => {
    answer('discourse', { posts: [post(1, odd)], topics: [topic(1, odd)] });
    expect((await forum().find(['invoices'], fortnight, never)).posts).toMatchObject([read]);
  });

  it('is read without its depths', async () => {
    const deep = `${'{"a":['.repeat(100_000)}${']}'.repeat(100_000)}`;
    answer(
      'discourse',
      `{"posts":[${JSON.stringify(post(1))}],"topics":[${JSON.stringify(topic(1))}],"x":${deep}}`,
    );
    expect((await forum().find(['invoices'], fortnight, never)).posts).toHaveLength(1);
  });

  it('leads to no other server', async () => {
    const other = await startSourceFake();
    const location = `${other.addressOf('discourse')}/search.json?q=invoices`;
    world.fake.fault('discourse', { status: 302, headers: { location } });
    const source = firstSource(
      discourse(world.makeClient({ configured: [], fetchPublic: nearFetch(fetch) }), [
        world.fake.addressOf('discourse'),
      ]),
    );
    await expect(source.find(['invoices'], fortnight, never)).rejects.toMatchObject({
      failure: 'unavailable',
    });
    expect(other.requests).toEqual([]);
    await other.close();
  });
});

describe('every other source', () => {
  it('can not keep us busy with a long error', async () => {
    answer('stack-exchange', { error_id: 502, error_message: '1'.repeat(150_000) });
    const source = firstSource(
      stackExchange(world.client, { api: world.fake.addressOf('stack-exchange'), sites: ['superuser'] }),
    );
    const began = performance.now();
    await expect(source.find(['invoices'], fortnight, never)).rejects.toMatchObject({ failure: 'busy' });
    // It took 20 seconds when all of it was searched for a number.
    expect(performance.now() - began).toBeLessThan(5_000);
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', `https://x.example/${'a'.repeat(3_000)}`])(
    'is no link to %s',
    async (url) => {
      const account = { acct: 'reader', bot: false, noindex: false };
      const status = { id: '1', created_at, visibility: 'public', content: '<p>invoices</p>', account, url };
      answer('mastodon', [status, { ...status, id: '2', url: 'https://x.example/2' }]);
      const { posts } = await firstSource(mastodon(world.client, [world.fake.addressOf('mastodon')])).find(
        ['invoices'],
        fortnight,
        never,
      );
      expect(posts.map(({ externalId }) => externalId)).toEqual(['2']);
    },
  );
});
