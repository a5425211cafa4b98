import { describe, expect, it } from 'vitest';
import { startDev } from '#fakes/dev/dev.ts';
import { startDiscourse } from '#fakes/discourse/discourse.ts';
import { nearFetch } from '#server/integrations/sources/http/public-address.ts';
import {
  badGateway,
  fixClock,
  fortnight,
  never,
  type OutcomeCase,
  openPosting,
  openSourceWorld,
} from '#server/testing/worlds/source-world.ts';

fixClock();
const world = openSourceWorld(startDiscourse);
const find = (phrase = 'invoices') => world.source().find([phrase], fortnight(), never);

describe('a search in a forum', () => {
  it('is refused for visitors apart from one that refuses us', async () => {
    const body = { errors: ['You need to be logged in to do that.'], error_type: 'not_logged_in' };
    world.fake.fault({ status: 403, body });
    await expect(find()).rejects.toMatchObject({ failure: 'auth-required' });
    world.fake.fault('html');
    await expect(find()).rejects.toMatchObject({ failure: 'refused' });
  });

  it('waits as long as the body names', async () => {
    const extras = { wait_seconds: 21 };
    world.fake.fault({ status: 429, body: { errors: ['Slow down'], error_type: 'rate_limit', extras } });
    const quietUntil = new Date(Date.now() + 21_000);
    await expect(find()).rejects.toMatchObject({ failure: 'busy', quietUntil });
  });

  it('without a hit gives nothing, and asks for words alone', async () => {
    expect(await find('user:admin #staff')).toMatchObject({ posts: [] });
    const asked = world.fake.requests[0]?.params.get('q') ?? '';
    expect(asked.replace(/ after:\S+/, '')).toBe('user admin  staff order:latest status:open');
  });
});

describe('a hostile forum', () => {
  const created_at = new Date(Date.now() - 86_400_000).toISOString();
  const post = (id: number, changes: object = {}) => {
    const counted = { created_at, like_count: 1, post_number: 1, topic_id: id };
    return { id, username: 'reader', blurb: 'Late invoices?', ...counted, ...changes };
  };
  const topic = (id: number, changes: object = {}) => {
    const shown = { title: 'Invoices', slug: 'invoices', posts_count: 2, closed: false, archived: false };
    return { id, category_id: 1, ...shown, ...changes };
  };
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
  /** As much as is read of a forum's answer, nearly. */
  const mostBytes = 990_000;
  const listOf = (item: string, bytes = mostBytes) =>
    `[${Array.from({ length: Math.floor(bytes / (item.length + 1)) }, () => item).join()}]`;
  const answer = (body: unknown) => world.fake.fault({ body });

  it.each([
    ['posts', `{"posts":${listOf('{}')}}`],
    ['topics', `{"posts":[],"topics":${listOf('{}')}}`],
    ['categories', `{"posts":[],"categories":${listOf('[]')}}`],
  ])('is read when nothing fits of its %s', async (_, body) => {
    answer(body);
    expect((await find()).posts).toEqual([]);
  });

  it.each([
    ['refuses however long its list of errors is', `{"posts":[],"errors":${listOf('{}')}}`, 'refused'],
    [
      'is not read to the end when it sends too much',
      `{"posts":${listOf('{}', mostBytes + 20_000)}}`,
      'too-large',
    ],
  ])('%s', async (_, body, failure) => {
    answer(body);
    await expect(find()).rejects.toMatchObject({ failure });
  });

  it('gives so many posts of an answer and no more', async () => {
    const ids = numbers(3_000);
    answer({ posts: ids.map((id) => post(id)), topics: ids.map((id) => topic(id)) });
    expect((await find()).posts).toHaveLength(100);
  });

  it('has no more of its words stored than people write', async () => {
    const long = `a${'😀'.repeat(45_000)}`;
    answer({
      posts: [post(9_999, { blurb: long, username: long })],
      topics: [topic(9_999, { title: long, slug: long })],
      categories: [{ id: 1, name: long }],
    });
    const { posts } = await find();
    expect(posts).toHaveLength(1);
    expect(posts[0]?.url.length).toBeLessThan(2_000);
    expect(JSON.stringify(posts).length).toBeLessThan(10_000);
    expect(JSON.stringify(posts)).not.toContain('\\ud83d');
    // Gives what was stored once it is.
    expect(await find()).toEqual({ posts, cached: true, missing: null });
    const { rows } = await world.database.pool.query(
      'select length(reply::text) as size from source_replies',
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
    answer(`{"posts":${posts},"topics":${JSON.stringify([topic(1), topic(2)])}}`);
    expect((await find()).posts.map(({ externalId }) => externalId)).toEqual(['2']);
  });

  it('has no numbers that nobody counts, and is read without its depths', async () => {
    const deep = `${'{"a":['.repeat(100_000)}${']}'.repeat(100_000)}`;
    const odd = JSON.stringify([post(1, { like_count: 1e300 })]);
    answer(`{"posts":${odd},"topics":${JSON.stringify([topic(1, { posts_count: 0.5 })])},"x":${deep}}`);
    expect((await find()).posts).toMatchObject([{ score: null, replies: null }]);
  });

  it('leads to no other server', async () => {
    const other = await startDev();
    world.fake.fault({ status: 302, headers: { location: `${other.url}/search.json?q=invoices` } });
    const source = world.source({}, { fetchPublic: nearFetch(fetch) });
    const searching = source.find(['invoices'], fortnight(), never);
    await expect(searching).rejects.toMatchObject({ failure: 'unavailable' });
    expect(other.requests).toEqual([]);
    await other.stop();
  });
});

describe('a reply in a forum', () => {
  it.each<OutcomeCase>([
    [
      'words',
      { status: 422, body: { errors: ['Body is too similar to what you recently posted'] } },
      { outcome: 'refused', text: 'Body is too similar to what you recently posted' },
    ],
    [
      'a limit',
      { status: 429, body: { errors: [], error_type: 'rate_limit', extras: { wait_seconds: 42 } } },
      { outcome: 'too-fast', retryAfterSeconds: 42 },
    ],
    [
      'an endless limit',
      { status: 429, body: { errors: [], error_type: 'rate_limit', extras: { wait_seconds: 1e300 } } },
      { outcome: 'too-fast', retryAfterSeconds: 86_400 },
    ],
    [
      'an ended session',
      { status: 403, body: { errors: ['Log in'], error_type: 'not_logged_in' } },
      { outcome: 'logged-out' },
    ],
    [
      'missing rights',
      { status: 403, body: { errors: ['Not permitted'], error_type: 'invalid_access' } },
      { outcome: 'refused' },
    ],
    [
      'endless words',
      { status: 422, body: { errors: ['No.', ...Array(50).fill('<p>no</p>'.repeat(1_000))] } },
      { outcome: 'refused', text: expect.stringMatching(/^No\. no .{1,292}…$/) },
    ],
  ])('reports %s', async (_, fault, outcome) => {
    const { send } = await openPosting(world.fake);
    world.fake.failWrites(fault);
    expect(await send()).toMatchObject(outcome);
  });

  it('is refused in the words of the forum', async () => {
    const { send } = await openPosting(world.fake);
    const text = 'Body is too short (minimum is 20 characters)';
    expect(await send({ text: 'Too short' })).toMatchObject({ outcome: 'refused', text });
  });

  it('is posted without a place while a moderator reviews it', async () => {
    const { send } = await openPosting(world.fake);
    world.fake.failWrites({ body: { success: true, action: 'enqueued', pending_count: 1 } });
    expect(await send()).toEqual({ outcome: 'posted', externalId: null, url: null });
  });

  it('has a page in its own topic whatever the server calls the topic', async () => {
    const { send } = await openPosting(world.fake);
    const named = { topic_id: 3, topic_slug: '../../x?y#', post_number: 2, username: 'Ada' };
    world.fake.failWrites({ body: { id: 9, created_at: '2026-01-01T00:00:00Z', ...named } });
    const url = `${world.fake.url}/t/..%2F..%2Fx%3Fy%23/3/2`;
    expect(await send()).toMatchObject({ outcome: 'posted', url });
  });

  it('has the id that the page of its address names', async () => {
    const { send, poster, post } = await openPosting(world.fake);
    const sent = await send();
    if (sent.outcome !== 'posted' || !sent.url) throw new Error('nothing was posted');
    const findId = (url: string) => poster.findPostId?.({ host: world.fake.host, url }, never);
    expect(await findId(sent.url)).toBe(sent.externalId);
    expect(await findId(world.fake.urlOf(post).replace(/\d+$/, '9'))).toBeNull();
    expect(await findId('https://elsewhere.example/')).toBeNull();
    world.fake.failReads('cut');
    expect(await findId(sent.url)).toBeNull();
  });
});

it('reads no date of an account that is none, and no rules of a page without any', async () => {
  const { signIn, poster, account } = await openPosting(world.fake);
  const known = { body: { current_user: { username: 'Ada' } } };
  world.fake.failReads(known, { body: { user: { created_at: 'soon' } } });
  expect(await signIn()).toMatchObject({ createdAt: null });
  world.fake.failReads({ body: badGateway });
  expect(await poster.readRules?.(account, never)).toEqual([]);
});
